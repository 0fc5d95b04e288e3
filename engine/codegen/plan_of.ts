import { isObject, type State, type StateMachineDefinition } from "@loom/protocol";
import { actionsOf } from "../actions.ts";
import { lower } from "../lowering/lower.ts";
import {
  conditionOf,
  eventOf,
  furtherTargetsOf,
  initialOf,
  invocationsOf,
  targetOf,
  transitionsOf,
} from "../members.ts";
import type { InvokedMachines } from "../machine/runnable.ts";
import { enrich, type EnrichedModel } from "../model.ts";
import { type GeneratedNames, namesOf } from "../naming/names.ts";
import { declaredDataOf } from "../typing/declared.ts";
import type { OutputTypes } from "../typing/payloads.ts";
import { dataUseWith } from "../validate/data_use.ts";
import { surveyOf } from "../validate/survey.ts";
import { NamesUsed } from "./names_used.ts";
import type {
  ActionPlan,
  ChartPlan,
  CodePlan,
  DurationPlan,
  EventPlan,
  ParameterPlan,
  StatePlan,
  TransitionPlan,
} from "./plan.ts";
import { planAction, planGuard, planInvocations, planOutput } from "./plan_actions.ts";
import { planEvents, planFeeders } from "./plan_events.ts";
import { childOutputs, outputTypeName } from "./plan_outputs.ts";
import { DataPlanner, planData } from "./plan_data.ts";
import { planObjects } from "./plan_objects.ts";
import { isBelow, type StateTree, stateTreeOf, type TreeState } from "../naming/state_tree.ts";

/**
 * Works out what the module generated from a definition says.
 *
 * @param hasTypes Whether a module gives the classes of objects and parameters.
 * @param machines The machines that its states invoke, as far as they are at hand.
 */
export function planOf(model: EnrichedModel, hasTypes: boolean, machines: InvokedMachines = {}): CodePlan {
  const definition = lower(model.definition);
  const lowered = definition === model.definition ? model : enrich(definition);
  return new Planner(lowered, hasTypes, childOutputs(definition, machines)).plan();
}

class Planner {
  readonly #model: EnrichedModel;
  readonly #definition: StateMachineDefinition;
  #hasWork = false;
  readonly #tree: StateTree;
  readonly #names: GeneratedNames;
  readonly #used = new NamesUsed();
  readonly #events: Map<string, EventPlan>;
  readonly #outputs: OutputTypes;
  readonly #types: DataPlanner;

  constructor(model: EnrichedModel, hasTypes: boolean, outputs: OutputTypes) {
    this.#model = model;
    this.#definition = model.definition;
    this.#tree = stateTreeOf(model.definition);
    this.#names = namesOf(model.definition, this.#tree.states);
    this.#outputs = outputs;
    this.#types = new DataPlanner(this.#names);
    this.#events = planEvents(model, this.#names, hasTypes);
  }

