import { type Configuration, inDocumentOrder, isWhole } from "./configuration.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";
import { MachineRuntimeError } from "./errors.ts";
import type { ChartTables, StateNode } from "./tables.ts";

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
  const entrySet = new EntrySet(history);
  entrySet.enter(nodesOf(tables, name).flatMap((node) => entrySet.resolve(node)), null);
  if (!isWhole(entrySet.nodes)) {
    throw new MachineRuntimeError(
      "unknown_state",
      `Unknown state "${name}": these states cannot be active together, name leaves of different regions.`,
    );
  }
  const leaves = inDocumentOrder(entrySet.nodes).filter((node) => node.kind === "leaf");
  return { configuration: tables.configurations.of(leaves), ends: leaves.some(endsMachine) };
}

function nodesOf(tables: ChartTables, name: string): StateNode[] {
  const whole = tables.nodeByName.get(name);
  if (whole) return [whole];
  return name.split("|").map((part) => {
    const node = tables.nodeByName.get(part);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `Unknown state "${name}": the machine "${tables.name}" has no state of that name.`,
    );
  });
}

function endsMachine(leaf: StateNode): boolean {
  return leaf.isFinal && !leaf.parent?.parent;
}
