import type {
  Action,
  Event,
  EventSource,
  Parameter,
  State,
  StateMachineDefinition,
  Transition,
} from "../../types.ts";
import { readEdgeLabel, spelledLabel } from "../label.ts";
import { plainText } from "../text.ts";
import { readTrigger, type Trigger } from "../trigger.ts";
import type { Diagram } from "./diagram.ts";
import { type Edge, type Graph, internalIn, isActivity, type Level, type Node, type Start } from "./graph.ts";
import { type Plan, planOf, type Region } from "./plan.ts";
import type { Remarks } from "./remarks.ts";

/** Names that the text does not give. */
export interface DefinitionOptions {
  readonly name: string | undefined;
  readonly namespace: string;
  /** The kind of source, for `settings._source`. */
  readonly source: string;
}

/** Makes the definition of a diagram whose states are joined. */
export function buildDefinition(
  diagram: Diagram,
  graph: Graph,
  options: DefinitionOptions,
  remarks: Remarks,
): StateMachineDefinition {
  const name = diagram.title ?? diagram.accTitle ?? options.name;
  const builder = new StateBuilder(graph, planOf(graph, "Root", remarks), remarks);
  const state = builder.root();
  const notes = graph.notes.map(noteText).filter((note) => note !== "").join("\n");
  return {
    settings: {
      namespace: options.namespace,
      ...(name ? { name } : {}),
      ...(diagram.accDescr ? { description: diagram.accDescr } : {}),
      asynchronous: false,
      ...(notes === "" ? {} : { notes }),
      _source: { kind: options.source },
    },
    events: builder.events(),
    state,
  };
}

class StateBuilder {
  readonly #graph: Graph;
  readonly #plan: Plan;
  readonly #remarks: Remarks;
  readonly #triggers: Triggers;
  /** The states that have states inside: their completion is an event that needs no declaration. */
  readonly #completing: ReadonlySet<string>;

  constructor(graph: Graph, plan: Plan, remarks: Remarks) {
    this.#graph = graph;
    this.#plan = plan;
    this.#remarks = remarks;
    this.#completing = new Set(this.#compositeNames());
    this.#triggers = new Triggers(this.#completing);
  }

  *#compositeNames(): Generator<string> {
    yield this.#plan.rootName;
    for (const node of this.#graph.nodes) {
      const { children, ends } = this.#plan;
      if (node.sections.some((level) => children.has(level) || ends.has(level))) yield this.#nameOf(node);
    }
    for (const { node, name } of [...this.#plan.regions.values()].flat()) if (!node) yield name;
  }

  root(): State {
    const { root } = this.#graph;
    const inside = this.#inside([root], "The diagram");
    const [only] = inside.states ?? [];
    if (only && this.#isRootItself(only)) return only;
    return { name: this.#plan.rootName, ...inside };
  }

  /**
   * True when the one state of the outermost level is what its drawing shows of a root: the start, with states and
   * with something of its own, where nothing ends, since an end in the root is the end of the machine.
   */
  #isRootItself(state: State): boolean {
    const [node, ...others] = this.#plan.children.get(this.#graph.root) ?? [];
    if (!node || others.length > 0 || this.#plan.ends.has(this.#graph.root)) return false;
    const [start, ...further] = this.#graph.root.starts;
    if (start?.to !== node || further.length > 0) return false;
    const regions = state.parallel?.states ?? [];
    const insides = regions.length > 0
      ? regions.flatMap((region) => region.states ?? [])
      : state.states ?? [];
    const hasOwn = regions.length > 0 || state.transitions !== undefined || state.notes !== undefined ||
      this.#graph.edges.some(({ to }) => to === node);
    return hasOwn && (state.states ?? regions).length > 0 && !insides.some(({ kind }) => kind === "final");
  }

  /** The events of all transitions, under one source. */
  events(): EventSource[] {
    return this.#triggers.sources();
  }

  #nameOf(node: Node): string {
    return this.#plan.names.get(node) ?? node.id;
  }

  #state(node: Node): State {
    const history = this.#plan.histories.get(node);
    const transitions = this.#transitions(node);
    return {
      name: this.#nameOf(node),
      ...(this.#plan.finals.has(node)
        ? { kind: "final" }
        : history
        ? { kind: "history" }
        : node.shape === "choice"
        ? { kind: "choice" }
        : {}),
      ...this.#texts(node),
      ...(history === "deep" ? { history } : {}),
      ...(transitions.length > 0 ? { transitions } : {}),
      ...this.#insideOf(node),
    };
  }

  /** Description, notes, and what is done on entering and leaving. */
  #texts(node: Node): Pick<State, "description" | "notes" | "onEntry" | "onExit"> {
    const isDone = (text: string) => /^\s*(?:entry|exit)\s*\//i.test(text) || internalIn(text) !== undefined;
    const lines = node.texts.filter((text) => !isDone(text)).map(plainText);
    const title = this.#plan.texts.get(node);
    const description = [...(title === undefined ? [] : [title]), ...lines].join("\n");
    const notes = node.notes.map(noteText).filter((note) => note !== "").join("\n");
    const entry = actionsIn(node.texts, "entry");
    const exit = actionsIn(node.texts, "exit");
    return {
      ...(description === "" ? {} : { description }),
      ...(notes === "" ? {} : { notes }),
      ...(entry.length > 0 ? { onEntry: { actions: entry } } : {}),
      ...(exit.length > 0 ? { onExit: { actions: exit } } : {}),
    };
  }

