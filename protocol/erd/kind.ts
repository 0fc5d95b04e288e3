import { ERD_DIAGRAMS } from "./diagram.ts";
import { arrangedStyle, type ShapeStyle } from "../arrangement/arranged_style.ts";
import type { DocumentElement, DocumentKind, FixedDirection, PictureStyle } from "../kind.ts";
import { renderErdAscii } from "./ascii.ts";
import type { DrawnBefore, DrawnNow } from "../layout/incremental/drawn_lines.ts";
import { arrangeChen } from "./draw/draw_chen.ts";
import { arrangeErd } from "./draw/draw_erd.ts";
import { namesNear } from "../picture/names_near.ts";
import { byName, entitiesOf, relationshipNames, relationshipsOf, textOf } from "./lookup.ts";
import { renderMermaidEr } from "./mermaid.ts";
import type { ErdOp } from "./ops.ts";
import { ERD_RULES, validateErd } from "./rules/rules.ts";
import { ERD_NOTATIONS, type ErdNotation, renderErdSvg } from "./svg/render_svg.ts";
import type { EntityRelationshipDefinition } from "./types.ts";
import { CHEN, EDITED_ERD_KIND, erdPlaceables } from "./edited_kind.ts";

const { content } = EDITED_ERD_KIND;

/** Entity-relationship diagrams, `.erdf.json`. */
export const ERD_KIND: DocumentKind<EntityRelationshipDefinition, ErdOp> = {
  ...EDITED_ERD_KIND,
  content: {
    ...content,
    pictures: {
      diagrams: ERD_DIAGRAMS,
      notations: ERD_NOTATIONS,
      svg,
      ...content.pictures,
      arrange,
      fixedDirection,
      lines,
      ascii: (def, { active, columns }) => renderErdAscii(def, active, columns),
      mermaid: renderMermaidEr,
      mermaidEnding: "erd.mmd",
    },
    rules: ERD_RULES,
    findings: validateErd,
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
  return arrangedStyle(style, notation, fixedDirection(notation)).keptOf(
    erdPlaceables(def, notation),
  );
}

function fixedDirection(notation?: string): FixedDirection {
  return notation === CHEN
    ? {
      direction: "down",
      because: "Diagrams in Chen's notation lead down, between the attributes at both sides",
    }
    : { direction: "right", because: "Crow's foot diagrams lead to the right, since lines end at rows" };
}

function arrange(
  def: EntityRelationshipDefinition,
  style: Pick<PictureStyle, "arrangement" | "notation">,
): DrawnNow {
  return style.notation === CHEN ? arrangeChen(def, keptIn(def, style)) : arrangeErd(def, keptIn(def, style));
}

/** The relationships, by the names of their entities. */
function lines(def: EntityRelationshipDefinition): DocumentElement[] {
  const all = relationshipsOf(def);
  const names = relationshipNames(all);
  return all.map(({ path }, at) => {
    const name = names[at] ?? "";
    return { type: "relationship", name, path, text: `relationship ${name}` };
  });
}
