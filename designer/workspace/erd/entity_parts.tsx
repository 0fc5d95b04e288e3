import { AddLine } from "../add_line.tsx";
import { type EditedElement, keyOf } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
import { EntityLists } from "./entity_lists.tsx";
import type { KindParts } from "../board_props.ts";

/** The attributes and relationships of an entity. */
export function EntityParts({ element }: { readonly element: EditedElement }) {
  const { name: entity, path } = element;
  const { elements, run, select } = useWorkspace();
  const attributes = elements.filter((one) => one.type === "attribute" && one.path.startsWith(`${path}/`));
  const relationships = elements.filter(({ type, naming }) =>
    type === "relationship" && (naming?.["from"] === entity || naming?.["to"] === entity)
  );
  return (
    <>
      <section class="part" aria-label="Attributes">
        <h3>Attributes</h3>
        {attributes.map((one) => {
          const name = one.naming?.["name"] ?? one.name;
          return (
            <div class="line" key={one.name}>
              <button type="button" class="plain" onClick={() => select(keyOf(one))}>{name}</button>
              <button
                type="button"
                class="ghost icon-only"
                title="Remove attribute"
                onClick={() => run("attribute.remove", { entity, name })}
              >
                <Icon name="close" />
                <span class="visually-hidden">Remove attribute {name}</span>
              </button>
            </div>
          );
        })}
        <AddLine
          label="Add attribute"
          placeholder="name type"
          onAdd={(text) => {
            const [name = "", type = "string"] = text.split(/[\s:]+/, 2);
            return run("attribute.add", { entity, name, type });
          }}
        />
      </section>
      <section class="part" aria-label="Relationships">
        <h3>Relationships</h3>
        {relationships.map((one) => (
          <button
            key={one.name}
            type="button"
            class="plain"
            onClick={() => select(keyOf(one))}
          >
            {one.text.replace(/^relationship /, "")}
          </button>
        ))}
        <AddLine
          label="Add relationship"
          placeholder="Entity label, such as Order places"
          onAdd={(text) => {
            const [to = "", ...words] = text.split(/\s+/);
            const label = words.join(" ");
            return run("relationship.add", {
              from: entity,
              to,
              cardinality: "1:N",
              ...(label === "" ? {} : { label }),
            });
          }}
        />
      </section>
      <EntityLists element={element} />
    </>
  );
}

/** The properties that only entity-relationship diagrams have. */
export const PARTS: KindParts = {
  element: { entity: EntityParts },
  isLockedForFingers: true,
  Document: undefined,
  Run: undefined,
};
