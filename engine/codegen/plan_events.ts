import { type Event, isObject } from "@loom/protocol";
import type { EnrichedModel } from "../model.ts";
import type { GeneratedNames } from "../naming/names.ts";
import type { EventPlan, FeederPlan, ParameterPlan } from "./plan.ts";
import { builtInType, type Spelling, UNKNOWN_TYPE } from "../naming/type_map.ts";

/** The events that the sources of a model declare, by id, numbered. */
export function planEvents(
  model: EnrichedModel,
  names: GeneratedNames,
  hasTypes: boolean,
): Map<string, EventPlan> {
  const timers = timerIdsOf(model);
  const plans = new Map<string, EventPlan>();
  for (const [id, event] of model.eventMap) {
    const description: unknown = timers.get(id) ?? event.description;
    const { handler, method, payload } = names.useEvent(id);
    plans.set(id, {
      id,
      number: plans.size,
      isDeclared: true,
      handler,
      method,
      payload,
      // A timer sends its event without a payload.
      parameters: timers.has(id) ? [] : planParameters(event, names, hasTypes),
      description: typeof description === "string" ? description : undefined,
    });
  }
  return plans;
}

/** The feeders of a model with their events, each event once. */
export function planFeeders(
  model: EnrichedModel,
  names: GeneratedNames,
  events: ReadonlyMap<string, EventPlan>,
): FeederPlan[] {
  const plans: FeederPlan[] = [];
  for (const [source, list] of model.feedersMap) {
    const className = names.feeders.get(source);
    if (className === undefined) continue;
    const ids = new Set(list.map(({ id }) => id));
    plans.push({ source, className, events: [...ids].flatMap((id) => events.get(id) ?? []) });
  }
  return plans;
}

function planParameters(event: Event, names: GeneratedNames, hasTypes: boolean): ParameterPlan[] {
  const plans = new Map<string, ParameterPlan>();
  const spelled = names.events.get(event.id)?.parameters;
  for (const parameter of Array.isArray(event.parameters) ? event.parameters as unknown[] : []) {
    if (!isObject(parameter)) continue;
    const { name: key, type, description } = parameter as Readonly<Record<string, unknown>>;
    const name = typeof key === "string" ? spelled?.get(key) : undefined;
    if (typeof key !== "string" || !name || plans.has(key)) continue;
    plans.set(key, {
      key,
      name,
      type: planType(type, names, hasTypes),
      description: typeof description === "string" ? description : undefined,
    });
  }
  return [...plans.values()];
}

/** Without a module of types nothing is known of a class that no object has. */
function planType(word: unknown, names: GeneratedNames, hasTypes: boolean): Spelling {
  if (typeof word !== "string") return UNKNOWN_TYPE;
  const named = names.classes.get(word) ?? (hasTypes ? names.parameterClasses.get(word) : undefined);
  return builtInType(word, names.hasData) ??
    (named === undefined ? UNKNOWN_TYPE : { typescript: named, python: named });
}

function timerIdsOf(model: EnrichedModel): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  for (const { id, description } of model.timerMap.values()) ids.set(id, description);
  return ids;
}
