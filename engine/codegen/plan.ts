/**
 * The plan of a generated module: everything that is said in it, in no language yet. The printers in `typescript/` and
 * `python/` only spell it out, part by part, in the order of {@linkcode CodePlan}.
 *
 * @module
 */
import type { JsonValue } from "@loom/protocol";
import type { Expression, Statement } from "../expression/ast.ts";
import type { Invocation } from "../members.ts";
import type { GeneratedNames, MachineNames } from "../naming/names.ts";
import type { KindName } from "../naming/state_tree.ts";
import type { Spelling } from "../naming/type_map.ts";

import type { DataPlan, DataTypePlan } from "./plan_data.ts";

/** A whole generated module. */
export interface CodePlan {
  /** The machine's name. */
  readonly machine: string;
  /** Its namespace, for the comment at the top. */
  readonly namespace: string | undefined;
  /** Its purpose. */
  readonly description: string | undefined;
  /** True when its feeders queue events. */
  readonly isAsync: boolean;
  /** The names of its classes. */
  readonly names: MachineNames;
  /** The types of the objects that it calls. */
  readonly objectTypes: readonly ObjectTypePlan[];
  /** Classes that only parameters have, with their names, when a module of types gives them. */
  readonly parameterTypes: readonly (readonly [source: string, name: string])[];
  /** Arguments of the context's constructor, in order. */
  readonly objects: readonly ObjectPlan[];
  /** Those of them that a payload may hide or an action replace: they go into the data, too. */
  readonly hidden: readonly ObjectPlan[];
  /** The members of the data that guards and actions read or write, by first use. */
  readonly data: readonly string[];
  /** The data that the definition declares; without it any member is allowed. */
  readonly declared: DataPlan | undefined;
  /** The types of the objects that invoked machines give, inner ones first; with declared data they are among its types. */
  readonly outputTypes: readonly DataTypePlan[];
  /** All events that are declared, used or raised, by number. */
  readonly events: readonly EventPlan[];
  /** The states in document order. */
  readonly states: readonly StatePlan[];
  /** The classes that send events. */
  readonly feeders: readonly FeederPlan[];
  /** Settings of the chart beside the states. */
  readonly chart: ChartPlan;
  /** Access to plain names and to members of objects. */
  readonly scope: NameScope;
  /** Gives names to parts of expressions. */
  readonly spelled: Pick<GeneratedNames, "part">;
}

/** The type of an object in `settings.objects`. */
export interface ObjectTypePlan {
  /** The class in the definition. */
  readonly source: string;
  /** Its name in generated code. */
  readonly name: string;
  /** The instances that have it. */
  readonly instances: readonly string[];
  /** Methods called on them, by first use. */
  readonly methods: readonly string[];
  /** Members read or assigned on them and never called, by first use. */
  readonly properties: readonly string[];
}

/** An object that the context is given. */
export interface ObjectPlan {
  /** Its name in guards and actions. */
  readonly instance: string;
  /** Its name in generated code. */
  readonly name: string;
  /** Its type. */
  readonly type: Spelling;
  /** True when the type is a class rather than a word of the format. */
  readonly hasClass: boolean;
}

/** An event. */
export interface EventPlan {
  readonly id: string;
  /** Its place among all events. */
  readonly number: number;
  /** True when an event source declares it; the others have no methods. */
  readonly isDeclared: boolean;
  /** The list of transitions in a state class, and the method of the context; none for what is only raised. */
  readonly handler: Spelling | undefined;
  /** The method of the feeder. */
  readonly method: Spelling;
  /** The type of its payload. */
  readonly payload: string;
  readonly parameters: readonly ParameterPlan[];
  readonly description: string | undefined;
}

/** A parameter of an event. */
export interface ParameterPlan {
  /** Its key in the payload. */
  readonly key: string;
  readonly name: Spelling;
  readonly type: Spelling;
  readonly description: string | undefined;
}

/** A state. */
export interface StatePlan {
  readonly name: string;
  readonly className: string;
  /** Its member of the enumeration. */
  readonly member: string;
  readonly index: number;
  readonly kind: KindName;
  /** The place of the state it stands in. */
  readonly parent: number | undefined;
  readonly description: string | undefined;
  readonly tags: readonly string[];
  /** Its meta data; null for none. */
  readonly meta: JsonValue;
  readonly entry: readonly ActionPlan[];
  readonly exit: readonly ActionPlan[];
  /** The transitions that need no event. */
  readonly always: readonly TransitionPlan[];
  /** The others by event, in the order in which the state first uses it. */
  readonly handlers: readonly {
    readonly event: EventPlan;
    readonly transitions: readonly TransitionPlan[];
  }[];
}

/** A transition. */
export interface TransitionPlan {
  readonly target: string | undefined;
  /** Further targets, in other regions. */
  readonly targets: readonly string[];
  /** True when it leaves its state even where the target is inside it. */
  readonly isExternal: boolean;
  /** The guard's text. */
  readonly guard: string | undefined;
  /** The compiled guard. */
  readonly test: Expression | undefined;
  /** Why it never passes. */
  readonly error: string | undefined;
  readonly actions: readonly ActionPlan[];
  readonly description: string | undefined;
}

/** An action. */
export type ActionPlan =
  | { readonly kind: "code"; readonly text: string; readonly statements: readonly Statement[] }
  | {
    readonly kind: "startTimer";
    readonly timer: string;
    readonly event: string;
    readonly duration: DurationPlan;
    readonly repeat: DurationPlan | undefined;
  }
  | { readonly kind: "stopTimer"; readonly timer: string }
  | { readonly kind: "raise"; readonly event: string; readonly data: Expression | undefined }
  | {
    readonly kind: "send";
    readonly event: string;
    readonly data: Expression | undefined;
    readonly delay: DurationPlan | undefined;
    readonly id: string | undefined;
    readonly to: string | undefined;
  }
  | {
    readonly kind: "invoke";
    readonly id: string;
    readonly source: Invocation["source"];
    readonly input: Expression | undefined;
  }
  | { readonly kind: "stopInvoke"; readonly id: string }
  | { readonly kind: "output"; readonly state: string; readonly text: string; readonly value: Expression }
  | {
    readonly kind: "if";
    readonly text: string;
    readonly test: Expression;
    readonly then: readonly ActionPlan[];
    readonly otherwise: readonly ActionPlan[];
  }
  | {
    readonly kind: "forEach";
    readonly text: string;
    readonly list: Expression;
    readonly item: string;
    readonly index: string;
    readonly actions: readonly ActionPlan[];
  }
  | { readonly kind: "log"; readonly text: string; readonly value: Expression }
  | { readonly kind: "broken"; readonly text: string; readonly error: string };

/** Milliseconds: a number, or what gives one. */
export type DurationPlan = number | Expression;

/** A class that sends the events of some sources. */
export interface FeederPlan {
  /** Its name in the definition. */
  readonly source: string;
  readonly className: string;
  readonly events: readonly EventPlan[];
}

/** Settings of the chart beside the states. */
export interface ChartPlan {
  readonly timers: readonly (readonly [timer: string, event: string])[];
  readonly bubbles: boolean;
  /** True when its machines invoke work, have an output, or send events later or to other machines. */
  readonly hasWork: boolean;
  readonly initial: readonly (readonly [state: string, descendant: string])[];
  readonly deep: readonly string[];
  readonly joins: readonly (readonly [state: string, target: string])[];
  readonly aliases: readonly (readonly [name: string, state: string])[];
}

/** Access to plain names. */
export interface NameScope {
  /** The member of the context for an object; `undefined` for what is looked up like any other name. */
  objectOf(name: string): string | undefined;
}
