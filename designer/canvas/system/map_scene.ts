import {
  actorsOf,
  type Box,
  layoutGraph,
  MEMBER_KINDS,
  memberKindOfPath,
  membersOf,
  memberTitle,
  type PictureLink,
  type Point,
  type Size,
  type SystemDefinition,
  textOrEmpty,
} from "@loom/protocol";
import { boundsOf, levelCrossings, roundedPath } from "@loom/protocol/drawing";
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
  /** The text in the lines of the label. */
  readonly lines: readonly string[];
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
const GAP = { column: 196, row: 64, heading: 60, actors: 40 } as const;
const PILL = { height: 36, gap: 10, pad: 16, letter: 7.4 } as const;
const LABEL = { line: 14, letter: 6.1, letters: 26, pad: { x: 8, y: 3 } } as const;

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
 * @param places The places of moved elements.
 * @param isMoving True while elements are dragged: links are drawn straight.
 */
export function mapScene(
  def: SystemDefinition,
  links: readonly PictureLink[],
  places: Readonly<Record<string, Point>> = {},
  isMoving = false,
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
  const actors = placeActors(def, bottom === 0 ? 0 : bottom + GAP.actors - GAP.row, width).map((actor) => ({
    ...actor,
    box: at(actor.name, actor.box),
  }));
  if (actors.length > 0 && !actors.some(({ name }) => Object.hasOwn(places, name))) {
    headings.push({
      text: "Actors",
      at: { x: 0, y: (bottom === 0 ? 0 : bottom + GAP.actors - GAP.row) + 14 },
    });
  }
  const elements = [...cards, ...actors];
  const boxes = elements.map(({ box }) => box);
  return {
    elements,
    mapBoxes: elements.map(({ box }) => ({ box, isContainer: false })),
    cards,
    actors,
    links: linksOf({ cards, headings }, links, isMoving),
    headings,
    bounds: boxes.length === 0 ? undefined : boundsOf([...boxes, { x: 0, y: 0, width: 1, height: 1 }]),
  };
}

function placeActors(def: SystemDefinition, top: number, width: number): MapActor[] {
  let [x, y] = [0, top + GAP.actors];
  return actorsOf(def).filter(({ name }) => name !== "").map(({ name, value }) => {
    const kind = textOrEmpty(value.kind);
    const own = Math.ceil((name.length + kind.length) * PILL.letter + 2 * PILL.pad + 8);
    if (x > 0 && x + own > width) [x, y] = [0, y + PILL.height + PILL.gap];
    const box = { x, y, width: own, height: PILL.height };
    x += own + PILL.gap;
    return { key: actorKey(name), name, kind, box };
  });
}

/**
 * Links with right angles around the cards, labels on their lines.
 *
 * @param isMoving True to draw them at once, straight from card to card.
 */
function linksOf(
  { cards, headings }: Pick<MapScene, "cards" | "headings">,
  links: readonly PictureLink[],
  isMoving: boolean,
): MapLink[] {
  const byPath = new Map(cards.map((card) => [card.path, card.box]));
  const known = links.filter(({ from, to }) => from !== to && byPath.has(from) && byPath.has(to));
  if (known.length === 0) return [];
  const boxes = new Map([
    ...headings.map(({ text, at }) => [`heading ${text}`, headingBox(text, at)] as const),
    ...byPath,
  ]);
  const labels = known.map(({ text }) => labelLines(text));
  const { edges } = layoutGraph({
    nodes: Array.from(boxes, ([id, { width, height }]) => ({ id, width, height })),
    edges: known.map(({ from, to }, at) => ({ id: String(at), from, to, label: labelSize(labels[at]) })),
  }, {
    fixed: boxes,
    direction: "right",
    lines: "upright",
    ...(isMoving ? { routing: "straight" as const } : {}),
  });
  const routes = known.map((_, at) => edges.get(String(at)) ?? { points: [] });
  const hops = levelCrossings(routes.map(({ points }) => points));
  return known.map(({ from, to, text }, at) => {
    const { points, label } = routes[at] ?? { points: [] };
    const [first] = points;
    const lines = labels[at] ?? [];
    const place = label ?? { ...(first ?? { x: 0, y: 0 }), ...labelSize(lines) };
    return { from, to, text, lines, d: roundedPath(points, 8, hops[at]), label: place };
  });
}

function headingBox(text: string, { x, y }: Point): Box {
  return { x, y: y - 14, width: text.length * PILL.letter, height: 18 };
}

/** A text in lines of whole parts, which commas end. */
function labelLines(text: string): string[] {
  const lines: string[] = [];
  for (const part of text.split(/(?<=,) /)) {
    const joined = `${lines.at(-1) ?? ""} ${part}`;
    if (lines.length > 0 && joined.length <= LABEL.letters) lines[lines.length - 1] = joined;
    else lines.push(part);
  }
  return lines;
}

function labelSize(lines: readonly string[] = []): Size {
  return {
    width: Math.max(...lines.map(({ length }) => length)) * LABEL.letter + 2 * LABEL.pad.x,
    height: lines.length * LABEL.line + 2 * LABEL.pad.y,
  };
}

/** The baseline of a line of a label. */
export function baselineOf({ y }: Box, line: number): number {
  return y + LABEL.pad.y + line * LABEL.line + 11;
}

/** The scene of nothing. */
export const NO_MAP: MapScene = mapScene({ settings: { namespace: "", name: "" }, members: [] }, []);

/** Facts about a member's file. */
export interface SystemMemberView {
  /** Its picture, an SVG text; `undefined` while it is loaded. */
  readonly svg?: string | undefined;
  /** Its size in a few words: `5 states, 7 events`. */
  readonly counts?: string | undefined;
  /** The number of findings with errors. */
  readonly errors: number;
  /** The number of warnings. */
  readonly warnings: number;
  /** Why it cannot be read. */
  readonly problem?: string | undefined;
}
