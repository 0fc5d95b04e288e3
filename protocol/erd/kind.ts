import { ERD_DIAGRAMS } from "./diagram.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import type { Placeable } from "../arrangement/element_keys.ts";
import { changesOf } from "../change/changes.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, DocumentKind, FixedDirection, PictureStyle } from "../kind.ts";
import { renderErdAscii } from "./ascii.ts";
import { ERD_COMMANDS, SET_NOTES } from "./command/commands.ts";
import type { DrawnBefore, DrawnNow } from "../layout/incremental/drawn_lines.ts";
import { arrangeChen, chenPlaceables } from "./draw/draw_chen.ts";
import { arrangeErd } from "./draw/draw_erd.ts";
import { namesNear } from "../picture/names_near.ts";
import {
  attributesOf,
  byName,
  entitiesOf,
  enumsOf,
  relationshipNames,
  relationshipsOf,
  textOf,
} from "./lookup.ts";
import { renderMermaidEr } from "./mermaid.ts";
import { ERD_MODEL } from "./model.ts";
import { ERD_OP_ROWS } from "./op_rows.ts";
import type { ErdOp } from "./ops.ts";
import { ERD_RULES, validateErd } from "./rules/rules.ts";
import { ERD_SHAPE } from "./shape.ts";
import { ERD_NOTATIONS, type ErdNotation, renderErdSvg } from "./svg/render_svg.ts";
import { emptyErd, ERD_TEMPLATES } from "./templates.ts";
import type { EntityRelationshipDefinition } from "./types.ts";

/** Entity-relationship diagrams, `.erdf.json`. */
export const ERD_KIND: DocumentKind<EntityRelationshipDefinition, ErdOp> = {
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
    pictures: {
      diagrams: ERD_DIAGRAMS,
      notations: ERD_NOTATIONS,
      svg,
      placeables,
      arrange,
      fixedDirection,
      lines,
      ascii: (def, { active, columns }) => renderErdAscii(def, active, columns),
      mermaid: renderMermaidEr,
      mermaidEnding: "erd.mmd",
    },
    isNewToOps: true,
    commands: ERD_COMMANDS,
    setNotes: SET_NOTES,
    templates: ERD_TEMPLATES,
    nameOf: ({ settings }) => isObject(settings) ? textOf(settings.name) || undefined : undefined,
    empty: (name) => emptyErd(name),
    rules: ERD_RULES,
    findings: validateErd,
    elements,
    parts: "entities, relationships, notes or a description",
  },
};

function svg(whole: EntityRelationshipDefinition, style: PictureStyle): string {
  const def = partOfErd(whole, style.part ?? {});
  const { theme, active, title, overlay } = style;
  const notation = notationIn(style);
  return renderErdSvg(def, {
    theme,
    active,
    overlay,
    before: keptIn(def, style),
    ...(title === undefined ? {} : { title }),
    ...(notation === undefined ? {} : { notation }),
  });
}

function notationIn({ notation }: Pick<PictureStyle, "notation">): ErdNotation | undefined {
  return ERD_NOTATIONS.find((one) => one === notation);
}

/** The entities near one, and the relationships between them. */
function partOfErd(
  def: EntityRelationshipDefinition,
  part: NonNullable<PictureStyle["part"]>,
): EntityRelationshipDefinition {
  const entities = [...byName(entitiesOf(def)).values()];
  const pairs = [
    ...relationshipsOf(def).map(({ value }) => [textOf(value.from), textOf(value.to)] as const),
    ...entities.map(({ name, value }) => [name, textOf(value.extends)] as const),
  ];
  const near = namesNear(entities.map(({ name }) => name), pairs, part);
  if (near === undefined) return def;
  return {
    ...def,
    entities: def.entities.filter(({ name }) => near.has(textOf(name))),
    relationships:
      def.relationships?.filter(({ from, to }) => near.has(textOf(from)) && near.has(textOf(to))) ?? [],
  };
}

/** Boxes and lines that an arrangement keeps, and the space to fill. */
function keptIn(def: EntityRelationshipDefinition, style: ShapeStyle): DrawnBefore {
  const notation = style.notation === CHEN ? style.notation : undefined;
  return arrangedStyle(style, notation, fixedDirection(notation)).keptOf(placeables(def, notation));
}

function fixedDirection(notation?: string): FixedDirection {
  return notation === CHEN
    ? {
      direction: "down",
      because: "Diagrams in Chen's notation lead down, between the attributes at both sides",
    }
    : { direction: "right", because: "Crow's foot diagrams lead to the right, since lines end at rows" };
}

function placeables(def: EntityRelationshipDefinition, notation?: string): readonly Placeable[] {
  if (notation === CHEN) return chenPlaceables(def);
  return [...byName(entitiesOf(def)).keys()].map((name) => ({ id: name, names: [name] }));
}

function arrange(
  def: EntityRelationshipDefinition,
  style: Pick<PictureStyle, "arrangement" | "notation">,
): DrawnNow {
  return style.notation === CHEN ? arrangeChen(def, keptIn(def, style)) : arrangeErd(def, keptIn(def, style));
}

const CHEN: ErdNotation = "chen";

/** The relationships, by the names of their entities. */
function lines(def: EntityRelationshipDefinition): DocumentElement[] {
  const all = relationshipsOf(def);
  const names = relationshipNames(all);
  return all.map(({ path }, at) => {
    const name = names[at] ?? "";
    return { type: "relationship", name, path, text: `relationship ${name}` };
  });
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
