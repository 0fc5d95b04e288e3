import type { Placeable } from "../arrangement/element_keys.ts";
import { changesOf } from "../change/changes.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, EditedContent, EditedKind } from "../kind.ts";
import { ERD_COMMANDS, SET_NOTES } from "./command/commands.ts";
import { chenPlaceables } from "./draw/draw_chen.ts";
import { attributesOf, byName, entitiesOf, enumsOf, textOf } from "./lookup.ts";
import { ERD_MODEL } from "./model.ts";
import { ERD_OP_ROWS } from "./op_rows.ts";
import type { ErdOp } from "./ops.ts";
import { ERD_SHAPE } from "./shape.ts";
import { emptyErd, ERD_TEMPLATES } from "./templates.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

/** Entity-relationship diagrams as far as editing needs them. */
export const EDITED_ERD_KIND: EditedKind<EntityRelationshipDefinition, ErdOp> & {
  readonly content: EditedContent<EntityRelationshipDefinition, ErdOp>;
} = {
  kind: "erd",
  title: "entity-relationship diagram",
  shortTitle: "ERD",
  extension: ".erdf.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["entities"],
  lists: ["entities"],
  without: ["state"],
  content: {
    shape: { table: ERD_SHAPE, root: "EntityRelationshipDefinition" },
    changes: changesOf<EntityRelationshipDefinition, ErdOp>({
      model: ERD_MODEL,
      rows: ERD_OP_ROWS,
      shapes: ERD_SHAPE,
      empty: ({ settings }) => emptyErd(isObject(settings) ? textOf(settings.name) : ""),
    }),
    pictures: { placeables: erdPlaceables },
    isNewToOps: true,
    commands: ERD_COMMANDS,
    setNotes: SET_NOTES,
    templates: ERD_TEMPLATES,
    nameOf: ({ settings }) => isObject(settings) ? textOf(settings.name) || undefined : undefined,
    empty: (name) => emptyErd(name),
    elements,
    parts: "entities, relationships, notes or a description",
  },
};

/** The word for Chen's notation. */
export const CHEN = "chen";

/** The entities of a diagram, in Chen's notation with what else has a place. */
export function erdPlaceables(def: EntityRelationshipDefinition, notation?: string): readonly Placeable[] {
  if (notation === CHEN) return chenPlaceables(def);
  return [...byName(entitiesOf(def)).keys()].map((name) => ({ id: name, names: [name] }));
}

/** Entities, their attributes as `Entity.attribute`, and enums, in document order. */
function elements(def: EntityRelationshipDefinition): DocumentElement[] {
  const entities = entitiesOf(def).flatMap((entity) => [
    { type: "entity", name: entity.name, path: entity.path, text: `entity ${entity.name}` },
    ...attributesOf(entity).map(({ name, path }) => {
      const full = `${entity.name}.${name}`;
      return { type: "attribute", name: full, path, text: `attribute ${full}` };
    }),
  ]);
  return [
    ...entities,
    ...enumsOf(def).map(({ name, path }) => ({ type: "enum", name, path, text: `enum ${name}` })),
  ];
}
