import { afterText, escapeTrigger } from "./trigger.ts";
import { asLabel, labelText, phraseText, plainText } from "./text.ts";

/** The parts of an arrow's label. */
export interface EdgeLabel {
  /** The event's id; `""` when there is none. */
  readonly event: string;
  /** The guard, without its brackets; `""` when there is none. */
  readonly guard: string;
  /** The action; `""` when there is none. */
  readonly action: string;
  /** True when the transition is internal. */
  readonly stays: boolean;
}

/** The parts of an arrow's label to write. */
export interface DrawnLabel extends Omit<EdgeLabel, "action"> {
  /** The milliseconds that pass in the state, in place of the event. */
  readonly after?: number | undefined;
}

/** The mark of an internal transition, which is drawn as a loop. */
const STAYS = "(stays)";

/**
 * Writes the label of an arrow: `event [guard] (stays)`. Parts of the event that would read as a guard, an
 * action or the mark are escaped.
 */
export function writeEdgeLabel({ event, after, guard, stays }: DrawnLabel): string {
  const parts = [after === undefined ? eventText(event) : afterText(after)];
  if (guard !== "") parts.push(`[${guardText(guard)}]`);
  if (stays) parts.push(STAYS);
  return asLabel(parts.filter((part) => part !== "").join(" "));
}

function eventText(event: string): string {
  return escapeTrigger(phraseText(event)).replaceAll("[", "#91;").replace(/(?<!\S)\/(?!\S)/g, "#47;")
    .replace(/\((?=stays\)$)/, "#40;");
}

function guardText(guard: string): string {
  const text = phraseText(guard);
  if (closingBracket(`[${text}]`, 0) === text.length + 1) return text;
  return text.replaceAll("[", "#91;").replaceAll("]", "#93;");
}

/**
 * Reads the label of an arrow: `event [guard] / action (stays)`; every part is optional. The guard is in
 * brackets at the end or before the action; the slash of an action is between spaces, or after the guard.
 */
export function readEdgeLabel(label: string): EdgeLabel {
  const { event, guard, action, stays } = spelledLabel(label);
  return { event: plainText(event), guard: plainText(guard), action: plainText(action), stays };
}

/** The parts of an arrow's label as spelled in the source. */
export function spelledLabel(label: string): EdgeLabel {
  const text = label.trim();
  const stays = text === STAYS || text.endsWith(` ${STAYS}`);
  const rest = stays ? text.slice(0, -STAYS.length).trim() : text;
  const { event, guard, action } = guarded(rest) ?? { ...withAction(rest), guard: "" };
  return { event: event.trim(), guard, action, stays };
}

function guarded(text: string): Omit<EdgeLabel, "stays"> | undefined {
  const open = text.indexOf("[");
  const close = open < 0 ? -1 : closingBracket(text, open);
  if (close < 0) return undefined;
  const behind = text.slice(close + 1).trim();
  if (behind !== "" && !behind.startsWith("/")) return undefined;
  return { event: text.slice(0, open), guard: text.slice(open + 1, close), action: behind.slice(1) };
}

function withAction(text: string): Pick<EdgeLabel, "event" | "action"> {
  const slash = /(?<!\S)\/(?!\S)/.exec(text);
  if (!slash) return { event: text, action: "" };
  return { event: text.slice(0, slash.index), action: text.slice(slash.index + 1) };
}

/** The index of the bracket that closes the one at `open`; -1 when there is none. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "[") depth++;
    else if (text[at] === "]" && --depth === 0) return at;
  }
  return -1;
}

/** The parts of a state's label. */
export interface StateLabel {
  /** The state's name. */
  readonly name: string;
  /** Set for a history state: how deep it remembers. */
  readonly history: "shallow" | "deep" | undefined;
}

/** Writes the label of a state: its name, followed by `(H)` or `(H*)` for a history state. */
export function writeStateLabel({ name, history }: StateLabel): string {
  const text = (labelText(name) || "(unnamed)").replace(/\((?=H(?:#42;)?\)$)/, "#40;");
  return history === undefined ? text : `${text} ${history === "deep" ? "(H#42;)" : "(H)"}`;
}

/** Reads the label of a state. */
export function readStateLabel(label: string): StateLabel {
  const mark = /\(H(\*|#42;)?\)$/.exec(label.trim());
  if (!mark) return { name: plainText(label), history: undefined };
  return {
    name: plainText(label.trim().slice(0, mark.index)),
    history: mark[1] === undefined ? "shallow" : "deep",
  };
}
