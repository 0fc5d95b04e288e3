import type { Action, Event, EventSource, Parameter, Timer } from "../../types.ts";
import { afterWords } from "../after_timer.ts";
import { spelledLabel } from "../label.ts";
import { readTrigger, type Trigger } from "../trigger.ts";
import type { Edge, Node } from "./graph.ts";
import { Names } from "./plan.ts";

/** The timer of an `after 5s`, with the actions that start it on entry and stop it on exit. */
export interface AfterTimer {
  /** Its id and its name. */
  readonly name: string;
  readonly start: Action;
  readonly stop: Action;
}

/** The name of the source of all events. */
const SOURCE = "Events";

/** The events that the arrows of a diagram wait for, and the timers that their times need. */
export class Triggers {
  readonly #completing: ReadonlySet<string>;
  readonly #ids = new Names();
  readonly #events = new Map<string, readonly Parameter[]>();
  readonly #timers = new Map<Node, Map<number, AfterTimer>>();

  /** Learns the ids of all labels, which no timer may take. */
  constructor(edges: readonly Edge[], completing: ReadonlySet<string>) {
    this.#completing = completing;
    for (const edge of edges) {
      const trigger = triggerOf(edge);
      if (trigger.kind === "event" && this.#ids.isFree(trigger.id)) this.#ids.take(trigger.id);
    }
  }

  /** The event of an arrow; `""` when it has none. It is declared from now on. */
  eventOf(edge: Edge, state: string): string {
    const trigger = triggerOf(edge);
    if (trigger.kind === "after") return this.#timer(edge.from, state, trigger.duration).name;
    const { id, parameters } = trigger;
    const isImplicit = id.startsWith("done.state.") && this.#completing.has(id.slice("done.state.".length));
    const known = this.#events.get(id) ?? [];
    if (id !== "" && !isImplicit) this.#events.set(id, known.length > 0 ? known : parameters);
    return id;
  }

  /** The timers of a state, once the events of its arrows have been asked for. */
  timersOf(node: Node): readonly AfterTimer[] {
    return [...this.#timers.get(node)?.values() ?? []];
  }

  /** All events and timers, under one source. */
  sources(): EventSource[] {
    const events = Array.from(this.#events, ([id, parameters]): Event => ({
      id,
      ...(parameters.length === 0 ? {} : { parameters: [...parameters] }),
    }));
    const timers = [...this.#timers.values()].flatMap((byDuration) => [...byDuration.values()])
      .map(({ name }): Timer => ({ id: name, name }));
    if (events.length + timers.length === 0) return [];
    return [{ name: SOURCE, events, ...(timers.length === 0 ? {} : { timers }) }];
  }

  #timer(node: Node, state: string, duration: number): AfterTimer {
    const timers = this.#timers.get(node) ?? new Map<number, AfterTimer>();
    this.#timers.set(node, timers);
    const known = timers.get(duration);
    if (known) return known;
    const name = this.#ids.takeFor(state, ...afterWords(duration));
    const timer = { name, start: { timerStart: { timer: name, duration } }, stop: { timerStop: name } };
    timers.set(duration, timer);
    return timer;
  }
}

function triggerOf({ label }: Edge): Trigger {
  return readTrigger(spelledLabel(label).event);
}