  plan(): CodePlan {
    const { name, namespace, description, asynchronous, objects } = settingsOf(this.#definition);
    const states = this.#tree.states.map((state) => this.#planState(state));
    const chart = this.#planChart();
    const events = [...this.#events.values()];
    const hasData = declaredDataOf(this.#definition.settings) !== undefined;
    const use = hasData ? dataUseWith(surveyOf(this.#model), this.#outputs) : undefined;
    const { data, ...planned } = planObjects(objects, { names: this.#names, used: this.#used, events });
    return {
      machine: textOr(name, "StateMachine") || "StateMachine",
      namespace: textOr(namespace, undefined),
      description: textOr(description, undefined),
      isAsync: asynchronous === true,
      names: this.#names.machine,
      ...planned,
      data,
      declared: use && planData(use, this.#names, this.#types),
      outputTypes: use ? [] : this.#types.planned,
      events,
      states,
      feeders: planFeeders(this.#model, this.#names, this.#events),
      chart,
      spelled: this.#names,
    };
  }

  #planState({ state, name, index, kind, parent }: TreeState): StatePlan {
    const { className = "", member = "" } = this.#names.states[index] ?? {};
    const always: TransitionPlan[] = [];
    const byEvent = new Map<string, TransitionPlan[]>();
    const entry = [
      ...this.#planActions(state.onEntry),
      ...this.#inUse(planInvocations(state)),
      ...this.#inUse(kind === "FINAL" ? planOutput(state) : []),
    ];
    const exit = [
      ...this.#planActions(state.onExit),
      ...invocationsOf(state).map(({ id }): ActionPlan => ({ kind: "stopInvoke", id })),
    ];
    for (const [event, transition] of this.#planTransitions(state)) {
      if (event === undefined) always.push(transition);
      else if (!byEvent.get(event)?.push(transition)) byEvent.set(event, [transition]);
    }
    return {
      name,
      className,
      member,
      index,
      kind,
      parent: parent?.index,
      description: textOr(state.description, undefined),
      tags: Array.isArray(state.tags) ? state.tags.filter((tag) => typeof tag === "string") : [],
      meta: state.meta ?? null,
      entry,
      exit,
      always,
      handlers: [...byEvent].map(([event, transitions]) => ({
        event: this.#useEvent(event, true),
        transitions,
      })),
    };
  }

  #planTransitions(state: State): [string | undefined, TransitionPlan][] {
    return transitionsOf(state).map((transition) => {
      const target = targetOf(transition);
      const place = target === undefined ? undefined : this.#tree.byName.get(target);
      const guard = planGuard(conditionOf(transition));
      if (guard.test) this.#used.addExpressions([guard.test]);
      const places = furtherTargetsOf(transition).map((name) => this.#tree.byName.get(name)?.name);
      const plan: TransitionPlan = {
        target: place?.name,
        targets: places.filter((name) => name !== undefined),
        isExternal: transition.type === "external",
        ...guard,
        actions: this.#planActions(transition.actions),
        description: textOr(transition.description, undefined),
      };
      const isLost = target !== undefined && place === undefined;
      return [eventOf(transition), isLost ? lost(plan, state.name, target) : plan];
    });
  }

  #planActions(block: State["onEntry"] | readonly unknown[]): ActionPlan[] {
    const plans = actionsOf(block).map((action) => planAction(action, (timer) => this.#eventOfTimer(timer)));
    return this.#inUse(plans.filter((plan) => plan !== undefined));
  }

  #inUse(plans: ActionPlan[]): ActionPlan[] {
    for (const plan of plans) this.#use(plan);
    return plans;
  }

  /** Notes what an action, and those inside it, use. */
  #use(plan: ActionPlan): void {
    switch (plan.kind) {
      case "code":
        return this.#used.addStatements(plan.statements);
      case "raise":
        this.#useEvent(plan.event, false);
        return this.#useValues([plan.data]);
      case "startTimer":
        return this.#useValues([plan.duration, plan.repeat]);
      case "send":
        if (plan.to !== undefined || plan.delay !== undefined) this.#hasWork = true;
        if (plan.to === undefined) this.#useEvent(plan.event, false);
        return this.#useValues([plan.data, plan.delay]);
      case "invoke":
        this.#hasWork = true;
        return this.#useValues([plan.input]);
      case "output":
        this.#hasWork = true;
        return this.#useValues([plan.value]);
      case "log":
        return this.#useValues([plan.value]);
      case "if":
        this.#useValues([plan.test]);
        for (const inner of [...plan.then, ...plan.otherwise]) this.#use(inner);
        return;
      case "forEach":
        this.#useValues([plan.list]);
        for (const inner of plan.actions) this.#use(inner);
    }
  }

  #useValues(values: readonly (DurationPlan | undefined)[]): void {
    this.#used.addExpressions(values.filter((value) => typeof value === "object"));
  }

  /** The plan of an event; one that no source declares is added when it is first met. */
  #useEvent(id: string, hasHandler: boolean): EventPlan {
    const known = this.#events.get(id);
    if (known && (known.handler || !hasHandler)) return known;
    const { handler, method, payload } = hasHandler
      ? this.#names.useEvent(id)
      : { handler: undefined, method: { typescript: "", python: "" }, payload: "" };
    const number = known?.number ?? this.#events.size;
    const event: EventPlan = {
      id,
      number,
      isDeclared: false,
      handler,
      method,
      payload,
      parameters: hasHandler ? this.#outputOf(id) : [],
      description: undefined,
    };
    this.#events.set(id, event);
    return event;
  }

  /** The parameter of an event that brings the output of a machine. */
  #outputOf(event: string): ParameterPlan[] {
    const output = this.#outputs.get(event);
    if (output === undefined) return [];
    const type = this.#types.ofRole("output", output, outputTypeName(event, this.#names));
    return [{
      key: "output",
      name: { typescript: "output", python: "output" },
      type,
      description: undefined,
    }];
  }

  #eventOfTimer(name: string): string {
    const id: unknown = this.#model.timerMap.get(name)?.id;
    return typeof id === "string" && id !== "" ? id : name;
  }

  #planChart(): ChartPlan {
    const { states, byName, aliases } = this.#tree;
    const initial = new Map<string, string>();
    const joins = new Map<string, string>();
    for (const state of states) {
      const descendant = byName.get(initialOf(state.state) ?? "");
      const isComposite = state.kind === "COMPOSITE" || state.kind === "ROOT";
      if (isComposite && descendant && isBelow(descendant, state)) {
        initial.set(state.name, descendant.name);
      }
      const target = state.join === undefined ? undefined : byName.get(state.join);
      if (!target) continue;
      joins.set(state.name, target.name);
      this.#useEvent(`done.state.${state.name}`, false);
    }
    return {
      timers: [
        ...[...this.#model.timerMap.keys()].map((name) => [name, this.#eventOfTimer(name)] as const),
      ],
      hasWork: this.#hasWork,
      bubbles: settingsOf(this.#definition).completion === "bubble",
      initial: [...initial],
      deep: deepHistories(states),
      joins: [...joins],
      aliases: [...new Set(aliases)].flatMap((alias) => {
        const state = byName.get(alias);
        return state && state.name !== alias ? [[alias, state.name] as const] : [];
      }),
    };
  }
}

function deepHistories(states: readonly TreeState[]): string[] {
  return states.flatMap(({ kind, state, name }) =>
    kind === "HISTORY" && state.history === "deep" ? [name] : []
  );
}

/** A transition whose target does not exist: nothing can take it. */
function lost(plan: TransitionPlan, source: string, target: string): TransitionPlan {
  const error = `The state "${source}" has a transition to "${target}", which does not exist.`;
  return { ...plan, target: undefined, guard: plan.guard ?? `to ${target}`, test: undefined, error };
}

function settingsOf(definition: StateMachineDefinition): Readonly<Record<string, unknown>> {
  const settings: unknown = definition?.settings;
  return isObject(settings) ? settings as Readonly<Record<string, unknown>> : {};
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}
