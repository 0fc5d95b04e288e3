import {
  type AnyOp,
  type DocumentElement,
  isObject,
  type JsonObject,
  type JsonValue,
  type KindContent,
  toPointer,
} from "@loom/protocol";
import type { LoomText, TextAt } from "./loom_text.ts";

/** A string that a rename changes. */
export interface ChangedText {
  /** Its JSON pointer in the definition. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A name that no document has; longer than any prefix of it, so that it cannot be part of another one. */
const PROBE = "loom_renamed_7c1b";

/** The members of elements by which other members name them, by kind of document, for completion. */
const REFERENCE_MEMBERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  machine: {
    event: ["event", "timer"],
    events: ["event", "timer"],
    raise: ["event"],
    send: ["event"],
    nextState: ["state"],
    nextStates: ["state"],
    initial: ["state"],
  },
  erd: {
    from: ["entity"],
    to: ["entity"],
    extends: ["entity"],
    references: ["attribute", "entity"],
    type: ["enum"],
  },
  sequence: { from: ["participant"], to: ["participant"] },
  system: {},
};

/** The elements of a text. */
export function elementsOf({ row, definition }: LoomText): readonly DocumentElement[] {
  return row.content?.elements(definition) ?? [];
}

/**
 * The element that a string names or declares. A string that holds several names, such as a guard, is looked at by the word under
 * the cursor.
 *
 * @param word The word under the cursor.
 */
export function elementAt(
  text: LoomText,
  { path, value }: TextAt,
  word: string,
): DocumentElement | undefined {
  const named = elementsOf(text).filter(({ name, aliases = [] }) =>
    [name, name.slice(name.lastIndexOf(".") + 1), ...aliases].some((one) => one === value || one === word)
  );
  return named.find((element) => placesOf(text, element).some((place) => place.path === path)) ??
    named.find((element) => path.startsWith(`${element.path}/`));
}

/** Every string that names an element, its declaration first: what a rename would change. */
export function placesOf(text: LoomText, element: DocumentElement): readonly ChangedText[] {
  return renamed(text, element, PROBE) ?? [];
}

/** The strings that a rename of an element changes; `undefined` for an element that has no name of its own. */
export function renamed(
  { row, definition }: LoomText,
  element: DocumentElement,
  to: string,
): readonly ChangedText[] | undefined {
  const { content } = row;
  const ops = content && renameOps(content, definition, element, to);
  const after = ops && content.changes.apply(definition, ops);
  return after?.ok ? [...changedTexts(definition, after.value)] : undefined;
}

/** The operations that rename an element, by the command of its type, which may follow uses in texts, else by its operation. */
function renameOps(
  { changes, commands = [] }: KindContent,
  definition: JsonObject,
  { type, name }: DocumentElement,
  to: string,
): readonly AnyOp[] | undefined {
  // Timers are named by their ids, as events are.
  const op = `${type === "timer" ? "event" : type}.rename`;
  const command = commands.find(({ id }) => id === op);
  if (command !== undefined) {
    const [entity, attribute] = name.split(".");
    const planned = command.run(definition, { entity, name: attribute ?? name, newName: to });
    return planned.ok ? planned.value.ops : undefined;
  }
  const [key] = changes.rows.find((one) => one.op === op)?.fields ?? [];
  return key === undefined ? undefined : [{ op, [key.name]: name, to }];
}

/** The strings in which two values of the same form differ. */
export function* changedTexts(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  steps: readonly (string | number)[] = [],
): Generator<ChangedText> {
  if (before === after) return;
  if (typeof before === "string" && typeof after === "string") {
    yield { path: toPointer(steps), before, after };
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, item] of before.entries()) yield* changedTexts(item, after[index], [...steps, index]);
  } else if (isObject(before) && isObject(after)) {
    for (const [key, value] of Object.entries(before)) {
      yield* changedTexts(value, after[key], [...steps, key]);
    }
  }
}

/** The elements whose names fit a member of a document, such as states for `nextState`. */
export function candidates(text: LoomText, member: string): readonly DocumentElement[] {
  const types = REFERENCE_MEMBERS[text.row.kind]?.[member] ?? [];
  return elementsOf(text).filter(({ type }) => types.includes(type));
}
