import { isObject, memberAt } from "@loom/protocol";

/**
 * The names that a guard can use: declared data, the values that the event brings, and the test for an active state.
 *
 * @param event The event of the transition.
 */
export function guardNames(definition: object, event: string): string[] {
  const sources = objectsAt(definition, "/events");
  const events = sources.flatMap((source) => objectsAt(source, "/events"));
  const brought = events.find(({ id }) => id === event) ?? {};
  const declared = [...objectsAt(brought, "/parameters"), ...objectsAt(definition, "/settings/data")];
  const names = declared.flatMap(({ name }) => typeof name === "string" ? [name] : []);
  return [...new Set([...names, "in_state("])];
}

/** The texts that a guard becomes when a name completes its last word; none where no name can stand. */
export function guardCompletions(text: string, names: readonly string[]): string[] {
  const [word] = /[\p{ID_Start}_][\p{ID_Continue}]*$/u.exec(text) ?? [""];
  const before = text.slice(0, text.length - word.length);
  const isMember = before.trimEnd().endsWith(".");
  const isInText = /^(?:[^"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*$/su.test(before) === false;
  if (isMember || isInText || (word === "" && /[\p{ID_Continue})\]"']\s*$/u.test(before))) return [];
  return names.filter((name) => name !== word && name.startsWith(word)).map((name) => before + name);
}

function objectsAt(value: object, path: string): Readonly<Record<string, unknown>>[] {
  const list = memberAt(value, path);
  return Array.isArray(list) ? list.filter(isObject) : [];
}
