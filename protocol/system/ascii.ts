import type { PictureLink } from "../kind.ts";
import { elide, oneLine } from "../text/terminal_text.ts";
import { actorsOf, membersOf, textOf } from "./lookup.ts";
import { KIND_WORDS, MEMBER_KINDS, memberKindOfPath } from "./member_kind.ts";
import type { SystemDefinition } from "./types.ts";

/**
 * Draws a system in characters: its members by kind, then its actors.
 *
 * @param def The definition; it need not be valid.
 * @param active The paths and names of members and actors to mark.
 * @param columns The columns to fit into. Default: no limit.
 * @param links The links between members, by their paths; they are listed last.
 * @returns The drawing, without a final line end.
 */
export function renderSystemAscii(
  def: SystemDefinition,
  active: ReadonlySet<string> = new Set(),
  columns: number = Infinity,
  links: readonly PictureLink[] = [],
): string {
  const line = (name: string, more: string) =>
    `${oneLine(name)}${more === "" ? "" : `  ${oneLine(more)}`}${active.has(name) ? " ◀" : ""}`;
  const members = membersOf(def).filter(({ name }) => name !== "");
  const groups: [string, string[]][] = [...MEMBER_KINDS, undefined].map((kind) => [
    kind === undefined ? "other" : KIND_WORDS[kind].many,
    members.filter(({ name }) => memberKindOfPath(name) === kind)
      .map(({ name, value }) => line(name, textOf(value.notes))),
  ]);
  groups.push([
    "actors",
    actorsOf(def).filter(({ name }) => name !== "").map(({ name, value }) =>
      line(name, [textOf(value.kind), textOf(value.description)].filter(Boolean).join(" · "))
    ),
  ]);
  const lines = groups.filter(([, items]) => items.length > 0).flatMap(([title, items]) => [
    title,
    ...items.map((item, index) => `${index === items.length - 1 ? "└─" : "├─"} ${item}`),
  ]);
  const linked = links.map(({ from, to, text }, index) =>
    `${index === links.length - 1 ? "└─" : "├─"} ${oneLine(`${from} ─ ${to}  ${text}`)}`
  );
  const all = linked.length === 0 ? lines : [...lines, "links", ...linked];
  return all.map((text) => elide(text, columns)).join("\n");
}
