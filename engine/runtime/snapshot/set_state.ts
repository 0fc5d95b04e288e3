import { type Configuration, sameConfiguration } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";
import { MachineRuntimeError } from "../problem.ts";
import { type HistoryRecords, wholeWith } from "../step/entry.ts";
import { readingsOf } from "./state_names.ts";

/**
 * The configuration that a name leads to without a transition, and whether it is an end of the machine.
 *
 * @throws {MachineRuntimeError} With code `unknown_state`.
 */
export function configurationOf(
  tables: ChartTables,
  name: string,
  history: HistoryRecords,
): { readonly configuration: Configuration; readonly ends: boolean } {
  const readings = readingsOf(tables, name);
  if (readings.length === 0) throw unknown(name, `the machine "${tables.name}" has no state of that name.`);
  const found = readings.map((nodes) => wholeWith(nodes, history)).filter((active) => active !== null).map((
    active,
  ) => tables.configurations.of(active));
  if (found.length === 0) {
    throw unknown(name, "these states cannot be active together, name leaves of different regions.");
  }
  const configuration = onlyOne(found) ?? onlyOne(found.filter(({ state }) => state === name));
  if (!configuration) {
    throw unknown(
      name,
      'it can be read in several ways, since a name holds "|": rename that state, or restore a snapshot.',
    );
  }
  return { configuration, ends: configuration.leaves.some(endsMachine) };
}

function onlyOne([first, ...others]: readonly Configuration[]): Configuration | undefined {
  return first && others.every((other) => sameConfiguration(first, other)) ? first : undefined;
}

function unknown(name: string, reason: string): MachineRuntimeError {
  return new MachineRuntimeError("unknown_state", `Unknown state "${name}": ${reason}`);
}

function endsMachine(leaf: StateNode): boolean {
  return leaf.isFinal && !leaf.parent?.parent;
}
