import { oneLine } from "../../../text/terminal_text.ts";
import { initialOf, type OutlineState, type OutlineTransition, shownName } from "../../outline.ts";

/** A state of the drawing. */
export interface BoxNode {
  readonly state: OutlineState;
  readonly parent: BoxNode | null;
  readonly slot: "root" | "child" | "region";
  readonly depth: number;
  /** From top to bottom. */
  children: BoxNode[];
  regions: BoxNode[];
  /** The number of states drawn before it. */
  place: number;
}

/** A transition, the exit of completed regions, or the mark of a deeper initial state. */
export interface Arrow {
  /** Its number in document order. */
  readonly id: number;
  readonly kind: "transition" | "join" | "initial";
  readonly from: BoxNode;
  /** `null` when no state has that name. */
  readonly to: BoxNode | null;
  /** The target's name as the document has it. */
  readonly target: string;
  /** Event, guard and actions. */
  readonly label: string;
  /** The label without what may be long: the event, and `[…]` for a guard. */
  readonly shortLabel: string;
  /** The whole transition in a line. */
  readonly text: string;
  /** The state inside of whose frame the arrow turns: the innermost that holds both ends. */
  readonly level: BoxNode | null;
  /** True if it would have to cross the frame of a region. */
  readonly leavesRegion: boolean;
}

/** All there is to draw. */
export interface BoxTree {
  readonly root: BoxNode;
  /** All states, each before those inside of it. */
  readonly nodes: readonly BoxNode[];
  readonly arrows: readonly Arrow[];
}

/** Reads the states and arrows of a machine and decides the order of states. */
export function boxTreeOf(root: OutlineState, actions: boolean): BoxTree {
  const nodes: BoxNode[] = [];
  const top = nodeOf(root, null, "root", nodes);
  const byName = new Map<string, BoxNode>();
  for (const node of nodes) if (!byName.has(node.state.name)) byName.set(node.state.name, node);
  const arrows: Arrow[] = [];
  for (const node of nodes) addArrows(arrows, node, byName, actions);
  orderColumns(nodes, arrows);
  numberPlaces(top);
  return { root: top, nodes, arrows };
}

/** Checks whether a state is drawn as a frame with others inside. */
export function isFrame(node: BoxNode): boolean {
  return node.children.length > 0 || node.regions.length > 0;
}

/** The member of a level that is, or contains, a state; `null` when none does. */
export function memberOf(level: BoxNode, inner: BoxNode): BoxNode | null {
  let member: BoxNode | null = inner;
  while (member !== null && member.parent !== level) member = member.parent;
  return member;
}

/** The initial child, if the initial state is on this level. */
export function initialChild(node: BoxNode): BoxNode | undefined {
  if (node.regions.length > 0) return undefined;
  const initial = initialOf(node.state);
  return node.children.find((child) => child.state === initial);
}

/** The label of an arrow: event, guard, actions. */
export function labelOf(transition: OutlineTransition, actions: boolean): string {
  const guard = transition.guard === "" ? "" : `[${oneLine(transition.guard)}]`;
  const done = actions && transition.actions.length > 0
    ? `/ ${transition.actions.map(oneLine).join("; ")}`
    : "";
  return [oneLine(transition.event), guard, done].filter((part) => part !== "").join(" ");
}

function nodeOf(
  state: OutlineState,
  parent: BoxNode | null,
  slot: BoxNode["slot"],
  nodes: BoxNode[],
): BoxNode {
  const depth = parent ? parent.depth + 1 : 0;
  const node: BoxNode = { state, parent, slot, depth, children: [], regions: [], place: 0 };
  nodes.push(node);
  node.children = state.children.map((child) => nodeOf(child, node, "child", nodes));
  node.regions = state.regions.map((region) => nodeOf(region, node, "region", nodes));
  return node;
}

function addArrows(
  arrows: Arrow[],
  from: BoxNode,
  byName: ReadonlyMap<string, BoxNode>,
  actions: boolean,
): void {
  const { state } = from;
  const name = shownName(state.name);
  const add = (kind: Arrow["kind"], target: string, text: string, label = "", shortLabel = ""): void => {
    const to = byName.get(target) ?? null;
    const level = to === null ? null : levelOf(from, to);
    const leavesRegion = to !== null && (crossesRegion(from, level) || crossesRegion(to, level));
    const id = arrows.length;
    arrows.push({
      id,
      kind,
      from,
      to,
      target: oneLine(target),
      label,
      shortLabel,
      text,
      level,
      leavesRegion,
    });
  };
  if (hasDeepInitial(from)) add("initial", state.initial, `${name} [*]→ ${oneLine(state.initial)}`);
  for (const transition of state.transitions) {
    if (transition.target === "") continue;
    const text = lineOf(name, transition, actions);
    const label = labelOf(transition, actions);
    add("transition", transition.target, text, label, shortened(transition, label));
  }
  if (state.join !== "") add("join", state.join, `${name} ═→ ${oneLine(state.join)}`);
}

/** Checks whether a state names an initial state that is none of its children. */
function hasDeepInitial({ state, regions }: BoxNode): boolean {
  if (state.initial === "") return false;
  const initial = initialOf(state);
  return regions.length > 0 || initial !== undefined && !state.children.includes(initial);
}

function shortened({ event }: OutlineTransition, label: string): string {
  const name = oneLine(event);
  if (label === name) return label;
  return name === "" ? "[…]" : `${name} […]`;
}

/** A transition as the tree view writes it, with its source. */
function lineOf(source: string, transition: OutlineTransition, actions: boolean): string {
  const rest = labelOf({ ...transition, event: "" }, actions);
  const line = `${source} ─[${oneLine(transition.event)}]→ ${oneLine(transition.target)}`;
  return rest === "" ? line : `${line} ${rest}`;
}

