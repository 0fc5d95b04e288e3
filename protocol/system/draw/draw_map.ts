import type { Box } from "../../geometry/box.ts";
import { type DrawnText, measuredText, placedText } from "../../picture/drawn_text.ts";
import { actorsOf, type Located, membersOf, textOf } from "../lookup.ts";
import { MEMBER_KINDS, memberKindOfPath, memberTitle } from "../member_kind.ts";
import type { SystemDefinition } from "../types.ts";
import { KIND_WORDS } from "../words.ts";

/** A member as a card. */
export interface MemberCard {
  /** The path, as the system writes it. */
  readonly path: string;
  /** The outline. */
  readonly box: Box;
  /** The kind, the name and the path. */
  readonly texts: { readonly kind: DrawnText; readonly name: DrawnText; readonly path: DrawnText };
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
}

/** The sizes of the map, in world units. */
export const MAP = {
  cardWidth: 196,
  cardHeight: 92,
  pillHeight: 40,
  columnGap: 48,
  gap: 20,
  heading: 26,
  pad: 14,
} as const;

const HEADING = { size: 12, weight: 600 } as const;
const NAME = { size: 14, weight: 600 } as const;
const SMALL = { size: 11, weight: 400 } as const;
const OTHER = { one: "no member", many: "other" } as const;

/**
 * Draws the map of a system: a column of cards for each kind of member, and a row of actors below.
 *
 * @param def The definition; it need not be valid.
 */
export function drawSystemMap(def: SystemDefinition): SystemMap {
  const members = membersOf(def).filter(({ name }) => name !== "");
  const columns = [...MEMBER_KINDS, undefined].map((kind) => ({
    words: kind === undefined ? OTHER : KIND_WORDS[kind],
    members: members.filter(({ name }) => memberKindOfPath(name) === kind),
  })).filter((column) => column.members.length > 0);
  const headings: DrawnText[] = [];
  const cards: MemberCard[] = [];
  for (const [at, column] of columns.entries()) {
    const x = at * (MAP.cardWidth + MAP.columnGap);
    headings.push(heading(column.words.many, x, 0));
    for (const [row, member] of column.members.entries()) {
      cards.push(cardOf(member, column.words.one, x, MAP.heading + row * (MAP.cardHeight + MAP.gap)));
    }
  }
  const bottom = Math.max(0, ...cards.map(({ box }) => box.y + box.height));
  const width = Math.max(3, columns.length) * (MAP.cardWidth + MAP.columnGap) - MAP.columnGap;
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
  };
}

function heading(text: string, x: number, y: number): DrawnText {
  return placedText(measuredText(text, HEADING, MAP.cardWidth), x, y + HEADING.size);
}

function cardOf({ name: path, value }: Located, kind: string, x: number, y: number): MemberCard {
  const room = MAP.cardWidth - 2 * MAP.pad;
  const line = (text: string, face: typeof NAME | typeof SMALL, base: number) =>
    placedText(measuredText(text, face, room), x + MAP.pad, y + base);
  return {
    path,
    box: { x, y, width: MAP.cardWidth, height: MAP.cardHeight },
    texts: {
      kind: line(kind, SMALL, 26),
      name: line(memberTitle(path), NAME, 49),
      path: line(path, SMALL, 72),
    },
    notes: textOf(value.notes),
  };
}

/** The actors in rows no wider than the map. */
function placeActors(actors: readonly Located[], top: number, width: number): ActorPill[] {
  let [x, y] = [0, top];
  return actors.map(({ name, value }) => {
    const title = measuredText(name, NAME, MAP.cardWidth);
    const kind = measuredText(textOf(value.kind), SMALL, MAP.cardWidth);
    const own = Math.ceil(title.width + kind.width + (kind.width > 0 ? 8 : 0) + 2 * MAP.pad);
    if (x > 0 && x + own > width) [x, y] = [0, y + MAP.pillHeight + MAP.gap / 2];
    const pill = {
      name,
      box: { x, y, width: own, height: MAP.pillHeight },
      texts: {
        name: placedText(title, x + MAP.pad, y + 25),
        kind: placedText(kind, x + MAP.pad + title.width + 8, y + 25),
      },
      description: textOf(value.description),
    };
    x += own + MAP.gap / 2;
    return pill;
  });
}
