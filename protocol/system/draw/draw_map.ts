import type { Box } from "../../geometry/box.ts";
import type { PictureLink } from "../../kind.ts";
import {
  blockWidth,
  type DrawnText,
  measuredText,
  moreHeight,
  placedText,
} from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { effortOf, fitCost, isNoRibbon, SCREEN } from "../../layout/fit_cost.ts";
import type { Fit } from "../../layout/options.ts";
import { FRAME } from "../../picture/fit.ts";
import { actorsOf, type Located, membersOf, textOf } from "../lookup.ts";
import { KIND_WORDS, MEMBER_KINDS, memberKindOfPath, memberTitle } from "../member_kind.ts";
import type { SystemDefinition } from "../types.ts";
import { channelHeight, type DrawnLink, gapsFor, type LinkSpan, routeLinks } from "./draw_links.ts";

/** A member as a card. */
export interface MemberCard {
  /** The path, as the system writes it. */
  readonly path: string;
  /** The outline. */
  readonly box: Box;
  /** The kind, the name and the path. */
  readonly texts: { readonly kind: DrawnText; readonly name: DrawnText; readonly path: DrawnText };
  /** The links to other members, a line each. */
  readonly links: readonly DrawnText[];
  /** The system's note about it. */
  readonly notes: string;
}

/** An actor as a pill. */
export interface ActorPill {
  /** The name. */
  readonly name: string;
  /** The outline. */
  readonly box: Box;
  /** The name and the kind. */
  readonly texts: { readonly name: DrawnText; readonly kind: DrawnText };
  /** Its part in the system. */
  readonly description: string;
}

/** The map of a system, measured and placed. */
export interface SystemMap extends Box {
  /** The headings of the columns and of the actors. */
  readonly headings: readonly DrawnText[];
  /** The members. */
  readonly cards: readonly MemberCard[];
  /** The actors. */
  readonly actors: readonly ActorPill[];
  /** The links between members. */
  readonly links: readonly DrawnLink[];
}

/** The sizes of the map, in world units. */
export const MAP = {
  cardWidth: 196,
  widestCard: 340,
  cardHeight: 92,
  pillHeight: 40,
  columnGap: 48,
  gap: 20,
  heading: 26,
  pad: 14,
  linkHeight: 18,
} as const;

const HEADING = { size: 12, weight: 600 } as const;
const NAME = { size: 14, weight: 600 } as const;
const SMALL = { size: 11, weight: 400 } as const;
const OTHER = { one: "no member", many: "other" } as const;

/**
 * Draws the map of a system: a column of cards for each kind of member, and a row of actors below.
 *
 * @param def The definition; it need not be valid.
 * @param all The links between members, by their paths; those of one kind of member are left out.
 * @param space The space to fill: kinds with many members get several columns. Default: one column for each, unless the
 * map would be a long ribbon.
 */
export function drawSystemMap(
  def: SystemDefinition,
  all: readonly PictureLink[] = [],
  space: Fit | undefined = undefined,
): SystemMap {
  const members = membersOf(def).filter(({ name }) => name !== "");
  const plain = drawColumns(def, members, all, Infinity);
  const sizeOf = ({ width, height }: SystemMap) => ({
    width: width + FRAME.width,
    height: height + FRAME.height,
  });
  if (space === undefined && isNoRibbon(sizeOf(plain))) return plain;
  const cost = (map: SystemMap) =>
    fitCost(sizeOf(map), space ?? { aspects: [SCREEN] }) * (1 + effortOf(map.links));
  // Few enough members for a person to read are few enough to try every height of columns.
  const most = Math.min(members.length, MOST_ROWS);
  return Array.from({ length: most }, (_, at) => drawColumns(def, members, all, at + 1))
    .reduce((best, map) => cost(map) < cost(best) ? map : best, plain);
}

/** The most rows of a column that are tried. */
const MOST_ROWS = 40;

/** Draws the map with at most so many members in a column: kinds that have more get several columns. */
function drawColumns(
  def: SystemDefinition,
  members: readonly Located[],
  all: readonly PictureLink[],
  rows: number,
): SystemMap {
  const columns = [...MEMBER_KINDS, undefined].flatMap((kind) => {
    const { one, many } = kind === undefined ? OTHER : KIND_WORDS[kind];
    const own = members.filter(({ name }) => memberKindOfPath(name) === kind);
    const count = own.length === 0 ? 0 : Math.ceil(own.length / Math.min(rows, own.length));
    const height = Math.ceil(own.length / Math.max(1, count));
    return Array.from({ length: count }, (_, at) => ({
      words: { one, many: at === 0 ? many : "" },
      members: own.slice(at * height, (at + 1) * height),
    }));
  });
  const columnOf = new Map(
    columns.flatMap((column, at) => column.members.map(({ name }) => [name, at] as const)),
  );
  // Lines that pass over a column leave their card above the others: these do not cross them.
  const pairs = all.flatMap((link) => pairOf(link, columnOf))
    .sort((a, b) => Number(isNear(a)) - Number(isNear(b)));
  const wide = cardWidth(pairs);
  const spans = pairs.map(({ link, columns }) => ({ card: link.from, columns }));
  const gaps = gapsFor(spans, columns.length, MAP.columnGap);
  const edges = columns.map((_, at) => {
    const left = gaps.slice(0, at).reduce((x, gap) => x + wide + gap, 0);
    return { left, right: left + wide };
  });
  const above = channelHeight(spans);
  const headings: DrawnText[] = [];
  const cards: MemberCard[] = [];
  for (const [at, column] of columns.entries()) {
    const x = edges[at]?.left ?? 0;
    if (column.words.many !== "") headings.push(heading(column.words.many, x, above));
    let y = above + MAP.heading;
    for (const member of column.members) {
      const rows = pairs.flatMap(({ link }) => rowOf(link, member.name));
      const card = cardOf(member, column.words.one, rows, { x, y, width: wide });
      cards.push(card);
      y += card.box.height + MAP.gap;
    }
  }
  const byPath = new Map(cards.map((card) => [card.path, card]));
  const routes = routeLinks(pairs.map((pair) => spanOf(pair, pairs, byPath)), edges);
  const links = pairs.map(({ link }, index): DrawnLink => ({ ...link, points: routes[index] ?? [] }));
  const bottom = Math.max(0, ...cards.map(({ box }) => box.y + box.height));
  const width = Math.max(edges.at(-1)?.right ?? 0, 3 * (MAP.cardWidth + MAP.columnGap) - MAP.columnGap);
  const top = bottom === 0 ? 0 : bottom + MAP.columnGap;
  const actors = placeActors(actorsOf(def).filter(({ name }) => name !== ""), top + MAP.heading, width);
  if (actors.length > 0) headings.push(heading("actors", 0, top));
  const boxes = [...cards, ...actors].map(({ box }) => box);
  return {
    x: 0,
    y: 0,
    width: Math.max(MAP.cardWidth, ...boxes.map((box) => box.x + box.width)),
    height: Math.max(0, ...boxes.map((box) => box.y + box.height)),
    headings,
    cards,
    actors,
    links,
  };
}

