import {
  type CompositeKey,
  type Entity,
  type ErdIndex,
  type FieldShape,
  type ForeignKey,
  isObject,
  type JsonObject,
  memberAt,
  objectsIn,
} from "@loom/protocol";
import { useState } from "preact/hooks";
import { AddLine } from "../add_line.tsx";
import { type EditedElement, inputOf } from "../command_fields.ts";
import { useWorkspace } from "../context.ts";
import { labelOf } from "../element_form.tsx";
import { Icon } from "../icon.tsx";
import { InstantField } from "../instant_field.tsx";

/** The items of a list that have no edits of their own. */
type Item = CompositeKey | ForeignKey | ErdIndex;

/** A list of an entity whose items have fields, and no edits of their own. */
interface ItemList {
  readonly field: "keys" | "foreignKeys" | "indexes";
  readonly title: string;
  /** An item, as labels of its controls have it. */
  readonly noun: string;
  /** The shape of its items. */
  readonly shape: string;
  readonly placeholder: string;
  /** The item that a line stands for. */
  readonly read: (line: string) => Item;
}

const LISTS: readonly ItemList[] = [
  {
    field: "indexes",
    title: "Indexes",
    noun: "index",
    shape: "ErdIndex",
    placeholder: "attribute, attribute",
    read: (line) => ({ attributes: namesIn(line) }),
  },
  {
    field: "keys",
    title: "Keys of several attributes",
    noun: "key",
    shape: "CompositeKey",
    placeholder: "attribute, attribute",
    read: (line) => ({ attributes: namesIn(line) }),
  },
  {
    field: "foreignKeys",
    title: "References of several attributes",
    noun: "reference",
    shape: "ForeignKey",
    placeholder: "attribute, attribute → Entity",
    read(line) {
      const [from = "", entity = ""] = line.split(/\s*(?:→|->)\s*/, 2);
      return { attributes: namesIn(from), entity };
    },
  },
];

function namesIn(line: string): string[] {
  return line.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

/** The indexes, keys and references of an entity, each with a form from its shape. */
export function EntityLists({ element }: { readonly element: EditedElement }) {
  const { def } = useWorkspace();
  const value = memberAt(def, element.path);
  const entity = (isObject(value) ? value : {}) as Partial<Entity>;
  const count = LISTS.reduce((sum, { field }) => sum + (entity[field]?.length ?? 0), 0);
  return (
    <details class="part">
      <summary>Indexes and keys{count === 0 ? "" : ` (${count})`}</summary>
      {LISTS.map((list) => (
        <ItemForms
          key={list.field}
          list={list}
          element={element}
          items={objectsIn<Item>(entity[list.field])}
        />
      ))}
    </details>
  );
}

interface ItemFormsProps {
  readonly list: ItemList;
  readonly element: EditedElement;
  readonly items: readonly Item[];
}

function ItemForms(
  { list: { field, title, noun, shape, placeholder, read }, element, items }: ItemFormsProps,
) {
  const { row, elements, edit } = useWorkspace();
  const [open, setOpen] = useState<number>();
  const { name } = element;
  const fields = row.content?.shape.table.find((one) => one.name === shape)?.fields ?? [];
  const attributes = elements.flatMap(({ naming }) =>
    naming?.["entity"] === name && naming["name"] !== undefined ? [naming["name"]] : []
  );
  const entities = elements.filter(({ type }) => type === "entity").map((one) => one.name);
  const set = (next: readonly Item[], summary: string) => {
    const changes = next.length === 0 ? { patch: {}, unset: [field] } : { patch: { [field]: next } };
    edit([{ op: "entity.update", name, ...changes }], summary);
  };
  const change = (index: number, { name: member, ...shape }: FieldShape, text: string) => {
    const next = valueIn({ name: member, ...shape }, text);
    if (next === undefined && shape.required === true) return `${labelOf(member)} must not be empty.`;
    const { [member]: _, ...rest } = items[index] as object as JsonObject;
    const item = (next === undefined ? rest : { ...rest, [member]: next }) as object as Item;
    set(items.map((one, at) => at === index ? item : one), `Changed ${member} of a ${noun} of ${name}.`);
    return undefined;
  };
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {items.map((item, index) => (
        <div key={index}>
          <div class="line">
            <button
              type="button"
              class="plain"
              aria-expanded={open === index}
              onClick={() => setOpen(open === index ? undefined : index)}
            >
              {textOf(item)}
            </button>
            <button
              type="button"
              class="ghost icon-only"
              title={`Remove ${noun}`}
              onClick={() => {
                setOpen(undefined);
                set(items.filter((_, at) => at !== index), `Removed a ${noun} of ${name}.`);
              }}
            >
              <Icon name="close" />
              <span class="visually-hidden">Remove {noun} {textOf(item)}</span>
            </button>
          </div>
          {open === index
            ? (
              <div class="fields">
                {fields.map((one) => (
                  <InstantField
                    key={one.name}
                    label={labelOf(one.name)}
                    input={inputOf(one).type === "lines" ? { type: "text" } : inputOf(one)}
                    text={textIn(item, one)}
                    names={one.name === "entity"
                      ? entities
                      : one.name === "attributes"
                      ? (draft) => completed(draft, attributes)
                      : undefined}
                    onCommit={(text) => change(index, one, text)}
                  />
                ))}
              </div>
            )
            : null}
        </div>
      ))}
      <AddLine
        label={`Add ${noun}`}
        placeholder={placeholder}
        onAdd={(line) => {
          set([...items, read(line)], `Added a ${noun} to ${name}.`);
          return undefined;
        }}
      />
    </section>
  );
}

/** An item in a line: `orders_by_customer: customer_id, placed_at`. */
function textOf(item: Item): string {
  const to = "entity" in item ? ` → ${item.entity}` : "";
  const attributes = Array.isArray(item.attributes) ? item.attributes.join(", ") : "";
  return `${item.name ? `${item.name}: ` : ""}${attributes}${to}`;
}

/** The text of a field; the names of a list are written in one line. */
function textIn(item: Item, { name }: FieldShape): string {
  const value: unknown = new Map(Object.entries(item)).get(name);
  if (Array.isArray(value)) return value.join(", ");
  return value === undefined ? "" : String(value);
}

function valueIn(field: FieldShape, text: string): unknown {
  const input = inputOf(field);
  if (input.type === "lines") return namesIn(text).length === 0 ? undefined : namesIn(text);
  if (input.type === "choice") return text === "true" ? true : undefined;
  return text.trim() === "" ? undefined : text;
}

/** The texts that a list of names can go on with. */
function completed(draft: string, names: readonly string[]): string[] {
  const before = namesIn(draft.slice(0, draft.lastIndexOf(",") + 1));
  return names.filter((name) => !before.includes(name)).map((name) => [...before, name].join(", "));
}
