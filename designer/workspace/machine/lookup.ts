import {
  type Action,
  type DataField,
  durationText,
  equalJson,
  type Event,
  isObject,
  memberAt,
  parseDuration,
  type Transition,
} from "@loom/protocol";
import type { EditedElement } from "../command_fields.ts";

/** The objects of a list in a document; what is no object is passed over. */
export function objectsAt<Value extends object>(def: object, path: string): readonly Value[] {
  const list = memberAt(def, path);
  return Array.isArray(list) ? list.filter((one): one is Value => isObject(one)) : [];
}

/** The transitions of a state. */
export function transitionsAt(def: object, { path }: EditedElement): readonly Transition[] {
  return objectsAt<Transition>(def, `${path}/transitions`);
}

/** The actions of a hook of a state, or of a transition. */
export function actionsAt(def: object, path: string): readonly Action[] {
  return objectsAt<Action>(def, path);
}

/** The declared values of a machine. */
export function dataAt(def: object): readonly DataField[] {
  return objectsAt<DataField>(def, "/settings/data");
}

/** The events of a machine, with their sources. */
export function eventsAt(def: object): readonly { readonly source: string; readonly event: Event }[] {
  return objectsAt<{ name?: string; events?: Event[] }>(def, "/events").flatMap(({ name = "", events }) =>
    (Array.isArray(events) ? events : []).filter(isObject).map((event) => ({
      source: name,
      event: event as Event,
    }))
  );
}

/** The text of an action as a person writes it: its code, a few words such as `start BankAnswer 30s`, else JSON. */
export function actionSource(action: Action): string {
  const { action: _, ...own } = action;
  const { code, timerStart, timerStop, raise } = own;
  const text = code ??
    (timerStart
      ? `start ${timerStart.timer} ${timerText(timerStart.duration)}`
      : timerStop === undefined
      ? `raise ${raise}`
      : `stop ${timerStop}`);
  const plain = timerStart ? { timerStart: { ...timerStart, duration: String(timerStart.duration) } } : {};
  const meant = actionIn(text) ?? { code: text };
  return equalJson(meant, { ...own, ...plain }) ? text : JSON.stringify(action);
}

/** The action that a text stands for: words, JSON where it is an object, else code. */
export function actionOf(text: string): unknown {
  const action = actionIn(text.trim());
  if (action !== undefined) return action;
  if (!text.trimStart().startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function timerText(duration: string | number): string {
  return /^\d+$/.test(String(duration)) ? durationText(Number(duration)) : String(duration);
}

/** The action that words stand for: `start <timer> <duration>`, `stop <timer>`, `raise <event>`. */
function actionIn(text: string): Action | undefined {
  const [, word, name = "", duration = ""] =
    /^(start|stop|raise) ([\p{L}_][\p{L}\p{N}_.-]*)(?: (\S+))?$/u.exec(text) ?? [];
  if (word === "start") {
    const milliseconds = String(parseDuration(duration) ?? duration);
    return duration === "" ? undefined : { timerStart: { timer: name, duration: milliseconds } };
  }
  if (word === undefined || duration !== "") return undefined;
  return word === "stop" ? { timerStop: name } : { raise: name };
}

/** Triggers of transitions: events and timers, by their ids. */
export function triggersAt(elements: readonly EditedElement[]): string[] {
  return elements.filter(({ type }) => type === "event" || type === "timer").map(({ name }) => name);
}

/** JSON where a text is some, else the text. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
