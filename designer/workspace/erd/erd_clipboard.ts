import {
  type AnyOp,
  type EditedKind,
  type Entity,
  type EntityRelationshipDefinition,
  type ErdEnum,
  type ErdNotation,
  type JsonObject,
  type LayoutBox,
  objectsIn,
  orThrow,
  type Relationship,
} from "@loom/protocol";
import { readAttributeText } from "../../canvas/erd/attribute_text.ts";
import { erdAutoLayout } from "../../canvas/erd/auto_layout.ts";
import { copiedMembers, freeNames, isPlainName, type Pasted, withNames } from "../../canvas/clipboard.ts";

/** The member of a copied text that tells that it stands for entities. */
const COPIED = "loomEntities";

/** Entities on a clipboard, with what is between them and the enums that they use. */
interface Copied {
  readonly [COPIED]: readonly Entity[];
  readonly relationships: readonly Relationship[];
  readonly enums: readonly ErdEnum[];
  readonly boxes: Readonly<Record<string, LayoutBox>>;
}

/** The text that stands for entities on a clipboard. */
export function copiedEntities(
  { entities, relationships, enums }: EntityRelationshipDefinition,
  names: readonly string[],
  boxes: Copied["boxes"],
): string {
  const wanted = new Set(names);
  const copied = objectsIn<Entity>(entities).filter(({ name }) => wanted.has(name));
  const types = new Set(
    copied.flatMap(({ attributes }) => objectsIn<{ type: string }>(attributes)).map(
      ({ type }) => type,
    ),
  );
  const all: Copied = {
    [COPIED]: copied,
    relationships: objectsIn<Relationship>(relationships).filter(({ from, to }) =>
      wanted.has(from) && wanted.has(to)
    ),
    enums: objectsIn<ErdEnum>(enums).filter(({ name }) => types.has(name)),
    boxes: Object.fromEntries(names.flatMap((name) => boxes[name] ? [[name, boxes[name]]] : [])),
  };
  return JSON.stringify(all, null, 2);
}

/** A diagram that is pasted into another one, and the boxes of its entities where they are known. */
export interface PastedDiagram {
  readonly diagram: EntityRelationshipDefinition;
  readonly boxes: Readonly<Record<string, LayoutBox>>;
  /** Parts of the text that the diagram leaves out, in sentences. */
  readonly remarks?: string;
}

/** The diagram that a text from a clipboard holds: copied entities, or lines of names with attributes indented below. */
export function diagramIn(text: string): PastedDiagram | undefined {
  const copied = copiedMembers<Copied>(text);
  const entities = copied ? objectsIn<Entity>(copied[COPIED]) : entitiesInLines(text);
  if (!entities?.some(({ name }) => typeof name === "string")) return undefined;
  return {
    diagram: {
      settings: { namespace: "", name: "" },
      entities: entities.filter(({ name }) => typeof name === "string"),
      relationships: objectsIn<Relationship>(copied?.relationships),
      enums: objectsIn<ErdEnum>(copied?.enums),
    },
    boxes: copied?.boxes ?? {},
  };
}

/** Entities of lines with names, each with its attributes in indented lines below; `undefined` for any other text. */
function entitiesInLines(text: string): Entity[] | undefined {
  const entities: Entity[] = [];
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const entity = entities.at(-1);
    if (/^\s/.test(line) && entity !== undefined) {
      const { name, type, key, nullable, references } = readAttributeText(line);
      entity.attributes?.push({
        name,
        type,
        ...(key === undefined ? {} : { key }),
        ...(nullable ? { nullable } : {}),
        ...(references === "" ? {} : { references }),
      });
    } else if (isPlainName(line.trim())) entities.push({ name: line.trim(), attributes: [] });
    else return undefined;
  }
  return entities;
}

/** Adds the entities of a diagram to another one under free names, with what is between them. */
export function pastedDiagram(
  { content }: EditedKind,
  def: EntityRelationshipDefinition,
  { diagram, boxes }: PastedDiagram,
  notation: ErdNotation,
): { readonly ops: readonly AnyOp[]; readonly summary: string; readonly added: Pasted } {
  const namesOf = (list: readonly Entity[]) => objectsIn<Entity>(list).map(({ name }) => name);
  const renamed = freeNames(namesOf(def.entities), namesOf(diagram.entities));
  const renames = Array.from(renamed, ([name, to]) => ({ op: "entity.rename", name, to }));
  const document = diagram as object as JsonObject;
  const next = content === undefined ? document : orThrow(content.changes.apply(document, renames));
  const { entities, relationships, enums = [] } = next as object as EntityRelationshipDefinition;
  const known = new Set(objectsIn<ErdEnum>(def.enums).map(({ name }) => name));
  const names = namesOf(entities);
  return {
    ops: [
      ...enums.filter(({ name }) => !known.has(name)).map((one) => ({ op: "enum.add", enum: one })),
      ...entities.map((entity) => ({ op: "entity.add", entity })),
      ...relationships.map((relationship) => ({ op: "relationship.add", relationship })),
    ],
    summary: `Pasted ${names.join(", ")}.`,
    added: {
      names,
      boxes: {
        ...erdAutoLayout({ ...diagram, entities, relationships }, notation),
        ...withNames(boxes, renamed),
      },
    },
  };
}
