import { type Arrow, type BoxNode, type BoxTree, isFrame } from "./box_tree.ts";

/**
 * Form of an arrow: straight `down` to the next state, by a `lane` beside the states, as a `stub` that
 * names its target, or not at all but `listed` below the drawing.
 */
export type Way = "down" | "lane" | "stub" | "listed";

/** A place where a line touches a state: a line that leaves it, or the one by which all arrows of a lane arrive. */
export type Port =
  | { readonly kind: "out" | "stub"; readonly arrow: Arrow; readonly level: BoxNode | null }
  | Arrival;

/** The end of a lane at its target. */
export interface Arrival {
  readonly kind: "in";
  readonly to: BoxNode;
  readonly level: BoxNode;
  readonly arrows: Arrow[];
}

/** The places of arrows, for the chosen ways of drawing them. */
export interface Plan {
  /** The ports at the right side of a state. */
  readonly beside: ReadonlyMap<BoxNode, readonly Port[]>;
  /** The ports at the left side of a frame, for arrows between it and what it contains. */
  readonly within: ReadonlyMap<BoxNode, readonly Port[]>;
  /** The arrows from a state straight down to the next. */
  readonly below: ReadonlyMap<BoxNode, readonly Arrow[]>;
  /** The stubs that are written inside of a state. */
  readonly inside: ReadonlyMap<BoxNode, readonly Arrow[]>;
  /** The lanes inside of a frame. */
  readonly lanes: ReadonlyMap<BoxNode, readonly Arrival[]>;
  /** The states that are reached from straight above. */
  readonly fromAbove: ReadonlySet<BoxNode>;
}

/** The first way to draw each arrow, by its number, before the room is known. */
export function firstWays({ arrows }: BoxTree): Way[] {
  const next = new Map<BoxNode, BoxNode>();
  for (const parent of new Set(arrows.map((arrow) => arrow.from.parent))) {
    for (const [index, child] of (parent?.children ?? []).entries()) {
      const follower = parent?.children[index + 1];
      if (follower) next.set(child, follower);
    }
  }
  return arrows.map((arrow) => {
    if (arrow.to === null || arrow.level === null || arrow.leavesRegion) return "stub";
    return next.get(arrow.from) === arrow.to ? "down" : "lane";
  });
}

/** Checks whether the stubs of a state are written inside of it, because there is no room beside it. */
export function writesInside(node: BoxNode): boolean {
  return isFrame(node) || node.slot !== "child";
}

/** Puts the ports of all arrows in the order in which their lines cross least. */
export function planOf({ arrows }: BoxTree, ways: readonly Way[]): Plan {
  const plan = {
    beside: new Map<BoxNode, Port[]>(),
    within: new Map<BoxNode, Port[]>(),
    below: new Map<BoxNode, Arrow[]>(),
    inside: new Map<BoxNode, Arrow[]>(),
    lanes: new Map<BoxNode, Arrival[]>(),
    fromAbove: new Set<BoxNode>(),
  };
  const arrivals = new Map<BoxNode, Map<BoxNode, Arrow[]>>();
  for (const arrow of arrows) {
    const { from, to, level } = arrow;
    const way = ways[arrow.id];
    if (way === "down" && to !== null) {
      push(plan.below, from, arrow);
      plan.fromAbove.add(to);
    }
    if (way === "stub" && writesInside(from)) push(plan.inside, from, arrow);
    else if (way === "stub") push(plan.beside, from, { kind: "stub", arrow, level: null });
    if (way !== "lane" || to === null || level === null) continue;
    push(level === from ? plan.within : plan.beside, from, { kind: "out", arrow, level });
    const byLevel = arrivals.get(to) ?? new Map<BoxNode, Arrow[]>();
    arrivals.set(to, byLevel);
    const arriving = byLevel.get(level);
    if (arriving) {
      arriving.push(arrow);
      continue;
    }
    const port: Arrival = { kind: "in", to, level, arrows: [arrow] };
    byLevel.set(level, port.arrows);
    push(plan.lanes, level, port);
    push(level === to ? plan.within : plan.beside, to, port);
  }
  for (const ports of [...plan.beside.values(), ...plan.within.values()]) sortPorts(ports);
  return plan;
}

/** The rows a port asks for: near targets above first, then far ones; far targets below, then near ones. */
export function heading(port: Port): { group: "up" | "level" | "down"; distance: number } {
  const ways = port.kind === "in"
    ? port.arrows.map((arrow) => arrow.from.place - port.to.place)
    : port.kind === "out"
    ? [(port.arrow.to?.place ?? 0) - port.arrow.from.place]
    : [0];
  const [least, most] = [ways.reduce((a, b) => Math.min(a, b)), ways.reduce((a, b) => Math.max(a, b))];
  if (most < 0) return { group: "up", distance: -least };
  if (least > 0) return { group: "down", distance: most };
  return { group: "level", distance: 0 };
}

function sortPorts(ports: Port[]): void {
  const groups = { up: 0, level: 1, down: 2 };
  const keyed = ports.map((port) => ({ port, ...heading(port) }));
  keyed.sort((a, b) =>
    groups[a.group] - groups[b.group] ||
    (a.group === "up" ? a.distance - b.distance : b.distance - a.distance)
  );
  ports.splice(0, ports.length, ...keyed.map(({ port }) => port));
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
