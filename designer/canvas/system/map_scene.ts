import {
  actorsOf,
  type Box,
  MEMBER_KINDS,
  memberKindOfPath,
  membersOf,
  memberTitle,
  overlaps,
  type PictureLink,
  type Point,
  type SystemDefinition,
  textOrEmpty,
} from "@loom/protocol";
import { boundsOf } from "@loom/protocol/drawing";
import type { BoardScene } from "../board.ts";

/** A member as a card. */
export interface MapCard {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  /** The kind in a word. */
  readonly kind: string;
  readonly box: Box;
  readonly notes: string;
}

/** An actor as a pill. */
export interface MapActor {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly box: Box;
}

/** A link between two cards. */
export interface MapLink {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** The line, as the data of a path. */
  readonly d: string;
  readonly label: Box;
}

/** A system as a canvas shows it. */
export interface MapScene extends BoardScene {
  /** Cards and actors. */
  readonly elements: readonly (MapCard | MapActor)[];
  readonly cards: readonly MapCard[];
  readonly actors: readonly MapActor[];
  readonly links: readonly MapLink[];
  readonly headings: readonly { readonly text: string; readonly at: Point }[];
}

/** The key of a member among all elements. */
export const memberKey = (path: string): string => `member:${path}`;
/** The key of an actor among all elements. */
export const actorKey = (name: string): string => `actor:${name}`;

/** The sizes of a card: its head, its drawing, its foot. */
export const CARD = { width: 248, head: 54, drawing: 124, foot: 34 } as const;
const HEIGHT = CARD.head + CARD.drawing + CARD.foot;
const GAP = { column: 196, row: 26, heading: 28 } as const;
const PILL = { height: 36, gap: 10, pad: 16, letter: 7.4 } as const;
const LABEL = { height: 20, letter: 6.1, pad: 8 } as const;

/** The words of the columns, in the order of the map. */
const WORDS = {
  erd: { one: "entities", many: "Data" },
  machine: { one: "machine", many: "Machines" },
  sequence: { one: "scenario", many: "Scenarios" },
  other: { one: "no member", many: "Other" },
} as const;

/**
 * The scene of a system: a column of cards for each kind of member, the actors below, and the links between cards.
 *
 * @param places The places of what was moved.
 */
export function mapScene(
  def: SystemDefinition,
  links: readonly PictureLink[],
  places: Readonly<Record<string, Point>> = {},
): MapScene {
  const at = (name: string, box: Box): Box => {
    const { x = box.x, y = box.y } = Object.hasOwn(places, name) ? places[name] ?? {} : {};
    return { ...box, x, y };
  };
  const members = membersOf(def).filter(({ name }) => name !== "");
  const columns = ([...MEMBER_KINDS, "other"] as const).map((kind) => ({
    words: WORDS[kind],
    members: members.filter(({ name }) => (memberKindOfPath(name) ?? "other") === kind),
  })).filter((column) => column.members.length > 0);
  const headings: MapScene["headings"][number][] = [];
  const cards = columns.flatMap(({ words, members }, column) => {
    const x = column * (CARD.width + GAP.column);
    if (!members.some(({ name }) => Object.hasOwn(places, name))) {
      headings.push({ text: words.many, at: { x, y: 14 } });
    }
    return members.map(({ name, value }, row): MapCard => ({
      key: memberKey(name),
      path: name,
      title: memberTitle(name),
      kind: words.one,
      box: at(name, { x, y: GAP.heading + row * (HEIGHT + GAP.row), width: CARD.width, height: HEIGHT }),
      notes: textOrEmpty(value.notes),
    }));
  });
  const bottom = Math.max(
    0,
    ...columns.map(({ members }) => GAP.heading + members.length * (HEIGHT + GAP.row)),
  );
  const width = Math.max(CARD.width * 2, columns.length * (CARD.width + GAP.column) - GAP.column);
  const actors = placeActors(def, bottom === 0 ? 0 : bottom + 40 - GAP.row, width).map((actor) => ({
    ...actor,
    box: at(actor.name, actor.box),
  }));
  if (actors.length > 0 && !actors.some(({ name }) => Object.hasOwn(places, name))) {
    headings.push({ text: "Actors", at: { x: 0, y: (bottom === 0 ? 0 : bottom + 40 - GAP.row) + 14 } });
  }
  const elements = [...cards, ...actors];
  const boxes = elements.map(({ box }) => box);
  return {
    elements,
    mapBoxes: elements.map(({ box }) => ({ box, isContainer: false })),
    cards,
    actors,
    links: linksOf(cards, links),
    headings,
    bounds: boxes.length === 0 ? undefined : boundsOf([...boxes, { x: 0, y: 0, width: 1, height: 1 }]),
  };
}

