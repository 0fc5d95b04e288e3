import { isStoryName } from "../read_members.ts";
import { type Universe, UNIVERSES } from "../types.ts";
import { go, refuse, type Step } from "./refusals.ts";

/** The story that a query names, else the standard one. */
export function storyOf(query: URLSearchParams, standard: string): Step<string> {
  const name = query.get("story") || standard;
  return isStoryName(name) ? go(name) : wrong("story", "must be the name of a story");
}

/** A whole number of a query, within bounds. */
export function numberOf(
  query: URLSearchParams,
  name: string,
  { standard, least = 0, most }: {
    readonly standard: number;
    readonly least?: number;
    readonly most: number;
  },
): Step<number> {
  const text = query.get(name) || String(standard);
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (number >= least && number <= most) return go(number);
  return wrong(name, `must be a whole number ${least > 0 ? `from ${least} ` : ""}up to ${most}`);
}

/** The view that a query names. */
export function leadOf(query: URLSearchParams): Step<Universe | undefined> {
  const name = query.get("lead") || undefined;
  const lead = UNIVERSES.find((universe) => universe === name);
  return name === undefined || lead !== undefined
    ? go(lead)
    : wrong("lead", `must be ${UNIVERSES.join(", ")}`);
}

/** The refusal of a parameter. */
export function wrong(field: string, why: string): ReturnType<typeof refuse> {
  return refuse("invalid_query", `${field} ${why}`, { also: { field } });
}
