// Made by `deno task generate` from the tables beside it; edit those.

import type { JsonValue } from "../json/value.ts";

/** A hierarchical state machine: the content of a `.smdf.json` file, unwrapped. */
export type StateMachineDefinition = {
  /** Settings of the whole machine. */
  settings: Settings;
  /** The events and timers, by source. */
  events: EventSource[];
  /** The root state. */
  state: State;
};

/** Settings of the whole machine. */
export type Settings = {
  /** A dotted name; only comments show it. */
  namespace: string;
  /** The machine's name; generated classes carry it. */
  name?: string;
  /** The purpose of the machine. */
  description?: string;
  /** True when actions may give promises, which are awaited, and generated code queues events. */
  asynchronous: boolean;
  /** The host objects that guards and actions call. */
  objects?: ObjectRef[];
  /** Names of the context in generated code. */
  context?: ContextConfig;
  /** The members of the context, with types and initial values; without it, any member is allowed. */
  data?: DataField[];
  /** Carried along for design tools. */
  imports?: string[];
  /** Carried along for design tools. */
  using?: string[];
  /** Carried along for design tools. */
  targetLanguage?: string;
  /** Remarks about the whole diagram. */
  notes?: string;
  /** The effect of an unhandled completion: none (`scxml`, the default), or it completes the parent too (`bubble`). */
  completion?: "scxml" | "bubble";
  /** Looks of states with a tag in pictures; of several that fit, the first counts. */
  styles?: StateStyle[];
  /** The effect of rules of the validator, such as `{ "W105": "off" }`. */
  rules?: MachineRuleSettings;
  /** The origin of the definition, written by tools. */
  _source?: Provenance;
};

/** The look of the states with a tag; `meta.picture` of a state may have a `color` and an `icon` of its own. */
export type StateStyle = {
  /** The tag. */
  tag: string;
  /** A colour: `red`, `orange`, `yellow`, `green`, `teal`, `blue`, `violet`, `pink`, `gray` or `#rrggbb`; pictures fit it to their theme, so that text stays readable. */
  color?: string;
  /** A sign before the name: `check`, `cross`, `star`, `warning`, `dot`, `circle`, `play`, `stop`, `repeat`, or one or two characters. */
  icon?: string;
};

/** The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off. */
export type MachineRuleSettings = {
  /** No findings, warnings or errors of rule V007. */
  V007?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V008. */
  V008?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V009. */
  V009?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V010. */
  V010?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V011. */
  V011?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V012. */
  V012?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule V013. */
  V013?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W101. */
  W101?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W102. */
  W102?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W103. */
  W103?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W104. */
  W104?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W105. */
  W105?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W106. */
  W106?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W107. */
  W107?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W108. */
  W108?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W109. */
  W109?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W110. */
  W110?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W111. */
  W111?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W112. */
  W112?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W113. */
  W113?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W114. */
  W114?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W115. */
  W115?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W116. */
  W116?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W117. */
  W117?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W118. */
  W118?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W119. */
  W119?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W120. */
  W120?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W121. */
  W121?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W122. */
  W122?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W123. */
  W123?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W124. */
  W124?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W125. */
  W125?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W126. */
  W126?: "off" | "warn" | "error";
  /** No findings, warnings or errors of rule W127. */
  W127?: "off" | "warn" | "error";
};

/** The origin of a definition. */
export type Provenance = {
  /** The kind of source. */
  kind?: string;
  /** The id of the prompt decomposition. */
  pdeId?: string;
  /** The folder of the prompt decomposition. */
  pdeFolder?: string;
  /** The prompt it was made from. */
  originalPrompt?: string;
  /** The engine that made it. */
  engine?: string;
};

/** Names of the context in generated code. */
export type ContextConfig = {
  /** The class name; default `<name>Context`. */
  class?: string;
  /** Carried along for design tools. */
  instance?: string;
  /** Carried along for design tools. */
  baseClass?: string;
};

/** A host object that guards and actions may call. */
export type ObjectRef = {
  /** The name it has in guards and actions. */
  instance: string;
  /** Its type in generated code. */
  class: string;
  /** Carried along for design tools. */
  namespace?: string;
};

