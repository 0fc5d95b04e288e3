import { typeScriptString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import { isWildcard } from "../../runtime/chart/wildcard.ts";
import type { CodePlan } from "../plan.ts";
import { objectOf } from "./dialect.ts";
import { lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The states, each with the state it stands in, and the chart that all contexts share. */
export function chartLines({ machine, names, states, events, chart }: CodePlan, imports: Imports): string[] {
  imports.value("Chart");
  if (states.length > 0) imports.value("StateKind");
  const placeOf = (index: number): string => `STATES[${names.enumeration}.${states[index]?.member ?? ""}]`;
  const handlers = events.flatMap(({ handler, id }): [string, Piece][] =>
    handler ? [[handler.typescript, typeScriptString(id)]] : []
  );
  const options: Piece[] = [
    sequence("events: ", listOf(events.map(({ id }) => id))),
    sequence("handlers: ", objectOf(handlers)),
  ];
  for (const key of ["timers", "initial", "joins", "aliases"] as const) {
    if (chart[key].length > 0) options.push(sequence(`${key}: `, textsOf(chart[key])));
  }
  if (chart.deep.length > 0) options.push(sequence("deep: ", listOf(chart.deep)));
  if (chart.bubbles) options.push("bubbles: true");
  if (events.some(({ handler, id }) => handler && isWildcard(id))) {
    imports.value("wildcards");
    options.push("wildcards");
  }
  if (chart.hasWork) {
    imports.value("workSets");
    options.push("work: workSets");
  }
  const definition = brackets("{", options, "}", { isSpaced: true });
  return [
    "",
    `const STATES: ${names.base}[] = [];`,
    ...states.map(({ name, className, kind, index, parent }) => {
      const args = [
        typeScriptString(name),
        `StateKind.${kind}`,
        ...(parent === undefined ? [] : [placeOf(parent)]),
      ];
      return lineOf(sequence(`${placeOf(index)} = `, brackets(`new ${className}(`, args, ")")), "", ";");
    }),
    "",
    lineOf(
      sequence(
        "const CHART = ",
        brackets("new Chart(", [typeScriptString(machine), "STATES", definition], ")"),
      ),
      "",
      ";",
    ),
  ];
}

function listOf(texts: readonly string[]): Piece {
  return brackets("[", texts.map(typeScriptString), "]");
}

function textsOf(entries: readonly (readonly [key: string, value: string])[]): Piece {
  return objectOf(entries.map(([key, value]) => [key, typeScriptString(value)]));
}