function placeActors(def: SystemDefinition, top: number, width: number): MapActor[] {
  let [x, y] = [0, top + GAP.heading];
  return actorsOf(def).filter(({ name }) => name !== "").map(({ name, value }) => {
    const kind = textOrEmpty(value.kind);
    const own = Math.ceil((name.length + kind.length) * PILL.letter + 2 * PILL.pad + 8);
    if (x > 0 && x + own > width) [x, y] = [0, y + PILL.height + PILL.gap];
    const box = { x, y, width: own, height: PILL.height };
    x += own + PILL.gap;
    return { key: actorKey(name), name, kind, box };
  });
}

/** Links as curves from side to side; each leaves and enters a card at a height of its own. */
function linksOf(cards: readonly MapCard[], links: readonly PictureLink[]): MapLink[] {
  const byPath = new Map(cards.map((card) => [card.path, card]));
  const sides = new Map<string, number>();
  const known = links.flatMap((link) => {
    const [one, other] = [byPath.get(link.from), byPath.get(link.to)];
    if (!one || !other || one === other) return [];
    const [left, right] = one.box.x <= other.box.x ? [one, other] : [other, one];
    return [{ link, left, right }];
  });
  const counts = new Map<string, number>();
  for (const { left, right } of known) {
    counts.set(`${left.path} out`, (counts.get(`${left.path} out`) ?? 0) + 1);
    counts.set(`${right.path} in`, (counts.get(`${right.path} in`) ?? 0) + 1);
  }
  const next = ({ path, box }: MapCard, side: "in" | "out") => {
    const key = `${path} ${side}`;
    const index = sides.get(key) ?? 0;
    sides.set(key, index + 1);
    return box.y + box.height * (index + 1) / ((counts.get(key) ?? 1) + 1);
  };
  const placed: Box[] = [];
  return known.toSorted((a, b) => a.right.box.y - b.right.box.y).map(({ link, left, right }) => {
    const [y, into] = [next(left, "out"), next(right, "in")];
    const [from, isAbove] = [left.box.x + left.box.width, left.box.x === right.box.x];
    const to = isAbove ? from : right.box.x;
    const bend = isAbove ? 70 : Math.max(50, (to - from) / 2);
    const curve = [from, from + bend, isAbove ? to + bend : to - bend, to] as const;
    // Where the line is between two columns, and near what it leads to: no card is there.
    const share = isAbove ? 0.5 : shareAt(curve, to - GAP.column / 2);
    const width = Math.min(MOST_LABEL, link.text.length * LABEL.letter + 2 * LABEL.pad);
    const label = freeBox({
      x: cubic(curve, share) - width / 2,
      y: cubic([y, y, into, into], share) - LABEL.height / 2,
      width,
      height: LABEL.height,
    }, placed);
    placed.push(label);
    const d = `M${from} ${y}C${curve[1]} ${y} ${curve[2]} ${into} ${to} ${into}`;
    return { from: link.from, to: link.to, text: link.text, d, label };
  });
}

const MOST_LABEL = 184;

type Curve = readonly [number, number, number, number];

function cubic([a, b, c, d]: Curve, t: number): number {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

/** The share of a curve that leads from left to right at which it is at a place. */
function shareAt(curve: Curve, x: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (cubic(curve, middle) < x) low = middle;
    else high = middle;
  }
  return low;
}

/** A box moved down until it covers none of the others. */
function freeBox(box: Box, others: readonly Box[]): Box {
  const covered = others.find((other) => overlaps(box, other));
  return covered === undefined ? box : freeBox({ ...box, y: covered.y + covered.height + 4 }, others);
}

/** The scene of nothing. */
export const NO_MAP: MapScene = mapScene({ settings: { namespace: "", name: "" }, members: [] }, []);

/** What is known of a member's file. */
export interface SystemMemberView {
  /** Its picture, an SVG text; `undefined` while it is loaded. */
  readonly svg?: string | undefined;
  /** What it has, in a few words: `5 states, 7 events`. */
  readonly counts?: string | undefined;
  /** The number of findings with errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** Why it cannot be read. */
  readonly problem?: string | undefined;
}