/** One declared value: a member of the context, or of an object in it. */
export type DataField = {
  /** Its key. */
  name: string;
  /** Its type; `any` is not checked. */
  type: "text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any";
  /** Its meaning. */
  description?: string;
  /** Its first value; without it, null for an optional one, else the empty value of its type. */
  initial?: JsonValue;
  /** True when it may be null. */
  optional?: boolean;
  /** For `enum`: the texts it may be. */
  values?: string[];
  /** For `list`: the type of its items; default: `any`. */
  items?: DataType;
  /** For `object`: its members; without them, any. */
  fields?: DataField[];
  /** For numbers: the smallest allowed. */
  minimum?: number;
  /** For numbers: the largest allowed. */
  maximum?: number;
};

/** The type of a list's items. */
export type DataType = {
  /** The type; `any` is not checked. */
  type: "text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any";
  /** For `enum`: the texts it may be. */
  values?: string[];
  /** For `list`: the type of its items; default: `any`. */
  items?: DataType;
  /** For `object`: its members; without them, any. */
  fields?: DataField[];
  /** For numbers: the smallest allowed. */
  minimum?: number;
  /** For numbers: the largest allowed. */
  maximum?: number;
};

/** A group of events and timers that come from one place. */
export type EventSource = {
  /** The label of the group. */
  name: string;
  /** Carried along for design tools. */
  file?: string;
  /** The class generated to send this group's events. */
  feeder?: string;
  /** The purpose of the source. */
  description?: string;
  /** The events. */
  events?: Event[];
  /** The timers. */
  timers?: Timer[];
};

/** Something that may happen. */
export type Event = {
  /** The word transitions use; unique over all sources. */
  id: string;
  /** A display name. */
  name?: string;
  /** When it happens. */
  description?: string;
  /** Its payload. */
  parameters?: Parameter[];
  /** Carried along for design tools. */
  preAction?: string;
  /** Carried along for design tools. */
  postAction?: string;
};

/** One member of an event's payload. */
export type Parameter = {
  /** Its key in the payload. */
  name: string;
  /** `string`, `int`, `float`, `double`, `bool`, `boolean`, `object`, or a class name; with `settings.data` also the types of data. */
  type: string;
  /** Its meaning. */
  description?: string;
};

/** A named timer; the action that starts it says how long it runs. */
export type Timer = {
  /** The event it raises when it expires. */
  id: string;
  /** The name that actions use. */
  name: string;
  /** The reason for waiting. */
  description?: string;
};

/** A state, its children and its transitions. */
export type State = {
  /** Unique over the whole tree: the state's key. */
  name: string;
  /** Default: `normal`. */
  kind?: "normal" | "final" | "history" | "choice";
  /** The meaning of being in it. */
  description?: string;
  /** Remarks; engine and generators pass over them. */
  notes?: string;
  /** A task for an agent while the machine is in it; engine and generators ignore it. */
  prompt?: string;
  /** The child or deeper descendant to enter by default; default: the first child that is not history. */
  initial?: string;
  /** Words that code asks for: `hasTag` of the interpreter. */
  tags?: string[];
  /** Anything that code reads while the state is active: `meta` of the interpreter. */
  meta?: JsonValue;
  /** For `kind: history`: how deep it remembers. */
  history?: "shallow" | "deep";
  /** Actions on entry. */
  onEntry?: ActionBlock;
  /** Actions on exit. */
  onExit?: ActionBlock;
  /** Work that belongs to the state. */
  invoke?: Invoke[];
  /** For `kind: final`: the output of what it completes, an expression; of the machine, at the top. */
  output?: string;
  /** The ways out, in order of preference. */
  transitions?: Transition[];
  /** The children. */
  states?: State[];
  /** The regions, which are active at the same time. */
  parallel?: Parallel;
};

/** The regions of a state, all active while it is. */
export type Parallel = {
  /** The target when every region is complete. */
  nextState?: string;
  /** The regions. */
  states: State[];
};