/** The width of all cards: as wide as the longest line about a link, within bounds. */
function cardWidth(pairs: readonly LinkPair[]): number {
  const rows = pairs.flatMap(({ link }) => [...rowOf(link, link.from), ...rowOf(link, link.to)]);
  const longest = rows.reduce(
    (most, row) => Math.max(most, measuredText(row, SMALL, MAP.widestCard).width),
    0,
  );
  return Math.min(MAP.widestCard, Math.max(MAP.cardWidth, Math.ceil(longest) + 2 * MAP.pad));
}

/** A link between members in different columns, the left one first. */
interface LinkPair {
  readonly link: PictureLink;
  readonly columns: LinkSpan["columns"];
}

/** Checks whether a link is between neighbouring columns. */
function isNear({ columns: [left, right] }: LinkPair): boolean {
  return right - left === 1;
}

function pairOf(link: PictureLink, columnOf: ReadonlyMap<string, number>): LinkPair[] {
  if (memberKindOfPath(link.from) === memberKindOfPath(link.to)) return [];
  const [one, other] = [columnOf.get(link.from), columnOf.get(link.to)];
  if (one === undefined || other === undefined) return [];
  return one < other
    ? [{ link, columns: [one, other] }]
    : [{ link: { ...link, from: link.to, to: link.from }, columns: [other, one] }];
}

/** The line of a link on the card of a member: `order: 3 events`. */
function rowOf({ from, to, text }: PictureLink, path: string): string[] {
  if (path !== from && path !== to) return [];
  return [`${memberTitle(path === from ? to : from)}: ${text}`];
}

/** The heights of the lines of a link on its two cards. */
function spanOf(
  { link, columns }: LinkPair,
  pairs: readonly LinkPair[],
  cards: ReadonlyMap<string, MemberCard>,
): LinkSpan {
  const heightOn = (path: string) => {
    const rows = pairs.filter((pair) => pair.link.from === path || pair.link.to === path);
    const text = cards.get(path)?.links[rows.findIndex((pair) => pair.link === link)];
    return (text?.y ?? 0) - SMALL.size / 3;
  };
  return { card: link.from, columns, heights: [heightOn(link.from), heightOn(link.to)] };
}

function heading(text: string, x: number, y: number): DrawnText {
  return placedText(measuredText(text, HEADING, MAP.cardWidth), x, y + HEADING.size);
}

function cardOf(
  { name: path, value }: Located,
  kind: string,
  rows: readonly string[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): MemberCard {
  const room = width - 2 * MAP.pad;
  // Texts of several lines move what is below them down.
  let down = 0;
  const block = (text: string, face: typeof NAME | typeof SMALL, base: number) => {
    const lines = wrappedText(text, face, room);
    const placed = placedText(lines, x + MAP.pad, y + base + down);
    down += moreHeight(lines);
    return placed;
  };
  const texts = {
    kind: block(kind, SMALL, 26),
    name: block(memberTitle(path), NAME, 49),
    path: block(path, SMALL, 72),
  };
  const links = rows.map((text, at) => block(text, SMALL, MAP.cardHeight + 2 + at * MAP.linkHeight));
  return {
    path,
    box: { x, y, width, height: MAP.cardHeight + rows.length * MAP.linkHeight + down },
    texts,
    links,
    notes: textOf(value.notes),
  };
}

/** The actors in rows no wider than the map. */
function placeActors(actors: readonly Located[], top: number, width: number): ActorPill[] {
  let [x, y, below] = [0, top, top];
  return actors.map(({ name, value }) => {
    const title = wrappedText(name, NAME, MAP.widestCard);
    const kind = wrappedText(textOf(value.kind), SMALL, MAP.cardWidth);
    const words = blockWidth(title);
    const own = Math.ceil(words + blockWidth(kind) + (kind.width > 0 ? 8 : 0) + 2 * MAP.pad);
    const height = MAP.pillHeight + Math.max(moreHeight(title), moreHeight(kind));
    if (x > 0 && x + own > width) [x, y] = [0, below + MAP.gap / 2];
    below = Math.max(below, y + height);
    const pill = {
      name,
      box: { x, y, width: own, height },
      texts: {
        name: placedText(title, x + MAP.pad, y + 25),
        kind: placedText(kind, x + MAP.pad + words + 8, y + 25),
      },
      description: textOf(value.description),
    };
    x += own + MAP.gap / 2;
    return pill;
  });
}
