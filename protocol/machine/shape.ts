import type { ShapeTable } from "../shape/shape.ts";

/** The rules that settings turn off or make errors; a test compares them with those of the validator. */
const WARNING_RULES: readonly string[] = [
  ...Array.from({ length: 7 }, (_, at) => `V${String(at + 7).padStart(3, "0")}`),
  ...Array.from({ length: 16 }, (_, at) => `W${at + 101}`),
];

/**
 * The shape of a state machine definition (SMDF): the one source of its types, its JSON Schema and its
 * field check.
 */
export const MACHINE_SHAPE: ShapeTable = [
  {
    name: "StateMachineDefinition",
    doc: "A hierarchical state machine: the content of a `.smdf.json` file, unwrapped.",
    fields: [
      { name: "settings", type: "Settings", required: true, doc: "Settings of the whole machine." },
      { name: "events", type: "EventSource[]", required: true, doc: "The events and timers, by source." },
      { name: "state", type: "State", required: true, doc: "The root state." },
    ],
  },
  {
    name: "Settings",
    doc: "Settings of the whole machine.",
    fields: [
      { name: "namespace", type: "string", required: true, doc: "A dotted name; only comments show it." },
      { name: "name", type: "string", doc: "The machine's name; generated classes carry it." },
      { name: "description", type: "string", doc: "The purpose of the machine." },
      {
        name: "asynchronous",
        type: "boolean",
        required: true,
        doc: "True when generated code queues events instead of handling them in the call.",
      },
      { name: "objects", type: "ObjectRef[]", doc: "The host objects that guards and actions call." },
      { name: "context", type: "ContextConfig", doc: "Names of the context in generated code." },
      { name: "imports", type: "string[]", doc: "Carried along for design tools." },
      { name: "using", type: "string[]", doc: "Carried along for design tools." },
      { name: "targetLanguage", type: "string", doc: "Carried along for design tools." },
      { name: "notes", type: "string", doc: "Remarks about the whole diagram." },
      {
        name: "completion",
        type: '"scxml" | "bubble"',
        doc:
          "The effect of an unhandled completion: none (`scxml`, the default), or it completes the parent too " +
          "(`bubble`).",
      },
      {
        name: "rules",
        type: "MachineRuleSettings",
        doc: 'The effect of rules of the validator, such as `{ "W105": "off" }`.',
      },
      { name: "_source", type: "Provenance", doc: "The origin of the definition, written by tools." },
    ],
  },
  {
    name: "MachineRuleSettings",
    doc:
      "The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off.",
    fields: WARNING_RULES.map((name) => ({
      name,
      type: '"off" | "warn" | "error"',
      doc: `No findings, warnings or errors of rule ${name}.`,
    })),
  },
  {
    name: "Provenance",
    doc: "The origin of a definition.",
    fields: [
      { name: "kind", type: "string", doc: "The kind of source." },
      { name: "pdeId", type: "string", doc: "The id of the prompt decomposition." },
      { name: "pdeFolder", type: "string", doc: "The folder of the prompt decomposition." },
      { name: "originalPrompt", type: "string", doc: "The prompt it was made from." },
      { name: "engine", type: "string", doc: "The engine that made it." },
    ],
  },
  {
    name: "ContextConfig",
    doc: "Names of the context in generated code.",
    fields: [
      { name: "class", type: "string", doc: "The class name; default `<name>Context`." },
      { name: "instance", type: "string", doc: "Carried along for design tools." },
      { name: "baseClass", type: "string", doc: "Carried along for design tools." },
    ],
  },
  {
    name: "ObjectRef",
    doc: "A host object that guards and actions may call.",
    fields: [
      { name: "instance", type: "string", required: true, doc: "The name it has in guards and actions." },
      { name: "class", type: "string", required: true, doc: "Its type in generated code." },
      { name: "namespace", type: "string", doc: "Carried along for design tools." },
    ],
  },
  {
    name: "EventSource",
    doc: "A group of events and timers that come from one place.",
    fields: [
      { name: "name", type: "string", required: true, doc: "The label of the group." },
      { name: "file", type: "string", doc: "Carried along for design tools." },
      { name: "feeder", type: "string", doc: "The class generated to send this group's events." },
      { name: "description", type: "string", doc: "The purpose of the source." },
      { name: "events", type: "Event[]", doc: "The events." },
      { name: "timers", type: "Timer[]", doc: "The timers." },
    ],
  },
  {
    name: "Event",
    doc: "Something that may happen.",
    fields: [
      {
        name: "id",
        type: "string",
        required: true,
        doc: "The word transitions use; unique over all sources.",
      },
      { name: "name", type: "string", doc: "A display name." },
      { name: "description", type: "string", doc: "When it happens." },
      { name: "parameters", type: "Parameter[]", doc: "Its payload." },
      { name: "preAction", type: "string", doc: "Carried along for design tools." },
      { name: "postAction", type: "string", doc: "Carried along for design tools." },
    ],
  },
  {
    name: "Parameter",
    doc: "One member of an event's payload.",
    fields: [
      { name: "name", type: "string", required: true, doc: "Its key in the payload." },
      {
        name: "type",
        type: "string",
        required: true,
        doc: "`string`, `int`, `float`, `double`, `bool`, `boolean`, `object`, or a class name.",
      },
      { name: "description", type: "string", doc: "Its meaning." },
    ],
  },
  {
    name: "Timer",
    doc: "A named timer; the action that starts it says how long it runs.",
    fields: [
      { name: "id", type: "string", required: true, doc: "The event it raises when it expires." },
      { name: "name", type: "string", required: true, doc: "The name that actions use." },
      { name: "description", type: "string", doc: "The reason for waiting." },
    ],
  },
  {
    name: "State",
    doc: "A state, its children and its transitions.",
    fields: [
      { name: "name", type: "string", required: true, doc: "Unique over the whole tree: the state's key." },
      { name: "kind", type: '"normal" | "final" | "history"', doc: "Default: `normal`." },
      { name: "description", type: "string", doc: "The meaning of being in it." },
      { name: "notes", type: "string", doc: "Remarks; engine and generators pass over them." },
      {
        name: "prompt",
        type: "string",
        doc: "A task for an agent while the machine is in it; engine and generators ignore it.",
      },
      {
        name: "initial",
        type: "string",
        doc:
          "The child or deeper descendant to enter by default; default: the first child that is not history.",
      },
      { name: "history", type: '"shallow" | "deep"', doc: "For `kind: history`: how deep it remembers." },
      { name: "onEntry", type: "ActionBlock", doc: "Actions on entry." },
      { name: "onExit", type: "ActionBlock", doc: "Actions on exit." },
      { name: "transitions", type: "Transition[]", doc: "The ways out, in order of preference." },
      { name: "states", type: "State[]", doc: "The children." },
      { name: "parallel", type: "Parallel", doc: "The regions, which are active at the same time." },
    ],
  },
  {
    name: "Parallel",
    doc: "The regions of a state, all active while it is.",
    fields: [
      { name: "nextState", type: "string", doc: "The target when every region is complete." },
      { name: "states", type: "State[]", required: true, doc: "The regions." },
    ],
  },
  {
    name: "ActionBlock",
    doc: "Actions on entering or leaving a state.",
    fields: [{ name: "actions", type: "Action[]", required: true, doc: "The actions, in order." }],
  },
  {
    name: "Transition",
    doc: "A way from a state to another, or a reaction inside it.",
    fields: [
      {
        name: "event",
        type: "string",
        doc: "The event or timer id; without one the transition is event-less.",
      },
      { name: "nextState", type: "string", doc: "The target; without one the transition is internal." },
      { name: "condition", type: "string", doc: "The guard, an expression." },
      { name: "description", type: "string", doc: "Why it is there." },
      { name: "actions", type: "Action[]", doc: "Actions between exit and entry." },
    ],
  },
  {
    name: "Action",
    doc: "One thing to do: exactly one of `code`, `timerStart`, `timerStop` and `raise`.",
    fields: [
      { name: "action", type: '"code" | "timerStart" | "timerStop" | "raise"', doc: "An editor's hint." },
      { name: "name", type: "string", doc: "An editor's hint." },
      { name: "code", type: "string", doc: "Statements of the action language." },
      { name: "timerStart", type: "TimerStart", doc: "Starts a timer." },
      { name: "timerStop", type: "string", doc: "Stops the timer of this name." },
      { name: "raise", type: "string", doc: "Puts this event on the internal queue." },
    ],
  },
  {
    name: "TimerStart",
    doc: "Starts a timer.",
    fields: [
      { name: "timer", type: "string", required: true, doc: "The timer's name." },
      {
        name: "duration",
        type: "string | number",
        required: true,
        doc: "Milliseconds until it expires: a number, or an expression.",
      },
      {
        name: "repeat",
        type: "string | number",
        doc: "Milliseconds between further expiries; without it the timer expires once.",
      },
    ],
  },
];
