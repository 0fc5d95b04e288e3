import { counted } from "../../text/plural.ts";
import type { Box, Point } from "../../geometry/box.ts";
import { levelCrossings } from "../../geometry/line_crossings.ts";
import { roundedPath } from "../../picture/path.ts";
import type { PictureLink } from "../../kind.ts";
import { type MarkedLine, withMarks } from "../../picture/marks.ts";
import { elementKey, type PictureOverlay } from "../../picture/overlay.ts";
import { Palette, type PictureTheme } from "../../picture/palette.ts";
import { svgDocument } from "../../picture/svg_document.ts";
import { textElement, titleElement } from "../../picture/svg_text.ts";
import { element } from "../../picture/xml.ts";
import { oneLine } from "../../text/terminal_text.ts";
import type { DrawnLink } from "../draw/draw_links.ts";
import type { DrawnBefore } from "../../layout/incremental/drawn_lines.ts";
import { drawArrangedMap } from "../draw/arrange_map.ts";
import { type ActorPill, MAP, type MemberCard } from "../draw/draw_map.ts";
import { actorsOf, linkName, membersOf, systemName, textOf } from "../lookup.ts";
import type { SystemDefinition } from "../types.ts";

/** Options of {@linkcode renderSystemSvg}. */
export interface SystemSvgOptions {
  /** The colours: `dark` (the default), `light`, or `auto` for what the reader's system prefers. */
  readonly theme?: PictureTheme;
  /** The heading; `""` for none. Default: the system's name. */
  readonly title?: string;
  /** The paths of members and names of actors to highlight. */
  readonly active?: ReadonlySet<string>;
  /** The links between members, by their paths. Default: none. */
  readonly links?: readonly PictureLink[] | undefined;
  /** Boxes and lines that stay, by the ids of {@linkcode systemPlaceables}. Default: none. */
  readonly before?: DrawnBefore;
  /** Marks on elements. Default: none. */
  readonly overlay?: PictureOverlay | undefined;
}

/** The most members and actors that the description lists. */
const LISTED = 100;

/**
 * Draws the map of a system as one SVG text: well-formed, standing alone, the same bytes for the same input.
 *
 * @param def The definition; it need not be valid.
 * @returns The document, with a final line end.
 *
 * @example
 * ```ts
 * import { renderSystemSvg } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const svg = renderSystemSvg({
 *   settings: { namespace: "Shop", name: "Shop" },
 *   members: [{ path: "order.smdf.json" }],
 * });
 * assertStringIncludes(svg, 'data-member="order.smdf.json"');
 * ```
 */
export function renderSystemSvg(def: SystemDefinition, options: SystemSvgOptions = {}): string {
  const { theme = "auto", title, active = new Set<string>() } = options;
  const palette = new Palette(theme);
  const map = drawArrangedMap(def, options.links, options.before ?? { boxes: {}, lines: [] });
  const hops = levelCrossings(map.links.map(({ points }) => points));
  const name = systemName(def).trim();
  const branches = branchesOf(map.links);
  const content = [
    ...map.headings.map((text) => textElement(text, "muted", "slc-system-heading", { palette })),
    ...map.links.map((link, at) => linkElement(link, hops[at], palette)),
    ...branches.map(({ x, y }) =>
      element("circle", { cx: x, cy: y, r: 2.5, ...palette.attributes({ fill: "edge" }) })
    ),
    ...map.cards.map((card) => cardElement(card, palette, active.has(card.path))),
    ...map.actors.map((actor) => actorElement(actor, palette, active.has(actor.name))),
  ];
  const places = new Map<string, Box | MarkedLine>([
    ...map.cards.map(({ path, box }) => [elementKey({ type: "member", name: path }), box] as const),
    ...map.actors.map(({ name, box }) => [elementKey({ type: "actor", name }), box] as const),
    ...map.links.map((link) =>
      [elementKey({ type: "link", name: linkName(link) }), { lines: [link.points] }] as const
    ),
  ]);
  return svgDocument({
    ...withMarks(map, content, places, options.overlay, palette),
    title: (title ?? name).trim(),
    fallback: name || "System",
    subtitle: `${counted(membersOf(def).length, "member")} · ${counted(actorsOf(def).length, "actor")}`,
    description: descriptionOf(def, map.links),
    classes: "slc-system",
  }, palette);
}

