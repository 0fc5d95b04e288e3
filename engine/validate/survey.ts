import {
  type Event,
  type EventSource,
  isObject,
  type Settings,
  type StateMachineDefinition,
  type Timer,
} from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import { Edges } from "./edges.ts";
import { type StateSite, surveyStates } from "./sites.ts";

/** An event source, an event or a timer with its place in the document. */
export interface Declared<T> {
  /** The thing itself. */
  readonly value: T;
  /** JSON pointer to it. */
  readonly path: string;
}

/** Indexes for the rules that the model does not have. */
export interface Survey {
  /** The definition with its indexes. */
  readonly model: EnrichedModel;
  /** The definition. */
  readonly definition: StateMachineDefinition;
  /** Its settings, as far as there are any. */
  readonly settings: Partial<Settings>;
  /** The root state. */
  readonly root: StateSite | undefined;
  /** All states in document order. */
  readonly states: readonly StateSite[];
  /** Name to state; of several with one name, the last. */
  readonly byName: ReadonlyMap<string, StateSite>;
  /** Targets of the transitions; complete when all have been visited. */
  readonly edges: Edges;
  /** The event sources. */
  readonly sources: readonly Declared<EventSource>[];
  /** The events of all sources. */
  readonly events: readonly Declared<Event>[];
  /** The timers of all sources. */
  readonly timers: readonly Declared<Timer>[];
  /** True when findings are to offer the nearest text that parses. */
  readonly suggests: boolean;
}

/** Walks over the definition once. Passes over whatever cannot be a state, a transition, an event or a timer. */
export function surveyOf(model: EnrichedModel, suggests = false): Survey {
  const { definition } = model;
  const states = surveyStates(definition?.state);
  const byName = new Map<string, StateSite>();
  for (const site of states) byName.set(site.name, site);
  return {
    model,
    definition,
    settings: isObject(definition?.settings) ? definition.settings : {},
    root: states[0],
    states,
    byName,
    edges: new Edges(states),
    suggests,
    ...surveyEvents(definition?.events),
  };
}

function surveyEvents(list: unknown): Pick<Survey, "sources" | "events" | "timers"> {
  const sources = declared<EventSource>(list, "/events");
  const events: Declared<Event>[] = [];
  const timers: Declared<Timer>[] = [];
  for (const { value, path } of sources) {
    for (const event of declared<Event>(value.events, `${path}/events`)) events.push(event);
    for (const timer of declared<Timer>(value.timers, `${path}/timers`)) timers.push(timer);
  }
  return { sources, events, timers };
}

function declared<T>(list: unknown, path: string): Declared<T>[] {
  if (!Array.isArray(list)) return [];
  const found: Declared<T>[] = [];
  list.forEach((value: unknown, index) => {
    if (isObject(value)) found.push({ value: value as T, path: `${path}/${index}` });
  });
  return found;
}

/** Computes something once for each survey, for rules that look at the same thing. */
export function perSurvey<T extends object>(compute: (survey: Survey) => T): (survey: Survey) => T {
  const known = new WeakMap<Survey, T>();
  return (survey) => {
    let value = known.get(survey);
    if (!value) known.set(survey, value = compute(survey));
    return value;
  };
}