/** The innermost state that holds both ends: one of them when it holds the other. */
function levelOf(from: BoxNode, to: BoxNode): BoxNode | null {
  if (from === to) return from.parent;
  let [a, b]: [BoxNode | null, BoxNode | null] = [from, to];
  while (a !== b) {
    if (a === null || b === null) return null;
    if (a.depth >= b.depth) a = a.parent;
    else b = b.parent;
  }
  return a;
}

function crossesRegion(end: BoxNode, level: BoxNode | null): boolean {
  for (let node: BoxNode | null = end; node !== null && node !== level; node = node.parent) {
    if (node.slot === "region") return true;
  }
  return false;
}

/** Orders the children of every state by the arrows between them and what they contain. */
function orderColumns(nodes: readonly BoxNode[], arrows: readonly Arrow[]): void {
  const leads = new Map<BoxNode, Map<BoxNode, BoxNode[]>>();
  for (const { from, to, level } of arrows) {
    if (level === null || to === null || level === from || level === to) continue;
    const [source, target] = [memberOf(level, from), memberOf(level, to)];
    if (source?.slot !== "child" || target?.slot !== "child" || source === target) continue;
    const ways = leads.get(level) ?? new Map<BoxNode, BoxNode[]>();
    const targets = ways.get(source) ?? [];
    targets.push(target);
    leads.set(level, ways.set(source, targets));
  }
  for (const node of nodes) {
    const ways = leads.get(node);
    node.children = columnOrder(node.children, firstOf(node), (child) => ways?.get(child) ?? []);
  }
}

/** The child where reading begins: the initial one, or the one that contains it. */
function firstOf(node: BoxNode): BoxNode | undefined {
  const initial = initialOf(node.state);
  return node.children.find((child) => child.state === initial) ??
    node.children.find((child) => initial !== undefined && contains(child.state, initial));
}

function contains(state: OutlineState, inner: OutlineState): boolean {
  return [...state.children, ...state.regions].some((child) => child === inner || contains(child, inner));
}

function numberPlaces(root: BoxNode): void {
  const waiting = [root];
  let place = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    node.place = place++;
    for (const inner of [...node.children, ...node.regions].reverse()) waiting.push(inner);
  }
}

/** A node that can be ordered. */
interface Ordered {
  readonly state: { readonly kind: string };
}

/** A step of a walk: a state and the number of its edges that have been tried. */
interface Step<Node> {
  readonly node: Node;
  readonly ways: readonly Node[];
  tried: number;
}

/**
 * Orders states so that arrows lead down and to neighbours: in document order, or in the order of a walk along
 * the arrows where that costs less.
 *
 * @param nodes The states in document order.
 * @param first The state to begin with.
 * @param waysOf Where a state leads, in document order.
 */
export function columnOrder<Node extends Ordered>(
  nodes: readonly Node[],
  first: Node | undefined,
  waysOf: (node: Node) => readonly Node[],
): Node[] {
  const written = first ? [first, ...nodes.filter((node) => node !== first)] : [...nodes];
  const walked = walkOrder(written, waysOf);
  return costOf(walked, waysOf) < costOf(written, waysOf) ? walked : written;
}

/** The cost of arrows that do not lead to the next state: their length, and more when they lead up. */
function costOf<Node>(order: readonly Node[], waysOf: (node: Node) => readonly Node[]): number {
  const places = new Map(order.map((node, place) => [node, place]));
  let cost = 0;
  for (const [place, node] of order.entries()) {
    for (const way of waysOf(node)) {
      const distance = (places.get(way) ?? place) - place;
      if (distance !== 1) cost += Math.abs(distance) + (distance < 0 ? 2 : 1);
    }
  }
  return cost;
}

/**
 * The order of a walk. Back edges are those that a depth-first walk finds; the others give a topological order,
 * in which a state is followed by the first state that it leads to, final states later than others.
 */
function walkOrder<Node extends Ordered>(
  starts: readonly Node[],
  waysOf: (node: Node) => readonly Node[],
): Node[] {
  const back = new Map<Node, Set<Node>>();
  walk(starts, waysOf, (from, to) => back.set(from, (back.get(from) ?? new Set()).add(to)));
  return walk(starts, (node) => {
    const ways = waysOf(node).filter((way) => !back.get(node)?.has(way));
    const finals = ways.filter((way) => way.state.kind === "final");
    // What is walked last comes next in the order.
    return [...ways.filter((way) => way.state.kind !== "final"), ...finals].reverse();
  });
}

/** Walks depth first from each start; returns, start by start, what was found there in reverse postorder. */
function walk<Node>(
  starts: readonly Node[],
  waysOf: (node: Node) => readonly Node[],
  onBack?: (from: Node, to: Node) => void,
): Node[] {
  const seen = new Set<Node>();
  const open = new Set<Node>();
  const order: Node[] = [];
  for (const start of starts) {
    if (seen.has(start)) continue;
    const found: Node[] = [];
    const steps: Step<Node>[] = [enter(start)];
    for (let step = steps.at(-1); step; step = steps.at(-1)) {
      const way = step.ways[step.tried++];
      if (way === undefined) {
        open.delete(step.node);
        found.push(step.node);
        steps.pop();
      } else if (open.has(way)) onBack?.(step.node, way);
      else if (!seen.has(way)) steps.push(enter(way));
    }
    order.push(...found.reverse());
  }
  return order;

  function enter(node: Node): Step<Node> {
    seen.add(node);
    open.add(node);
    return { node, ways: waysOf(node), tried: 0 };
  }
}