function cardElement(
  { path, box, texts, links, notes }: MemberCard,
  palette: Palette,
  isActive: boolean,
): string {
  const tab = { x: box.x + box.width - 24, y: box.y - 2, width: 13, height: 5, rx: 1.5 };
  const parts = [
    titleElement(notes === "" ? "" : `Notes: ${notes}`),
    outline(box, 8, palette, isActive),
    textElement(texts.kind, "accentInk", "slc-system-kind", { palette }),
    textElement(texts.name, "label", "slc-node-name", { palette }),
    textElement(texts.path, "muted", "slc-system-path", { palette }),
    ...links.map((text) => textElement(text, "label", "slc-system-link-text", { palette })),
    notes === ""
      ? ""
      : element("rect", { ...tab, ...palette.attributes({ fill: "accent" }, "slc-note-mark") }),
  ];
  return element("g", { class: "slc-system-member", "data-member": path }, parts.join(""));
}

function actorElement(
  { name, box, texts, description }: ActorPill,
  palette: Palette,
  isActive: boolean,
): string {
  const parts = [
    titleElement(description),
    outline(box, MAP.pillHeight / 2, palette, isActive),
    textElement(texts.name, "label", "slc-node-name", { palette }),
    textElement(texts.kind, "muted", "slc-system-kind", { palette }),
  ];
  return element("g", { class: "slc-system-actor", "data-actor": name }, parts.join(""));
}

const LINE_CORNER = 6;

function linkElement(
  { from, to, text, points }: DrawnLink,
  hops: readonly Point[] | undefined,
  palette: Palette,
): string {
  const d = roundedPath(points, LINE_CORNER, hops);
  const paint = { fill: "none", ...palette.attributes({ stroke: "edge" }, "slc-edge") };
  const line = element("path", { d, ...paint, "stroke-width": 1.4 });
  const title = titleElement(`${oneLine(from)} and ${oneLine(to)}: ${oneLine(text)}`);
  return element("g", { class: "slc-system-link", "data-from": from, "data-to": to }, title + line);
}

/** The points where a line leaves another one from the same card: a dot there says that they do not cross. */
function branchesOf(links: readonly DrawnLink[]): Point[] {
  const shared = [...Map.groupBy(links, ({ from }) => from).values()].flatMap((lines) =>
    lines.flatMap(({ points }) =>
      points.slice(1, -1).filter((corner) => lines.some((line) => isInside(corner, line)))
    )
  );
  return [...new Map(shared.map((point) => [`${point.x},${point.y}`, point])).values()];
}

/** Checks that a point lies on a part of a line, and not on its ends. */
function isInside({ x, y }: Point, { points }: DrawnLink): boolean {
  return points.slice(1).some((b, at) => {
    const a = points[at]!;
    return a.x === b.x
      ? x === a.x && (y - a.y) * (y - b.y) < 0
      : y === a.y && a.y === b.y && (x - a.x) * (x - b.x) < 0;
  });
}

function outline(box: MemberCard["box"], rx: number, palette: Palette, isActive: boolean): string {
  const stroke = isActive ? "active" : "nodeStroke";
  const paint = palette.attributes({ fill: "nodeFill", stroke }, "slc-node");
  return element("rect", { ...box, rx, ...paint, "stroke-width": isActive ? 2 : 1.2 });
}

/** The map in words, for readers who do not see it. */
function descriptionOf(def: SystemDefinition, links: readonly DrawnLink[]): string {
  const members = membersOf(def).map(({ name }) => oneLine(name)).filter(Boolean).slice(0, LISTED);
  const actors = actorsOf(def).slice(0, LISTED).map(({ name, value }) =>
    oneLine(`${name} (${textOf(value.kind)})`)
  );
  return [
    members.length === 0 ? "No members." : `Members: ${members.join("; ")}.`,
    actors.length === 0 ? "" : `Actors: ${actors.join("; ")}.`,
    links.length === 0
      ? ""
      : `Links: ${
        links.slice(0, LISTED).map(({ from, to, text }) => oneLine(`${from} and ${to}: ${text}`)).join("; ")
      }.`,
  ].filter((part) => part !== "").join(" ");
}
