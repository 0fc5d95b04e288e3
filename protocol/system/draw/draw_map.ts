import { type Box, moved, type Point } from "../../geometry/box.ts";
import type { PictureLink } from "../../kind.ts";
import {
  blockWidth,
  type DrawnText,
  measuredText,
  moreHeight,
  movedText,
  placedText,
} from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { effortOf, fitCost, isNoRibbon, SCREEN } from "../../layout/fit_cost.ts";
import type { Fit } from "../../layout/options.ts";
import { FRAME } from "../../picture/fit.ts";
import { actorsOf, type Located, membersOf, textOf } from "../lookup.ts";
import { KIND_WORDS, MEMBER_KINDS, memberKindOfPath, memberTitle } from "../member_kind.ts";
import type { SystemDefinition } from "../types.ts";
import { type DrawnLink, type LinkSpan, planLinks } from "./draw_links.ts";
import { type MemberList, ordersOf } from "./order_members.ts";

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
  const sizeOf = ({ width, height }: SystemMap) => ({
    width: width + FRAME.width,
    height: height + FRAME.height,
  });
  const linked = all.filter(({ from, to }) => memberKindOfPath(from) !== memberKindOfPath(to));
  const mapOf = (rows: number) => {
    const maps = ordersOf(kindsOf(members, rows), linked).map((kinds) => drawColumns(def, kinds, linked));
    return cheapest(maps, ({ links }) => effortOf(links));
  };
  const plain = mapOf(Infinity);
  if (space === undefined && isNoRibbon(sizeOf(plain))) return plain;
  // Few enough members for a person to read are few enough to try every height of columns.
  const rows = Array.from({ length: Math.min(members.length, MOST_ROWS) }, (_, at) => at + 1);
  const different = new Map(
    rows.map((most) => [kindsOf(members, most).map((kind) => kind.rows).join(), most]),
  );
  return cheapest(
    [plain, ...[...different.values()].map(mapOf)],
    (map) => fitCost(sizeOf(map), space ?? { aspects: [SCREEN] }) * (1 + effortOf(map.links)),
  );
}

/** The most rows of a column that are tried. */
const MOST_ROWS = 40;

/** The first map of the least cost. */
function cheapest([first, ...others]: readonly SystemMap[], costOf: (map: SystemMap) => number): SystemMap {
  return others.reduce((best, map) => costOf(map) < costOf(best) ? map : best, first!);
}

/** The members of each kind, cut into columns of one height with at most so many rows. */
function kindsOf(members: readonly Located[], rows: number): MemberList[] {
  return [...MEMBER_KINDS, undefined].map((kind) => {
    const own = members.filter(({ name }) => memberKindOfPath(name) === kind);
    const columns = Math.max(1, Math.ceil(own.length / rows));
    return { kind, members: own, rows: Math.max(1, Math.ceil(own.length / columns)) };
  });
}

/** Draws the map with the members of each kind in columns. */
function drawColumns(
  def: SystemDefinition,
  kinds: readonly MemberList[],
  all: readonly PictureLink[],
): SystemMap {
  const columns = kinds.flatMap(({ kind, members, rows }) => {
    const { one, many } = kind === undefined ? OTHER : KIND_WORDS[kind];
    return Array.from({ length: Math.ceil(members.length / rows) }, (_, at) => ({
      words: { one, many: at === 0 ? many : "" },
      members: members.slice(at * rows, (at + 1) * rows),
    }));
  });
  const pairs = pairsOf(all, columns.map(({ members }) => members));
  const wide = cardWidth(pairs);
  const standing = columns.map(({ words, members }) => {
    let y: number = MAP.heading;
    return members.map((member) => {
      const rows = pairs.flatMap(({ link }) => rowOf(link, member.name));
      const card = cardOf(member, words.one, rows, y, wide);
      y += card.box.height + MAP.gap;
      return card;
    });
  });
  const byPath = new Map(standing.flat().map((card) => [card.path, card]));
  const { above, gaps, routes } = planLinks(
    pairs.map((pair) => spanOf(pair, pairs, byPath)),
    columns.length,
    MAP.columnGap,
  );
  const edges = columns.map((_, at) => {
    const left = gaps.slice(0, at).reduce((x, gap) => x + wide + gap, 0);
    return { left, right: left + wide };
  });
  const cards = standing.flatMap((column, at) =>
    column.map((card) => movedCard(card, { x: edges[at]!.left, y: 0 }))
  );
  const headings = columns.flatMap(({ words }, at) =>
    words.many === "" ? [] : [heading(words.many, edges[at]!.left, 0)]
  );
  const lines = routes(edges);
  const links = pairs.map(({ link }, index): DrawnLink => ({ ...link, points: lines[index] ?? [] }));
  const bottom = Math.max(0, ...cards.map(({ box }) => box.y + box.height));
  const width = Math.max(edges.at(-1)?.right ?? 0, 3 * (MAP.cardWidth + MAP.columnGap) - MAP.columnGap);
  const top = bottom === 0 ? 0 : bottom + MAP.columnGap;
  const actors = placeActors(actorsOf(def).filter(({ name }) => name !== ""), top + MAP.heading, width);
  if (actors.length > 0) headings.push(heading("actors", 0, top));
  const boxes = [...cards, ...actors].map(({ box }) => box);
  return {
    x: 0,
    y: -above,
    width: Math.max(MAP.cardWidth, ...boxes.map((box) => box.x + box.width)),
    height: above + Math.max(0, ...boxes.map((box) => box.y + box.height)),
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
  /** Its place among others: whether it joins neighbouring columns, and the places of its members. */
  readonly order: readonly [near: number, left: number, right: number];
}

/**
 * The links between columns. Lines that pass over a column leave their card above the others, and those of a card lead to
 * others in their order: these do not cross.
 */
function pairsOf(links: readonly PictureLink[], columns: readonly (readonly Located[])[]): LinkPair[] {
  const names = columns.flatMap((members, column) => members.map(({ name }) => ({ name, column })));
  const places = new Map(names.map(({ name, column }, order) => [name, { column, order }]));
  return links.flatMap((link) => {
    const [one, other] = [places.get(link.from), places.get(link.to)];
    if (one === undefined || other === undefined) return [];
    const [left, right] = one.order < other.order ? [one, other] : [other, one];
    return [{
      link: left === one ? link : { ...link, from: link.to, to: link.from },
      columns: [left.column, right.column] as const,
      order: [right.column - left.column === 1 ? 1 : 0, left.order, right.order] as const,
    }];
  }).sort(({ order: a }, { order: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
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
  y: number,
  width: number,
): MemberCard {
  const room = width - 2 * MAP.pad;
  // Texts of several lines move what is below them down.
  let down = 0;
  const block = (text: string, face: typeof NAME | typeof SMALL, base: number) => {
    const lines = wrappedText(text, face, room);
    const placed = placedText(lines, MAP.pad, y + base + down);
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
    box: { x: 0, y, width, height: MAP.cardHeight + rows.length * MAP.linkHeight + down },
    texts,
    links,
    notes: textOf(value.notes),
  };
}

/** A card with its texts, elsewhere. */
export function movedCard(card: MemberCard, by: Point): MemberCard {
  const { kind, name, path } = card.texts;
  return {
    ...card,
    box: moved(card.box, by),
    texts: { kind: movedText(kind, by), name: movedText(name, by), path: movedText(path, by) },
    links: card.links.map((text) => movedText(text, by)),
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
