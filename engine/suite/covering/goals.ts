import type { Noted, Probe, ProbedTransition } from "../probe.ts";

/** Goals of a covering set of tests. */
export const COVERS = ["transitions", "pairs", "guards"] as const;

/** One of {@linkcode COVERS}. */
export type Cover = typeof COVERS[number];

/** One thing to reach: a state, a transition, a side of a guard, or a transition right after another. */
export type Goal = `s ${string}` | `t ${number}` | `p ${number}` | `r ${number}` | `q ${number} ${number}`;

/** The goals that a definition shows; pairs show in the search. */
export function goalsOf({ states, transitions }: Probe, cover: Cover): Goal[] {
  const guarded = cover === "guards" ? transitions.filter(({ condition }) => condition !== undefined) : [];
  return [
    ...states.map((state): Goal => `s ${state}`),
    ...transitions.map(({ id }): Goal => `t ${id}`),
    ...guarded.flatMap(({ id }): Goal[] => [`p ${id}`, `r ${id}`]),
  ];
}

/** The goals that a step reaches. `last` is the transition before it. */
export function reachedBy(
  { states, taken, decisions }: Noted,
  last: ProbedTransition | undefined,
  cover: Cover,
): Goal[] {
  const row = [...(last === undefined ? [] : [last]), ...taken];
  const pairs = cover === "pairs"
    ? row.slice(1).map((one, at): Goal => `q ${row[at]?.id ?? -1} ${one.id}`)
    : [];
  const sides = cover === "guards" ? decisions : [];
  return [
    ...new Set([
      ...states.map((state): Goal => `s ${state}`),
      ...taken.map(({ id }): Goal => `t ${id}`),
      ...sides.map(({ transition, passed }): Goal => `${passed ? "p" : "r"} ${transition.id}`),
      ...pairs,
    ]),
  ];
}
