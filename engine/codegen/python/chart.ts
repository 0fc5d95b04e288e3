import { pythonString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import type { CodePlan } from "../plan.ts";
import { dictOf } from "./dialect.ts";
import { lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The states, each with the state it stands in, and the chart that all contexts share. */
export function chartLines({ machine, names, states, events, chart }: CodePlan, imports: Imports): string[] {
  imports.runtime("Chart");
  if (states.length > 0) imports.runtime("StateKind");
  const handlers = events.flatMap(({ handler, id }): [string, Piece][] =>
    handler ? [[handler.python, pythonString(id)]] : []
  );
  const options: Piece[] = [
    sequence("events=", listOf(events.map(({ id }) => id))),
    sequence("handlers=", dictOf(handlers)),
  ];
  for (const key of ["timers", "initial", "joins", "aliases"] as const) {
    if (chart[key].length > 0) options.push(sequence(`${key}=`, textsOf(chart[key])));
  }
  if (chart.deep.length > 0) options.push(sequence("deep=", listOf(chart.deep)));
  if (chart.bubbles) options.push("bubbles=True");
  return [
    "",
    "",
    `STATES: list[${names.base}] = []`,
    ...states.map(({ name, className, kind, parent }) => {
      const place = `STATES[${names.enumeration}.${states[parent ?? 0]?.member ?? ""}]`;
      const args = [pythonString(name), `StateKind.${kind}`, ...(parent === undefined ? [] : [place])];
      return lineOf(brackets("STATES.append(", [brackets(`${className}(`, args, ")")], ")"), "");
    }),
    "",
    lineOf(sequence("CHART = ", brackets("Chart(", [pythonString(machine), "STATES", ...options], ")")), ""),
  ];
}

function listOf(texts: readonly string[]): Piece {
  return brackets("[", texts.map(pythonString), "]");
}

function textsOf(entries: readonly (readonly [key: string, value: string])[]): Piece {
  return dictOf(entries.map(([key, value]) => [key, pythonString(value)]));
}
