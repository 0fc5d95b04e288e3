import { type Action, type DataField, type Event, isObject, memberAt, type Transition } from "@loom/protocol";
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

/** The text of an action as a person writes it: its code, else JSON. */
export function actionSource(action: Action): string {
  const { code, ...rest } = action;
  return typeof code === "string" && Object.keys(rest).every((key) => key === "action")
    ? code
    : JSON.stringify(action);
}

/** The action that a text stands for: JSON where it is an object, else code. */
export function actionOf(text: string): unknown {
  if (!text.trimStart().startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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