  #insideOf(node: Node): Pick<State, "initial" | "states" | "parallel"> {
    const regions = this.#plan.regions.get(node);
    if (!regions) return this.#inside(node.sections, `"${this.#nameOf(node)}"`);
    const states = regions.map((region) => this.#region(region));
    const completion = this.#completionOf(node);
    const nextState = completion && this.#targetOf(completion);
    return { parallel: nextState === undefined ? { states } : { nextState, states } };
  }

  #region({ node, name, level }: Region): State {
    return node ? this.#state(node) : { name, ...this.#inside([level], `"${name}"`) };
  }

  #inside(levels: readonly Level[], where: string): Pick<State, "initial" | "states"> {
    const nodes = levels.flatMap((level) => this.#plan.children.get(level) ?? []);
    const states = nodes.map((node) => this.#state(node));
    for (const level of levels) {
      const name = this.#plan.ends.get(level);
      if (name !== undefined) states.push({ name, kind: "final" });
    }
    const starts = levels.flatMap((level) => level.starts);
    if (states.length === 0 && starts.length === 0) return {};
    const initial = this.#initial(starts, levels, where);
    if (states.length === 0) return {};
    const first = states.find(({ kind }) => kind !== "history")?.name;
    return initial === undefined || initial === first ? { states } : { initial, states };
  }

  /** The state at the first start mark. */
  #initial(
    starts: readonly Start[],
    levels: readonly Level[],
    where: string,
  ): string | undefined {
    const [start, ...others] = starts;
    if (!start) return void this.#remarks.add("no_start", levels[0]?.at ?? 0, where);
    const name = start.to
      ? this.#nameOf(start.to)
      : levels.map((level) => this.#plan.ends.get(level)).find(Boolean);
    for (const { to, at } of others) this.#remarks.add("starts", at, to ? this.#nameOf(to) : "");
    if (start.label !== "") this.#remarks.add("start_label", start.at, name);
    if (!start.to || levels.some((level) => isBelow(start.to, level))) return name;
    this.#remarks.add("start_elsewhere", start.at, name);
    return undefined;
  }

  #transitions(node: Node): Transition[] {
    if (this.#plan.finals.has(node)) return [];
    const completion = this.#plan.regions.has(node) ? this.#completionOf(node) : undefined;
    const edges = (this.#plan.out.get(node) ?? []).filter((edge) => edge !== completion);
    if (node.shape === "choice") return this.#choices(edges);
    return [...edges.map((edge) => this.#transition(edge)), ...this.#internal(node)];
  }

  /** The transitions that the texts inside a state are: `event [guard] / action`. */
  #internal(node: Node): Transition[] {
    return node.texts.flatMap((text) => {
      const internal = internalIn(text);
      if (internal === undefined) return [];
      const event = plainText(internal.event);
      this.#triggers.declare(event);
      return [this.#written(event, undefined, plainText(internal.guard), plainText(internal.action))];
    });
  }

  /** The arrow that completed regions take: the last one without a label. */
  #completionOf(node: Node): Edge | undefined {
    return this.#plan.out.get(node)?.findLast(({ label }) => label === "");
  }

  #transition(edge: Edge): Transition {
    const { guard, action, stays } = readEdgeLabel(edge.label);
    const trigger = this.#triggers.of(edge);
    const isInternal = stays && edge.from === edge.to;
    const target = isInternal ? undefined : this.#targetOf(edge);
    if (trigger.kind === "after") {
      return { after: trigger.duration, ...this.#written("", target, guard, action) };
    }
    const event = trigger.id;
    const completes = event === "" && guard === "" && !isInternal && this.#hasEnd(edge.from);
    const id = completes ? `done.state.${this.#nameOf(edge.from)}` : event;
    if (id === "" && guard === "" && edge.from.shape === undefined && !this.#plan.histories.has(edge.from)) {
      this.#remarks.add("no_label", edge.at, this.#nameOf(edge.from));
    }
    return this.#written(id, target, guard, action);
  }

  /** The transitions of a choice: labels are guards, and the one without a guard comes last. */
  #choices(edges: readonly Edge[]): Transition[] {
    const ways = edges.map((edge) => {
      const { event, guard, action } = readEdgeLabel(edge.label);
      const text = (guard === "" ? event : guard).replace(/^if\s+(?=\S)/i, "");
      const condition = /^(?:else|otherwise)$/i.test(text) ? "" : text;
      return this.#written("", this.#targetOf(edge), condition, action);
    });
    const isGuarded = ({ condition }: Transition) => condition !== undefined;
    return [...ways.filter(isGuarded), ...ways.filter((way) => !isGuarded(way))];
  }

  #written(event: string, nextState: string | undefined, condition: string, action: string): Transition {
    return {
      ...(event === "" ? {} : { event }),
      ...(nextState === undefined ? {} : { nextState }),
      ...(condition === "" ? {} : { condition }),
      ...(action === "" ? {} : { actions: [{ code: action }] }),
    };
  }

  #targetOf({ to, level }: Edge): string | undefined {
    return to ? this.#nameOf(to) : this.#plan.ends.get(level);
  }

  /** Checks whether a composite without regions has a final state inside. */
  #hasEnd(node: Node): boolean {
    if (this.#plan.regions.has(node)) return false;
    return node.sections.some((section) =>
      this.#plan.ends.has(section) ||
      this.#plan.children.get(section)?.some((child) => this.#plan.finals.has(child))
    );
  }
}

