import { byName, textOf } from "../located.ts";
import { allMessages, participantsOf } from "./lookup.ts";

/** The names that need a lifeline: the participants in order, then the undefined ends of messages. */
export function endNamesOf(def: unknown): string[] {
  const names = new Set(byName(participantsOf(def)).keys());
  for (const { value } of allMessages(def)) {
    if (value !== undefined) names.add(textOf(value.from)).add(textOf(value.to));
  }
  return [...names];
}
