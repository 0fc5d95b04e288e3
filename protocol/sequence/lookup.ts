import { isObject, type JsonObject } from "../json/value.ts";
import { byName, type Located, located, textOf } from "../located.ts";

/** A message with its place; it need not be valid. */
export interface LocatedMessage {
  /** Its address: `9`, or `f1.2` for the second message of the first fragment. */
  readonly ref: string;
  /** The message; `undefined` for an entry that is no object. */
  readonly value: JsonObject | undefined;
  /** Its index in its list. */
  readonly index: number;
  /** Its JSON pointer from the top of the definition. */
  readonly path: string;
  /** The fragment that it is in; `undefined` on the main path. */
  readonly fragment: LocatedFragment | undefined;
}

/** A fragment with its place; it need not be valid. */
export interface LocatedFragment {
  /** Its address: `f1`, or `f1.f2` for the second fragment in the first. */
  readonly ref: string;
  /** The fragment; empty for an entry that is no object. */
  readonly value: JsonObject;
  /** True for an entry that is no object. */
  readonly isMissing: boolean;
  /** Its index in its list. */
  readonly index: number;
  /** Its JSON pointer from the top of the definition. */
  readonly path: string;
  /** The fragment around it; `undefined` on the main path. */
  readonly around: LocatedFragment | undefined;
  /** The number of messages in the path around it. */
  readonly most: number;
}

/** The participants of a definition, valid or not. */
export function participantsOf(def: unknown): Located[] {
  return located(isObject(def) ? def.participants : undefined, "/participants");
}

/** The messages of the main path, or of a fragment. */
export function messagesOf(def: unknown, fragment?: LocatedFragment): LocatedMessage[] {
  return listOf(holderOf(def, fragment), "messages").map((value, index) => ({
    ref: `${refBefore(fragment)}${index + 1}`,
    value: isObject(value) ? value as JsonObject : undefined,
    index,
    path: `${fragment?.path ?? ""}/messages/${index}`,
    fragment,
  }));
}

/** The fragments that branch from the main path, or from a fragment. */
export function fragmentsOf(def: unknown, around?: LocatedFragment): LocatedFragment[] {
  const holder = holderOf(def, around);
  const most = listOf(holder, "messages").length;
  return listOf(holder, "fragments").map((value, index) => ({
    ref: `${refBefore(around)}f${index + 1}`,
    value: isObject(value) ? value as JsonObject : {},
    isMissing: !isObject(value),
    index,
    path: `${around?.path ?? ""}/fragments/${index}`,
    around,
    most,
  }));
}

/** All fragments, each before those in it. */
export function allFragments(def: unknown, around?: LocatedFragment): LocatedFragment[] {
  return fragmentsOf(def, around).flatMap((fragment) => [fragment, ...allFragments(def, fragment)]);
}

/** All messages: those of the main path, then those of the fragments. */
export function allMessages(def: unknown): LocatedMessage[] {
  return [...messagesOf(def), ...allFragments(def).flatMap((fragment) => messagesOf(def, fragment))];
}

/** The number of messages before a fragment in the path around it; a wrong one counts as the nearest that is right. */
export function branchPoint({ value, most }: LocatedFragment): number {
  return within(value.after, 0, most);
}

/** The number of messages after which the path around an alternative goes on; `undefined` when it does not. */
export function rejoinPoint(fragment: LocatedFragment): number | undefined {
  const { value, most } = fragment;
  return value.until === undefined ? undefined : within(value.until, branchPoint(fragment), most);
}

/** The kinds of participants, in the order in which they count. */
export const PARTICIPANT_KINDS = ["actor", "object", "service"] as const;

/** The kind of a participant, from the member that tells it. */
export function participantKind(
  { value }: Pick<Located, "value">,
): typeof PARTICIPANT_KINDS[number] | undefined {
  return PARTICIPANT_KINDS.find((kind) => textOf(value[kind]) !== "");
}

function within(value: unknown, least: number, most: number): number {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.min(most, Math.max(least, Math.trunc(value)))
    : least;
}

function holderOf(def: unknown, fragment: LocatedFragment | undefined): unknown {
  return fragment ? fragment.value : def;
}

function listOf(holder: unknown, member: string): readonly unknown[] {
  const list = isObject(holder) ? holder[member] : undefined;
  return Array.isArray(list) ? list : [];
}

function refBefore(fragment: LocatedFragment | undefined): string {
  return fragment === undefined ? "" : `${fragment.ref}.`;
}

/** The names that need a lifeline: the participants in order, then the undefined ends of messages. */
export function endNamesOf(def: unknown): string[] {
  const names = new Set(byName(participantsOf(def)).keys());
  for (const { value } of allMessages(def)) {
    if (value !== undefined) names.add(textOf(value.from)).add(textOf(value.to));
  }
  return [...names];
}
