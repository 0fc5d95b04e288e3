// Made by `deno task generate` from the tables beside it; edit those.

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
  /** True when generated code queues events instead of handling them in the call. */
  asynchronous: boolean;
  /** The host objects that guards and actions call. */
  objects?: ObjectRef[];
  /** Names of the context in generated code. */
  context?: ContextConfig;
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
  /** The effect of rules of the validator, such as `{ "W105": "off" }`. */
  rules?: MachineRuleSettings;
  /** The origin of the definition, written by tools. */
  _source?: Provenance;
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
  /** `string`, `int`, `float`, `double`, `bool`, `boolean`, `object`, or a class name. */
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
  kind?: "normal" | "final" | "history";
  /** The meaning of being in it. */
  description?: string;
  /** Remarks; engine and generators pass over them. */
  notes?: string;
  /** A task for an agent while the machine is in it; engine and generators ignore it. */
  prompt?: string;
  /** The child or deeper descendant to enter by default; default: the first child that is not history. */
  initial?: string;
  /** For `kind: history`: how deep it remembers. */
  history?: "shallow" | "deep";
  /** Actions on entry. */
  onEntry?: ActionBlock;
  /** Actions on exit. */
  onExit?: ActionBlock;
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
  /** The event or timer id; without one the transition is event-less. */
  event?: string;
  /** The target; without one the transition is internal. */
  nextState?: string;
  /** The guard, an expression. */
  condition?: string;
  /** Why it is there. */
  description?: string;
  /** Actions between exit and entry. */
  actions?: Action[];
};

/** One thing to do: exactly one of `code`, `timerStart`, `timerStop` and `raise`. */
export type Action = {
  /** An editor's hint. */
  action?: "code" | "timerStart" | "timerStop" | "raise";
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