/** Actions on entering or leaving a state. */
export type ActionBlock = {
  /** The actions, in order. */
  actions: Action[];
};

/** A way from a state to another, or a reaction inside it. */
export type Transition = {
  /** The event or timer id; without one, and without `after`, the transition is event-less. */
  event?: string;
  /** Further events that take it. `*` is any event, `order.*` is `order` and all that begins with `order.`. */
  events?: string[];
  /** In place of an event: the milliseconds, a number or an expression, for which the state must have been active. */
  after?: string | number;
  /** The target; without one the transition is internal. */
  nextState?: string;
  /** Further targets, each in another region than the others. */
  nextStates?: string[];
  /** `external`: a transition to the inside of its source leaves and enters the source too. Default: `local`. */
  type?: "local" | "external";
  /** The guard, an expression. */
  condition?: string;
  /** Why it is there. */
  description?: string;
  /** Actions between exit and entry. */
  actions?: Action[];
};

/** Work that begins when its state is entered and is cancelled when the state is left: one of `machine` and `task`. */
export type Invoke = {
  /** Its name in `done.invoke.<id>`, `error.invoke.<id>` and `send`. */
  id: string;
  /** A child machine: the path of its document, from this one, or its name in the system. */
  machine?: string;
  /** The name of a task that the host registers. */
  task?: string;
  /** Its input, an expression; an object becomes a child's first context. */
  input?: string;
  /** Its purpose. */
  description?: string;
};

/** One thing to do: exactly one of `code`, `timerStart`, `timerStop`, `raise`, `assign`, `if`, `forEach`, `send`, `cancel` and `log`. */
export type Action = {
  /** An editor's hint. */
  action?:
    | "code"
    | "timerStart"
    | "timerStop"
    | "raise"
    | "assign"
    | "if"
    | "forEach"
    | "send"
    | "cancel"
    | "log";
  /** An editor's hint. */
  name?: string;
  /** Statements of the action language. */
  code?: string;
  /** Starts a timer. */
  timerStart?: TimerStart;
  /** Stops the timer of this name. */
  timerStop?: string;
  /** Puts this event on the internal queue. */
  raise?: string;
  /** With `raise`: the event's payload, an expression that gives an object. */
  data?: string;
  /** Sets a member of the context. */
  assign?: Assign;
  /** Runs one list of actions or another. */
  if?: IfAction;
  /** Runs actions once for each item of a list. */
  forEach?: ForEachAction;
  /** Sends an event, now or later, to this machine or another. */
  send?: SendAction;
  /** Takes back the delayed `send` of this id. */
  cancel?: string;
  /** Gives the value of this expression to the observer. */
  log?: string;
};

/** Sets a member of the context. */
export type Assign = {
  /** The member, as on the left of `=`. */
  target: string;
  /** Its value, an expression. */
  value: string;
};

/** Runs one list of actions or another. */
export type IfAction = {
  /** An expression. */
  condition: string;
  /** The actions when it is true. */
  then: Action[];
  /** The actions when it is false. */
  else?: Action[];
};

/** Runs actions once for each item of a list. */
export type ForEachAction = {
  /** The list, an expression, evaluated once. */
  list: string;
  /** The name of the item in the actions. */
  item: string;
  /** The name of its index, from 0. */
  index?: string;
  /** The actions. */
  actions: Action[];
};

/** Sends an event. */
export type SendAction = {
  /** The event's id. */
  event: string;
  /** Another machine than this one: the id of an invoked one, or `parent`. */
  to?: string;
  /** Milliseconds: a number, or an expression. */
  delay?: string | number;
  /** A name for `cancel`. */
  id?: string;
  /** The event's payload, an expression that gives an object; evaluated when it is sent. */
  data?: string;
};

/** Starts a timer. */
export type TimerStart = {
  /** The timer's name. */
  timer: string;
  /** Milliseconds until it expires: a number, or an expression. */
  duration: string | number;
  /** Milliseconds between further expiries; without it the timer expires once. */
  repeat?: string | number;
};
