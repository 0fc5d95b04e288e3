import type { PictureLink } from "../kind.ts";
import { oneLine } from "../text/terminal_text.ts";
import { actorsOf, membersOf, textOf } from "./lookup.ts";
import { KIND_WORDS, MEMBER_KINDS, memberKindOfPath, memberTitle } from "./member_kind.ts";
import type { SystemDefinition } from "./types.ts";

/**
 * Writes a system as a Mermaid flowchart: its members by kind, and its actors.
 *
 * @param def The definition; it need not be valid.
 * @param links The links between members, by their paths.
 * @returns The text, without a final line end.
 *
 * @example
 * ```ts
 * import { renderMermaidSystem } from "@loom/protocol";
 * import { assertStringIncludes } from "@std/assert";
 * const text = renderMermaidSystem({
 *   settings: { namespace: "Shop", name: "Shop" },
 *   members: [{ path: "order.smdf.json" }],
 * });
 * assertStringIncludes(text, 'm0["order"]');
 * ```
 */
export function renderMermaidSystem(def: SystemDefinition, links: readonly PictureLink[] = []): string {
  const members = membersOf(def).filter(({ name }) => name !== "");
  const groups: [id: string, title: string, nodes: string[]][] = MEMBER_KINDS.map((kind) => [
    kind,
    KIND_WORDS[kind].many,
    members.filter(({ name }) => memberKindOfPath(name) === kind)
      .map(({ name, index }) => `m${index}["${quoted(memberTitle(name))}"]`),
  ]);
  const actors = actorsOf(def).filter(({ name }) => name !== "").map(({ name, value, index }) => {
    const kind = textOf(value.kind);
    return `a${index}(["${quoted(name)}${kind === "" ? "" : ` · ${quoted(kind)}`}"])`;
  });
  groups.push(["actors", "actors", actors]);
  const lines = groups.filter(([, , nodes]) => nodes.length > 0).flatMap(([id, title, nodes]) => [
    `    subgraph ${id}["${title}"]`,
    ...nodes.map((node) => `        ${node}`),
    "    end",
  ]);
  const idOf = (path: string) => members.find(({ name }) => name === path)?.index;
  const edges = links.flatMap(({ from, to, text }) => {
    const [one, other] = [idOf(from), idOf(to)];
    return one === undefined || other === undefined ? [] : [`    m${one} ---|"${quoted(text)}"| m${other}`];
  });
  return ["flowchart LR", ...lines, ...edges].join("\n");
}

/** A text between double quotes, with the characters that Mermaid would read as its own escaped. */
function quoted(text: string): string {
  return oneLine(text).replaceAll("#", "#35;").replaceAll('"', "#quot;").replaceAll("<", "#lt;")
    .replaceAll("`", "#96;");
}
