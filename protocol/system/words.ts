import type { MemberKind } from "./member_kind.ts";

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
