/**
 * State machines made by rules and a seed: like those that people draw, from 5 states to thousands.
 *
 * @module
 */
import {
  drawMachine,
  type LayoutGraph,
  type State,
  type StateMachineDefinition,
  type Transition,
} from "@loom/protocol";
import { Random } from "./random.ts";

/** What to make. */
export interface MachineSketch {
  /** How many states, the root not counted. */
  readonly states: number;
  readonly seed: number;
  /** Composites, regions, histories and transitions across levels, or all states under the root. */
  readonly nested: boolean;
}

const DOING = [
  "Awaiting",
  "Checking",
  "Loading",
  "Sending",
  "Reading",
  "Drafting",
  "Signing",
  "Packing",
  "Moving",
  "Sorting",
  "Filling",
  "Holding",
  "Testing",
  "Printing",
  "Scanning",
  "Closing",
  "Opening",
  "Merging",
  "Cooling",
  "Heating",
];
const THINGS = [
  "Order",
  "Invoice",
  "Parcel",
  "Review",
  "Account",
  "Payment",
  "Ticket",
  "Report",
  "Sample",
  "Engine",
  "Session",
  "Message",
  "Contract",
  "Delivery",
  "Backup",
  "Sensor",
  "Battery",
  "Request",
  "Image",
  "Customs",
];
const EVENTS = [
  "start",
  "confirm",
  "reject",
  "timeout",
  "retry",
  "next",
  "cancel",
  "payment_received",
  "approved_by_reviewer",
  "sensor_lost",
  "resume",
  "pause",
  "done",
  "overflow",
  "data_arrived",
  "door_opened",
  "limit_reached",
  "skip",
  "customer_replied",
  "restart",
];
const GUARDS = [
  "ready",
  "count < 3",
  "not locked",
  "retries < limit and online",
  "amount > 0 and currency == 'EUR'",
  "level >= 2",
  "customer.verified and basket.total() <= credit_limit",
  "kind in ['a', 'b']",
];

/** From here downwards all states of a level are leaves. */
const DEEPEST = 6;

/** Makes a machine: the same for the same sketch. */
export function generatedMachine(sketch: MachineSketch): StateMachineDefinition {
  const { states, seed, nested } = sketch;
  return {
    settings: {
      namespace: "Generated",
      name: `${nested ? "Nested" : "Flat"}${states}Seed${seed}`,
      asynchronous: false,
    },
    events: [{ name: "All", events: EVENTS.map((id) => ({ id })) }],
    state: new MachineMaker(seed).make(states, nested),
  };
}

class MachineMaker {
  readonly #random: Random;
  /** Every state that a transition may lead to, in document order. */
  readonly #targets: string[] = [];
  #made = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  make(states: number, nested: boolean): State {
    const root: State = { name: "Root" };
    this.#grow(root, states, nested ? 0 : DEEPEST);
    this.#connect(root);
    return root;
  }

  /** Gives a state `count` descendants. */
  #grow(parent: State, count: number, depth: number): void {
    const random = this.#random;
    const isParallel = depth > 0 && depth < DEEPEST && count >= 9 && random.chance(0.3);
    const wanted = depth === DEEPEST ? count : isParallel ? random.between(2, 3) : random.between(3, 9);
    // One state alone is no level of its own.
    const width = count - wanted <= 1 ? count : wanted;
    const children = Array.from({ length: width }, () => ({ name: stateName(this.#made++) }) as State);
    if (isParallel) parent.parallel = { states: children };
    else {
      parent.states = children;
      this.#targets.push(...children.map(({ name }) => name));
    }
    this.#share(children, count - width, depth, isParallel ? width : random.between(1, Math.ceil(width / 3)));
    if (!isParallel) this.#mark(children, depth);
  }

  /** Spreads `count` descendants over some of the children. */
  #share(children: readonly State[], count: number, depth: number, composites: number): void {
    let left = count;
    const chosen = this.#some(children, composites);
    chosen.forEach((child, i) => {
      const most = Math.max(2, Math.floor(1.5 * left / (chosen.length - i)));
      const part = i === chosen.length - 1 ? left : Math.min(left, this.#random.between(2, most));
      const rest = left - part === 1 ? left : part;
      left -= rest;
      if (rest > 0) this.#grow(child, rest, depth + 1);
    });
  }

  /** Makes leaves of a level final or a history now and then. */
  #mark(children: readonly State[], depth: number): void {
    const last = children.at(-1);
    if (last && children.length > 3 && isLeaf(last) && this.#random.chance(0.4)) last.kind = "final";
    const other = children.at(-2);
    if (!other || children.length < 4 || depth === 0 || !isLeaf(other) || !this.#random.chance(0.25)) return;
    other.kind = "history";
    if (this.#random.chance(0.5)) other.history = "deep";
  }

  #connect(parent: State): void {
    const level = parent.states ?? [];
    level.forEach((state, i) => {
      if (state.kind === undefined) state.transitions = this.#waysOut(level, i);
      if (state.parallel && this.#random.chance(0.6)) {
        state.parallel.nextState = this.#random.pick(level).name;
      }
    });
    for (const child of [...level, ...(parent.parallel?.states ?? [])]) this.#connect(child);
  }

  /** Mostly to the next state, sometimes to one nearby, seldom anywhere. */
  #waysOut(level: readonly State[], at: number): Transition[] {
    const random = this.#random;
    const near = (distance: number) => level[Math.max(0, Math.min(level.length - 1, at + distance))]?.name;
    const ways: (string | undefined | null)[] = [];
    if (at < level.length - 1 && random.chance(0.9)) ways.push(near(1));
    if (at > 0 && random.chance(0.25)) ways.push(near(-random.between(1, 6)));
    if (random.chance(0.2)) ways.push(near(random.between(2, 4)));
    if (random.chance(0.06)) ways.push(random.pick(this.#targets));
    if (random.chance(0.05)) ways.push(near(0));
    if (random.chance(0.08)) ways.push(null);
    return ways.map((target, i) => this.#transition(target, at + 7 * i));
  }

  /** @param target no state for a reaction inside the state */
  #transition(target: string | undefined | null, number: number): Transition {
    const random = this.#random;
    const guard = random.chance(0.3) ? { condition: random.pick(GUARDS) } : {};
    const event = EVENTS[number % EVENTS.length];
    if (typeof target !== "string") {
      return { ...(event && { event }), ...guard, actions: [{ code: "count = 0" }] };
    }
    const isEventless = "condition" in guard && random.chance(0.15);
    return { ...(event && !isEventless ? { event } : {}), nextState: target, ...guard };
  }

  /** `count` of some things, in their order. */
  #some<T>(things: readonly T[], count: number): T[] {
    let missing = count;
    return things.filter((_, i) => {
      const isTaken = this.#random.chance(missing / (things.length - i));
      if (isTaken) missing--;
      return isTaken;
    });
  }
}

function stateName(index: number): string {
  const round = Math.floor(index / (DOING.length * THINGS.length));
  const doing = DOING[index % DOING.length];
  const thing = THINGS[(index + Math.floor(index / DOING.length)) % THINGS.length];
  return `${doing}${thing}${round === 0 ? "" : round + 1}`;
}

function isLeaf(state: State): boolean {
  return state.states === undefined && state.parallel === undefined;
}

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
