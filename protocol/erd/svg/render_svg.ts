import { levelCrossings } from "../../geometry/line_crossings.ts";
import type { DrawnBefore } from "../../layout/incremental/drawn_lines.ts";
import type { Box } from "../../geometry/box.ts";
import { type MarkedLine, withMarks } from "../../picture/marks.ts";
import { elementKey, type PictureOverlay } from "../../picture/overlay.ts";
import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { svgDocument } from "../../picture/svg_document.ts";
import { oneLine } from "../../text/terminal_text.ts";
import type { ChenDrawing } from "../draw/chen_drawing.ts";
import { drawChen } from "../draw/draw_chen.ts";
import { drawErd } from "../draw/draw_erd.ts";
import type { ErdDrawing } from "../draw/erd_drawing.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { attributesOf, entitiesOf, relationshipNames, relationshipsOf, textOf } from "../lookup.ts";
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
    ...withMarks(drawing, content.filter((part) => part !== ""), placesOf(def, drawing), overlay, palette),
    title: (title ?? drawing.name).trim(),
    fallback: drawing.name.trim() || "Entity-relationship diagram",
    subtitle: countsText(def),
    description: descriptionOf(def),
    classes: "slc-erd",
  }, palette);
}

/** The boxes of entities and attributes and the lines of relationships, by their keys. */
function placesOf(
  def: EntityRelationshipDefinition,
  drawing: ErdDrawing | ChenDrawing,
): Map<string, Box | MarkedLine> {
  const relationships = relationshipsOf(def);
  const names = relationshipNames(relationships);
  return new Map<string, Box | MarkedLine>([
    ...drawing.entities.flatMap((entity): [string, Box][] => [
      [elementKey({ type: "entity", name: entity.name }), entity.box],
      ...attributeBoxes(entity).map(([name, box]): [string, Box] => [
        elementKey({ type: "attribute", name: `${entity.name}.${name}` }),
        box,
      ]),
    ]),
    ...relationships.flatMap(({ index }, at): [string, MarkedLine][] => {
      const line = "diamonds" in drawing ? chenLineOf(drawing, index) : crowsFootLineOf(drawing, index);
      return line.lines.length === 0
        ? []
        : [[elementKey({ type: "relationship", name: names[at] ?? "" }), line]];
    }),
  ]);
}

function attributeBoxes(entity: ErdDrawing["entities"][number] | ChenDrawing["entities"][number]) {
  return "rows" in entity
    ? entity.rows.map(({ name, box }) => [name, box] as const)
    : entity.ovals.map(({ name, center, rx, ry }) =>
      [name, { x: center.x - rx, y: center.y - ry, width: 2 * rx, height: 2 * ry }] as const
    );
}

function crowsFootLineOf({ relationships }: ErdDrawing, index: number): MarkedLine {
  const found = relationships.find((one) => one.index === index);
  return { lines: found ? [found.points] : [], sign: found?.label?.box };
}

/** The lines of a relationship and the outline of its diamond. */
function chenLineOf({ lines, diamonds }: ChenDrawing, index: number): MarkedLine {
  const diamond = diamonds.find((one) => one.index === index);
  if (!diamond) return { lines: [] };
  const { center: { x, y }, half } = diamond;
  const top = { x, y: y - half.y };
  const [right, bottom, left] = [{ x: x + half.x, y }, { x, y: y + half.y }, { x: x - half.x, y }];
  return {
    lines: [
      ...lines.filter((line) => line.index === index).map(({ points }) => points),
      [top, right, bottom, left, top],
    ],
    sign: { x: x - half.x / 2 - 6, y: y - half.y / 2 - 6 },
  };
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