/** Checks whether a state is at a level, or inside a state that is. */
function isBelow(node: Node | undefined, level: Level): boolean {
  for (let one = node; one; one = one.level.owner) if (one.level === level) return true;
  return false;
}

function actionsIn(texts: readonly string[], when: "entry" | "exit"): Action[] {
  const pattern = new RegExp(`^\\s*${when}\\s*/\\s*(.*)$`, "is");
  return texts.filter(isActivity).flatMap((text) => {
    const code = plainText(pattern.exec(text)?.[1] ?? "");
    return code === "" ? [] : [{ code }];
  });
}

/** A note's lines, without comments and without blank lines around them. */
function noteText(text: string): string {
  const lines = text.replace(/<br\s*\/?>/gi, "\n").split(/\r\n|[\r\n]/);
  return lines.filter((line) => !/^\s*%%(?!\{)/.test(line)).map(plainText).join("\n").trim();
}

/** The name of the source of all events. */
const SOURCE = "Events";

/** The events that the arrows of a diagram wait for. */
export class Triggers {
  readonly #completing: ReadonlySet<string>;
  readonly #events = new Map<string, readonly Parameter[]>();

  /** Makes an empty collection; `completing` has the states whose completion needs no declaration. */
  constructor(completing: ReadonlySet<string>) {
    this.#completing = completing;
  }

  /** The trigger of an arrow; an event is declared from now on. Its id is `""` when there is none. */
  of(edge: Edge): Trigger {
    const trigger = readTrigger(spelledLabel(edge.label).event);
    if (trigger.kind === "event") this.declare(trigger.id, trigger.parameters);
    return trigger;
  }

  /** Declares an event. */
  declare(id: string, parameters: readonly Parameter[] = []): void {
    const isImplicit = id.startsWith("done.state.") && this.#completing.has(id.slice("done.state.".length));
    const known = this.#events.get(id) ?? [];
    if (id !== "" && !isImplicit) this.#events.set(id, known.length > 0 ? known : parameters);
  }

  /** All events, under one source. */
  sources(): EventSource[] {
    const events = Array.from(this.#events, ([id, parameters]): Event => ({
      id,
      ...(parameters.length === 0 ? {} : { parameters: [...parameters] }),
    }));
    return events.length === 0 ? [] : [{ name: SOURCE, events }];
  }
}
