import type { PictureLink } from "../../kind.ts";
import type { Located } from "../lookup.ts";
import type { MemberKind } from "../member_kind.ts";

/** The members of a kind, and the most of them in a column. */
export interface MemberList {
  readonly kind: MemberKind | undefined;
  readonly members: readonly Located[];
  readonly rows: number;
}

/** The sweeps over all kinds. */
const SWEEPS = 2;

/**
 * Orders to try: the given one, then those of sweeps that sort each kind by the means of its partners (Sugiyama, Tagawa
 * and Toda, 1981). Members with partners further right come into columns further left, so that lines above the columns
 * lie around one another; within a column, members stand at the heights of their partners.
 */
export function ordersOf(kinds: readonly MemberList[], links: readonly PictureLink[]): MemberList[][] {
  const partners = new Map<string, string[]>();
  for (const { from, to } of links) {
    for (const [path, other] of [[from, to], [to, from]] as const) {
      partners.set(path, [...partners.get(path) ?? [], other]);
    }
  }
  const found = [[...kinds]];
  const rounds = Array.from({ length: SWEEPS }, () => [[...kinds.keys()], [...kinds.keys()].reverse()])
    .flat();
  for (const round of rounds) {
    const next = [...found.at(-1)!];
    for (const at of round) next[at] = sorted(next, at, partners);
    found.push(next);
  }
  return found;
}

/** A kind with its members in columns and heights by their partners. */
function sorted(
  kinds: readonly MemberList[],
  at: number,
  partners: ReadonlyMap<string, readonly string[]>,
): MemberList {
  const places = placesOf(kinds);
  const { kind, members, rows } = kinds[at]!;
  const mean = (path: string, axis: "column" | "height") => {
    const of = (partners.get(path) ?? []).flatMap((other) => places.get(other)?.[axis] ?? []);
    return of.length === 0 ? places.get(path)?.[axis] ?? 0 : of.reduce((sum, one) => sum + one) / of.length;
  };
  const by = (axis: "column" | "height", sign: number, of: readonly Located[]) => {
    const means = new Map(of.map((member) => [member, sign * mean(member.name, axis)]));
    return of.toSorted((a, b) => means.get(a)! - means.get(b)!);
  };
  const across = members.length > rows ? by("column", -1, members) : members;
  const columns = Array.from(
    { length: Math.ceil(members.length / rows) },
    (_, column) => by("height", 1, across.slice(column * rows, (column + 1) * rows)),
  );
  return { kind, members: columns.flat(), rows };
}

/** The column of each member, and its height there from 0 to 1. */
function placesOf(kinds: readonly MemberList[]) {
  let before = 0;
  const places = new Map<string, { readonly column: number; readonly height: number }>();
  for (const { members, rows } of kinds) {
    for (const [at, { name }] of members.entries()) {
      places.set(name, { column: before + Math.floor(at / rows), height: (at % rows + 0.5) / rows });
    }
    before += Math.ceil(members.length / Math.max(1, rows));
  }
  return places;
}
