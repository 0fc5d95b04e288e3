import { oneLine } from "../text/terminal_text.ts";
import { initialOf, type OutlineState, type OutlineTransition, shownName } from "./outline.ts";

/** A machine as a nested graph, for the text formats of other drawing programs. */
export interface OutlineNode {
  readonly state: OutlineState;
  /** Its number in document order, from 0. */
  readonly at: number;
  /** The nodes around it, outermost first. */
  readonly inside: readonly OutlineNode[];
  readonly inner: readonly OutlineNode[];
  /** The node that is entered by default; `undefined` for leaves and for regions beside each other. */
  readonly start: OutlineNode | undefined;
}

/** A line between two nodes. */
export interface OutlineEdge {
  readonly from: OutlineNode;
  readonly to: OutlineNode;
  readonly label: string;
}

/** The nodes of a machine in document order, the root first, and the lines between them. */
export interface OutlineGraph {
  readonly nodes: readonly [OutlineNode, ...OutlineNode[]];
  readonly edges: readonly OutlineEdge[];
}

/** Makes the graph of a machine. Of two states with one name, the first is the target. */
export function outlineGraph(root: OutlineState): OutlineGraph {
  const nodes: OutlineNode[] = [];
  const add = (state: OutlineState, inside: readonly OutlineNode[]): OutlineNode => {
    const inner: OutlineNode[] = [];
    const node = { state, at: nodes.length, inside, inner, start: undefined as OutlineNode | undefined };
    nodes.push(node);
    for (const one of state.sections.flat()) inner.push(add(one, [...inside, node]));
    const first = state.regions.length > 0 ? undefined : initialOf(state);
    node.start = first && nodes.find((one) => one.state === first);
    return node;
  };
  const top = add(root, []);
  const named = new Map(nodes.toReversed().map((node) => [node.state.name, node]));
  const edges = nodes.flatMap((from) => [
    ...from.state.transitions.flatMap((transition) => {
      const targets = transition.target === ""
        ? [from]
        : [transition.target, ...transition.further].map((name) => named.get(name));
      return targets.flatMap((to) => to === undefined ? [] : [{ from, to, label: edgeLabel(transition) }]);
    }),
    ...[named.get(from.state.join)].flatMap((to) =>
      from.state.join === "" || !to ? [] : [{ from, to, label: "" }]
    ),
  ]);
  return { nodes: [top, ...nodes.slice(1)], edges };
}

/** Event, guard and actions in one line. */
export function edgeLabel(
  { event, guard, actions, target }: Pick<OutlineTransition, "event" | "guard" | "actions" | "target">,
): string {
  const parts = [
    oneLine(event),
    guard === "" ? "" : `[${oneLine(guard)}]`,
    actions.length === 0 ? "" : `/ ${actions.map(oneLine).join("; ")}`,
    target === "" ? "(stays)" : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** A state's name, and its entry and exit actions below it. */
export function nodeLines({ name, entry, exit }: OutlineState): string[] {
  return [
    shownName(name),
    ...entry.map((text) => `entry / ${text}`),
    ...exit.map((text) => `exit / ${text}`),
  ].map(oneLine);
}
