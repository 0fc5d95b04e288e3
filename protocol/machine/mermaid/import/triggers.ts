import type { Event, EventSource, Parameter } from "../../types.ts";
import { spelledLabel } from "../label.ts";
import { readTrigger, type Trigger } from "../trigger.ts";
import type { Edge } from "./graph.ts";

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
