import { isObject, type JsonObject } from "../../json/value.ts";
import type { LeftOut, WrittenText } from "../../left_out.ts";
import { allFragments, allMessages, participantsOf } from "../lookup.ts";
import { renderMermaidSequence } from "../mermaid.ts";
import type { SequenceDefinition } from "../types.ts";

/** The members that a diagram keeps, by the part. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  settings: ["namespace", "name"],
  participant: ["name", "actor"],
  message: ["from", "to", "label", "event", "carries", "state", "optional", "reply", "notes"],
  fragment: ["id", "kind", "label", "after", "until", "messages", "fragments"],
};

/** Writes a scenario as a Mermaid `sequenceDiagram`, with the list of what that has no place for. */
export function writeSequenceMermaid(def: SequenceDefinition): WrittenText {
  return { text: `${renderMermaidSequence(def)}\n`, leftOut: leftOutOfSequence(def, "A Mermaid diagram") };
}

/**
 * Lists what a diagram leaves out of a scenario.
 *
 * @param format One diagram, as words in a sentence.
 * @param less Members that it has no place for, and a Mermaid diagram has.
 */
export function leftOutOfSequence(
  def: SequenceDefinition,
  format: string,
  less: readonly string[] = [],
): LeftOut[] {
  const found = new Map<string, { part: string; member: string; count: number; path: string }>();
  const survey = (part: string, value: unknown, path: string) => {
    for (const member of Object.keys(isObject(value) ? value : {})) {
      if (KEPT[part]?.includes(member) && !less.includes(member)) continue;
      const known = found.get(`${part} ${member}`);
      if (known === undefined) found.set(`${part} ${member}`, { part, member, count: 1, path });
      else known.count++;
    }
  };
  survey("settings", def.settings, "/settings");
  const parts: readonly (readonly [string, readonly { value: JsonObject | undefined; path: string }[]])[] = [
    ["participant", participantsOf(def)],
    ["message", allMessages(def)],
    ["fragment", allFragments(def)],
  ];
  for (const [part, list] of parts) for (const { value, path } of list) survey(part, value, path);
  return Array.from(found.values(), ({ part, member, count, path }) => {
    const where = part === "settings"
      ? "the settings"
      : count === 1
      ? `the ${part} at ${path}`
      : `${count} ${part}s, the first at ${path}`;
    const message = `${format} has no place for "${member}" of ${where}: it was left out.`;
    return { part, members: [member], count, path, message };
  });
}
