import { drawMachine, type LayoutGraph, type StateMachineDefinition } from "@loom/protocol";

/** The room for the name of a composite, and around its children. */
const PADDING = { top: 44, right: 24, bottom: 24, left: 24 };

/** A machine as a graph: its states and labels in the sizes in which they are drawn, the children inside the composites. */
export function machineGraph(definition: StateMachineDefinition): LayoutGraph {
  const { states, edges, initials } = drawMachine(definition);
  const composites = new Set(states.map(({ parent }) => parent));
  const parallel = new Set(states.flatMap(({ slot, parent }) => slot === "region" ? parent ?? [] : []));
  const initial = new Set(initials.map(({ to }) => to));
  return {
    nodes: states.map(({ key, parent, box }) => ({
      id: key,
      ...(composites.has(key)
        ? { width: 160, height: 60, padding: PADDING }
        : { width: box.width, height: box.height }),
      ...(parent === undefined ? {} : { parent }),
      ...(parallel.has(key) ? { arrange: "row" as const } : {}),
      ...(initial.has(key) ? { first: true } : {}),
    })),
    edges: edges.map(({ id, from, to, label }) => ({
      id,
      from,
      to,
      ...(label === undefined ? {} : { label: { width: label.box.width, height: label.box.height } }),
    })),
  };
}
