import type { Box } from "../../geometry/box.ts";
import { textOf } from "../../located.ts";
import { blockWidth, type MeasuredText } from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";
import { endNamesOf, participantKind, participantsOf } from "../lookup.ts";
import { type MeasuredMessage, TYPEFACE } from "./measure.ts";

/** A participant with its measured head and the place of its lifeline. */
export interface Column {
  readonly name: string;
  readonly kind: string | undefined;
  readonly isDefined: boolean;
  readonly title: MeasuredText;
  readonly detail: MeasuredText | undefined;
  readonly width: number;
  readonly x: number;
  readonly description: string;
  readonly notes: string;
}

const LONGEST = 260;
/** The least width of a head, the room beside its words, the distance of two heads, and the least one of two lifelines. */
const HEADS = { width: 96, side: 16, gap: 28, lifelines: 120 };
/** The same in a scenario of more participants than `MANY`. */
const CLOSE_HEADS = { width: 72, side: 8, gap: 8, lifelines: 0 };
const MANY = 12;
/** Beside the words of a message. */
const WORDS_GAP = 34;
/** The width of the loop of a message to oneself, with the gap before its words. */
export const LOOP = 44;

/**
 * Places the lifelines so far apart that heads and the words of messages have room.
 *
 * @param kept The heads of participants that keep their order and their distances, by name.
 * @param stretch The factor by which lifelines are farther apart than they need to be.
 * @param only The participants to place. Default: all.
 */
export function columnsOf(
  def: unknown,
  messages: readonly MeasuredMessage[],
  kept: Readonly<Record<string, Box>> = {},
  stretch = 1,
  only: ReadonlySet<string> | undefined = undefined,
): Column[] {
  const participants = new Map(participantsOf(def).toReversed().map((one) => [one.name, one]));
  const names = endNamesOf(def).filter((name) => only?.has(name) ?? true);
  const room = names.length > MANY ? CLOSE_HEADS : HEADS;
  const heads = inKeptOrder(names, kept).map((name) => {
    const participant = participants.get(name);
    const kind = participant && participantKind(participant);
    const title = wrappedText(name === "" ? "no name" : name, TYPEFACE.title, LONGEST);
    const words = participant ? detailOf(participant.value, kind) : "not a participant";
    const detail = words === "" ? undefined : wrappedText(words, TYPEFACE.headDetail, LONGEST);
    return {
      name,
      kind,
      isDefined: participant !== undefined,
      title,
      detail,
      width: Math.ceil(
        Math.max(room.width, Math.max(blockWidth(title), detail ? blockWidth(detail) : 0) + 2 * room.side),
      ),
      description: textOf(participant?.value.description).trim(),
      notes: textOf(participant?.value.notes).trim(),
    };
  });
  const indexOf = new Map(heads.map(({ name }, index) => [name, index]));
  const gaps = heads.slice(1).map((head, index) =>
    Math.max(room.lifelines, ((heads[index]?.width ?? 0) + head.width) / 2 + room.gap)
  );
  // The shortest spans first: what they need is room for the longer ones.
  const spans = messages.flatMap(({ step: { message: { value } }, width, noteWidth }) => {
    const [a = 0, b = 0] = [indexOf.get(textOf(value.from)), indexOf.get(textOf(value.to))];
    const [first, last] = [Math.min(a, b), Math.max(a, b)];
    // Notes and the words of loops are between a lifeline and the next; nothing limits those at the last one.
    const beside = (room: number) => first < gaps.length ? [{ first, last: first + 1, room }] : [];
    if (a === b) return beside(LOOP + Math.max(width, noteWidth) + WORDS_GAP / 2);
    return [
      { first, last, room: width + WORDS_GAP },
      ...(noteWidth === 0 ? [] : beside(noteWidth + WORDS_GAP)),
    ];
  }).sort((one, other) => (one.last - one.first) - (other.last - other.first));
  for (const { first, last, room } of spans) {
    const between = gaps.slice(first, last);
    const missing = room - between.reduce((sum, gap) => sum + gap, 0);
    if (missing <= 0) continue;
    for (let index = first; index < last; index++) {
      gaps[index] = (gaps[index] ?? 0) + missing / (last - first);
    }
  }
  let x = (heads[0]?.width ?? 0) / 2;
  return heads.map((head, index) => {
    const apart = distanceKept(kept, heads[index - 1]?.name, head.name);
    if (index > 0) x += Math.ceil(Math.max(apart, stretch * (gaps[index - 1] ?? 0)));
    return { ...head, x };
  });
}

/** Names in the order of their kept places; others follow the name that they follow in the document. */
function inKeptOrder(names: readonly string[], kept: Readonly<Record<string, Box>>): string[] {
  const placeOf = (name: string) => Object.hasOwn(kept, name) ? kept[name] : undefined;
  const ordered = names.filter((name) => placeOf(name))
    .sort((a, b) => middleOf(placeOf(a)) - middleOf(placeOf(b)));
  for (const [index, name] of names.entries()) {
    if (!placeOf(name)) ordered.splice(ordered.indexOf(names[index - 1] ?? "") + 1, 0, name);
  }
  return ordered;
}

/** The distance of two lifelines that keep their places; 0 where one has none. */
function distanceKept(kept: Readonly<Record<string, Box>>, name = "", next = ""): number {
  if (!Object.hasOwn(kept, name) || !Object.hasOwn(kept, next)) return 0;
  return middleOf(kept[next]) - middleOf(kept[name]);
}

function middleOf(box: Box | undefined): number {
  return box ? box.x + box.width / 2 : 0;
}

function detailOf(value: Readonly<Record<string, unknown>>, kind: string | undefined): string {
  const word = kind === undefined ? "" : textOf(value[kind]);
  const isOwnName = word === textOf(value.name);
  const named = kind === undefined
    ? ""
    : isOwnName
    ? kind
    : kind === "object"
    ? `:${word}`
    : `${kind} ${word}`;
  const holds = Array.isArray(value.holds) ? value.holds.length : 0;
  return [named, holds === 0 ? "" : `holds ${holds}`].filter((part) => part !== "").join(" · ");
}
