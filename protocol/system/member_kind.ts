/** The kinds of members, in the order of the map: what is stored, what happens to it, who asks for it. */
export const MEMBER_KINDS = ["erd", "machine", "sequence"] as const;

/** One of {@linkcode MEMBER_KINDS}. */
export type MemberKind = typeof MEMBER_KINDS[number];

const ENDINGS: readonly (readonly [ending: string, kind: MemberKind | "system"])[] = [
  [".erdf.json", "erd"],
  [".sqdf.json", "sequence"],
  [".sysdf.json", "system"],
  [".json", "machine"],
];

/**
 * The kind that a member's path tells, in upper or lower case; any other `.json` file is a machine.
 *
 * @returns `undefined` for a system, and for a file that is no JSON file.
 *
 * @example
 * ```ts
 * import { memberKindOfPath } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(memberKindOfPath("data/Shop.ERDF.json"), "erd");
 * assertEquals(memberKindOfPath("all.sysdf.json"), undefined);
 * ```
 */
export function memberKindOfPath(path: string): MemberKind | undefined {
  const lower = path.toLowerCase();
  const kind = ENDINGS.find(([ending]) => lower.endsWith(ending))?.[1];
  return kind === "system" ? undefined : kind;
}

/** The file name of a member without folder and ending. */
export function memberTitle(path: string): string {
  const file = path.split("/").at(-1) ?? path;
  return file.replace(/(\.(smdf|erdf|sqdf))?\.json$/i, "") || path;
}

/** The words of a kind of member. */
export interface KindWords {
  /** One of them. */
  readonly one: string;
  /** Several, as a heading. */
  readonly many: string;
}

/** The words of each kind of member, as headings of pictures. */
export const KIND_WORDS: Readonly<Record<MemberKind, KindWords>> = {
  erd: { one: "entities", many: "data" },
  machine: { one: "machine", many: "machines" },
  sequence: { one: "scenario", many: "scenarios" },
};
