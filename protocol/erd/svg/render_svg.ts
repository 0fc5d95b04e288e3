import { levelCrossings } from "../../geometry/line_crossings.ts";
import type { DrawnBefore } from "../../layout/incremental/drawn_lines.ts";
import type { Box } from "../../geometry/box.ts";
import { withMarks } from "../../picture/marks.ts";
import { elementKey, type PictureOverlay } from "../../picture/overlay.ts";
import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { svgDocument } from "../../picture/svg_document.ts";
import { oneLine } from "../../text/terminal_text.ts";
import type { ChenDrawing } from "../draw/chen_drawing.ts";
import { drawChen } from "../draw/draw_chen.ts";
import { drawErd } from "../draw/draw_erd.ts";
import type { ErdDrawing } from "../draw/erd_drawing.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { attributesOf, entitiesOf, relationshipsOf, textOf } from "../lookup.ts";
import { chenEntityElement, chenLineElement, diamondElement, numberElement } from "./chen_elements.ts";
import { entityElement } from "./entity_element.ts";
import { inheritanceElement, lineElement, plateElement } from "./line_element.ts";

/** Options of {@linkcode renderErdSvg}. */
export interface ErdSvgOptions {
  /** The colours: `dark` (the default), `light`, or `auto` for what the reader's system prefers. */
  readonly theme?: PictureTheme;
  /** The heading; `""` for none. Default: the diagram's name. */
  readonly title?: string;
  /** The names of the entities to highlight. */
  readonly active?: ReadonlySet<string>;
  /** The notation. Default: crow's foot. */
  readonly notation?: ErdNotation;
  /** Boxes and lines that stay, by the ids of what the notation draws. Default: none. */
  readonly before?: DrawnBefore;
  /** Marks on elements. Default: none. */
  readonly overlay?: PictureOverlay | undefined;
}

/** The notations of entity-relationship diagrams, the default first. */
export const ERD_NOTATIONS = ["crowsfoot", "chen"] as const;

/** A notation of entity-relationship diagrams. */
export type ErdNotation = typeof ERD_NOTATIONS[number];

/** The most entities and relationships that the description lists. */
const LISTED = 100;

/**
 * Draws an entity-relationship diagram as one SVG text: well-formed, standing alone, the same
 * bytes for the same input.
 *
 * @param def The definition; it need not be valid.
 * @returns The document, with a final line end.
 *
 * @example
 * ```ts
 * import { renderErdSvg } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const svg = renderErdSvg({
 *   settings: { namespace: "Library", name: "Lending" },
 *   entities: [{ name: "Member" }, { name: "Loan" }],
 *   relationships: [{ from: "Member", to: "Loan", cardinality: "1:N", label: "takes out" }],
 * });
 * assertStringIncludes(svg, 'data-entity="Member"');
 * ```
 */
export function renderErdSvg(def: EntityRelationshipDefinition, options: ErdSvgOptions = {}): string {
  const { theme = "auto", title, active = new Set<string>(), notation, before, overlay } = options;
  const palette = new Palette(theme);
  const drawing = notation === "chen" ? drawChen(def, before) : drawErd(def, before);
  const content = "diamonds" in drawing
    ? chenElements(drawing, palette, active)
    : crowsFootElements(drawing, palette, active);
  return svgDocument({
    ...withMarks(drawing, content.filter((part) => part !== ""), placesOf(drawing), overlay, palette),
    title: (title ?? drawing.name).trim(),
    fallback: drawing.name.trim() || "Entity-relationship diagram",
    subtitle: countsText(def),
    description: descriptionOf(def),
    classes: "slc-erd",
  }, palette);
}

/** The boxes of entities and attributes, by their keys. */
function placesOf({ entities }: ErdDrawing | ChenDrawing): Map<string, Box> {
  return new Map(entities.flatMap((entity): [string, Box][] => [
    [elementKey({ type: "entity", name: entity.name }), entity.box],
    ...("rows" in entity ? entity.rows : []).map(({ name, box }): [string, Box] => [
      elementKey({ type: "attribute", name: `${entity.name}.${name}` }),
      box,
    ]),
  ]));
}

function crowsFootElements(drawing: ErdDrawing, palette: Palette, active: ReadonlySet<string>): string[] {
  const hops = levelCrossings(drawing.relationships.map(({ points }) => points));
  return [
    ...drawing.inheritance.map((line) => inheritanceElement(line, palette)),
    ...drawing.relationships.map((relationship, at) => lineElement(relationship, palette, hops[at])),
    ...drawing.entities.map((entity) => entityElement(entity, palette, active.has(entity.name))),
    ...drawing.relationships.map((relationship) => plateElement(relationship, palette)),
  ];
}

function chenElements(drawing: ChenDrawing, palette: Palette, active: ReadonlySet<string>): string[] {
  return [
    ...drawing.inheritance.map((line) => inheritanceElement(line, palette)),
    ...drawing.lines.map((line) => chenLineElement(line, palette)),
    ...drawing.lines.map((line) => numberElement(line, palette)),
    ...drawing.entities.map((entity) => chenEntityElement(entity, palette, active.has(entity.name))),
    ...drawing.diamonds.map((diamond) => diamondElement(diamond, palette)),
  ];
}

function countsText(def: EntityRelationshipDefinition): string {
  return `${counted(entitiesOf(def).length, "entity", "entities")} · ${
    counted(relationshipsOf(def).length, "relationship", "relationships")
  }`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The diagram in words, for readers who do not see it. */
function descriptionOf(def: EntityRelationshipDefinition): string {
  const boxes = entitiesOf(def).slice(0, LISTED).map((entity) => {
    const names = attributesOf(entity).map(({ name }) => oneLine(name)).filter((name) => name !== "");
    const list = names.length === 0 ? "" : ` (${names.join(", ")})`;
    return `${entity.value.weak === true ? "weak " : ""}${oneLine(entity.name)}${list}`;
  });
  const lines = relationshipsOf(def).slice(0, LISTED).map(({ value }) =>
    oneLine(
      `${textOf(value.from)} ${textOf(value.cardinality)} ${textOf(value.to)} ${textOf(value.label)}`.trim(),
    )
  );
  const parts = [
    boxes.length === 0 ? "No entities." : `Entities: ${boxes.join("; ")}.`,
    lines.length === 0 ? "" : `Relationships: ${lines.join("; ")}.`,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
