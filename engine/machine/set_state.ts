import { type Configuration, inDocumentOrder } from "./configuration.ts";
import { EntrySet, type HistoryRecords } from "./entry.ts";
import { MachineRuntimeError } from "./errors.ts";
import type { Program, StateNode } from "./program.ts";

/**
 * The configuration that a name leads to without a transition, and whether it is an end of the machine.
 *
 * @throws {MachineRuntimeError} With code `unknown_state`.
 */
export function configurationOf(
  program: Program,
  name: string,
  history: HistoryRecords,
): { readonly configuration: Configuration; readonly ends: boolean } {
  const entrySet = new EntrySet(history);
  entrySet.enter(nodesOf(program, name).flatMap((node) => entrySet.resolve(node)), null);
  const leaves = inDocumentOrder(entrySet.nodes).filter((node) => node.kind === "leaf");
  return { configuration: program.configurations.of(leaves), ends: leaves.some(endsMachine) };
}

function nodesOf(program: Program, name: string): StateNode[] {
  const whole = program.nodeByName.get(name);
  if (whole) return [whole];
  return name.split("|").map((part) => {
    const node = program.nodeByName.get(part);
    if (node) return node;
    throw new MachineRuntimeError(
      "unknown_state",
      `Unknown state "${name}": the machine "${program.name}" has no state of that name.`,
    );
  });
}

function endsMachine(leaf: StateNode): boolean {
  return leaf.isFinal && !leaf.parent?.parent;
}
