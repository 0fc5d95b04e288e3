import type { ShapeTable } from "../shape/shape.ts";

/** The rules that settings turn off or make errors; a test compares them with those of the validator. */
const WARNING_RULES: readonly string[] = [
  ...Array.from({ length: 7 }, (_, at) => `V${String(at + 7).padStart(3, "0")}`),
  ...Array.from({ length: 27 }, (_, at) => `W${at + 101}`),
];

const ACTION_WORD = [
  "code",
  "timerStart",
  "timerStop",
  "raise",
  "assign",
  "if",
  "forEach",
  "send",
  "cancel",
  "log",
].map((word) => JSON.stringify(word)).join(" | ");

const DATA_TYPE = '"text" | "number" | "integer" | "boolean" | "enum" | "list" | "object" | "any"';

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
        doc: "True when actions may give promises, which are awaited, and generated code queues events.",
      },
      { name: "objects", type: "ObjectRef[]", doc: "The host objects that guards and actions call." },
      { name: "context", type: "ContextConfig", doc: "Names of the context in generated code." },
      {
        name: "data",
        type: "DataField[]",
        doc: "The members of the context, with types and initial values; without it, any member is allowed.",
      },
      { name: "imports", type: "string[]", doc: "Carried along for design tools." },
      { name: "using", type: "string[]", doc: "Carried along for design tools." },
      { name: "targetLanguage", type: "string", doc: "Carried along for design tools." },
      { name: "notes", type: "string", doc: "Remarks about the whole diagram." },
      {
        name: "completion",
        type: '"scxml" | "bubble"',
        default: "scxml",
        doc:
          "The effect of an unhandled completion: none (`scxml`, the default), or it completes the parent too " +
          "(`bubble`).",
      },
      {
        name: "styles",
        type: "StateStyle[]",
        doc: "Looks of states with a tag in pictures; of several that fit, the first counts.",
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
    name: "StateStyle",
    doc:
      "The look of the states with a tag; `meta.picture` of a state may have a `color` and an `icon` of its own.",
    fields: [
      { name: "tag", type: "string", required: true, doc: "The tag." },
      {
        name: "color",
        type: "string",
        doc:
          "A colour: `red`, `orange`, `yellow`, `green`, `teal`, `blue`, `violet`, `pink`, `gray` or `#rrggbb`; " +
          "pictures fit it to their theme, so that text stays readable.",
      },
      {
        name: "icon",
        type: "string",
        doc:
          "A sign before the name: `check`, `cross`, `star`, `warning`, `dot`, `circle`, `play`, `stop`, `repeat`, " +
          "or one or two characters.",
      },
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
    name: "DataField",
    doc: "One declared value: a member of the context, or of an object in it.",
    fields: [
      { name: "name", type: "string", required: true, doc: "Its key." },
      { name: "type", type: DATA_TYPE, required: true, doc: "Its type; `any` is not checked." },
      { name: "description", type: "string", doc: "Its meaning." },
      {
        name: "initial",
        type: "unknown",
        doc: "Its first value; without it, null for an optional one, else the empty value of its type.",
      },
      { name: "optional", type: "boolean", doc: "True when it may be null." },
      { name: "values", type: "string[]", doc: "For `enum`: the texts it may be." },
      { name: "items", type: "DataType", doc: "For `list`: the type of its items; default: `any`." },
      { name: "fields", type: "DataField[]", doc: "For `object`: its members; without them, any." },
      { name: "minimum", type: "number", doc: "For numbers: the smallest allowed." },
      { name: "maximum", type: "number", doc: "For numbers: the largest allowed." },
    ],
  },
  {
    name: "DataType",
    doc: "The type of a list's items.",
    fields: [
      { name: "type", type: DATA_TYPE, required: true, doc: "The type; `any` is not checked." },
      { name: "values", type: "string[]", doc: "For `enum`: the texts it may be." },
      { name: "items", type: "DataType", doc: "For `list`: the type of its items; default: `any`." },
      { name: "fields", type: "DataField[]", doc: "For `object`: its members; without them, any." },
      { name: "minimum", type: "number", doc: "For numbers: the smallest allowed." },
      { name: "maximum", type: "number", doc: "For numbers: the largest allowed." },
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
        doc:
          "`string`, `int`, `float`, `double`, `bool`, `boolean`, `object`, or a class name; with `settings.data` also the types of data.",
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
      {
        name: "kind",
        type: '"normal" | "final" | "history" | "choice"',
        default: "normal",
        doc: "Default: `normal`.",
      },
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
      { name: "tags", type: "string[]", doc: "Words that code asks for: `hasTag` of the interpreter." },
      {
        name: "meta",
        type: "unknown",
        doc: "Anything that code reads while the state is active: `meta` of the interpreter.",
      },
      {
        name: "history",
        type: '"shallow" | "deep"',
        default: "shallow",
        doc: "For `kind: history`: how deep it remembers.",
      },
      { name: "onEntry", type: "ActionBlock", doc: "Actions on entry." },
      { name: "onExit", type: "ActionBlock", doc: "Actions on exit." },
      {
        name: "invoke",
        type: "Invoke[]",
        doc: "Work that belongs to the state.",
      },
      {
        name: "output",
        type: "string",
        doc: "For `kind: final`: the output of what it completes, an expression; of the machine, at the top.",
      },
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
        doc: "The event or timer id; without one, and without `after`, the transition is event-less.",
      },
      {
        name: "events",
        type: "string[]",
        doc:
          "Further events that take it. `*` is any event, `order.*` is `order` and all that begins with `order.`.",
      },
      {
        name: "after",
        type: "string | number",
        doc:
          "In place of an event: the milliseconds, a number or an expression, for which the state must have been active.",
      },
      { name: "nextState", type: "string", doc: "The target; without one the transition is internal." },
      {
        name: "nextStates",
        type: "string[]",
        doc: "Further targets, each in another region than the others.",
      },
      {
        name: "type",
        type: '"local" | "external"',
        default: "local",
        doc:
          "`external`: a transition to the inside of its source leaves and enters the source too. Default: `local`.",
      },
      { name: "condition", type: "string", doc: "The guard, an expression." },
      { name: "description", type: "string", doc: "Why it is there." },
      { name: "actions", type: "Action[]", doc: "Actions between exit and entry." },
    ],
  },
  {
    name: "Invoke",
    doc:
      "Work that begins when its state is entered and is cancelled when the state is left: one of `machine` and `task`.",
    fields: [
      {
        name: "id",
        type: "string",
        required: true,
        doc: "Its name in `done.invoke.<id>`, `error.invoke.<id>` and `send`.",
      },
      {
        name: "machine",
        type: "string",
        doc: "A child machine: the path of its document, from this one, or its name in the system.",
      },
      { name: "task", type: "string", doc: "The name of a task that the host registers." },
      {
        name: "input",
        type: "string",
        doc: "Its input, an expression; an object becomes a child's first context.",
      },
      { name: "description", type: "string", doc: "Its purpose." },
    ],
  },
  {
    name: "Action",
    doc:
      "One thing to do: exactly one of `code`, `timerStart`, `timerStop`, `raise`, `assign`, `if`, `forEach`, `send`, " +
      "`cancel` and `log`.",
    fields: [
      { name: "action", type: ACTION_WORD, doc: "An editor's hint." },
      { name: "name", type: "string", doc: "An editor's hint." },
      { name: "code", type: "string", doc: "Statements of the action language." },
      { name: "timerStart", type: "TimerStart", doc: "Starts a timer." },
      { name: "timerStop", type: "string", doc: "Stops the timer of this name." },
      { name: "raise", type: "string", doc: "Puts this event on the internal queue." },
      {
        name: "data",
        type: "string",
        doc: "With `raise`: the event's payload, an expression that gives an object.",
      },
      { name: "assign", type: "Assign", doc: "Sets a member of the context." },
      { name: "if", type: "IfAction", doc: "Runs one list of actions or another." },
      { name: "forEach", type: "ForEachAction", doc: "Runs actions once for each item of a list." },
      { name: "send", type: "SendAction", doc: "Sends an event, now or later, to this machine or another." },
      { name: "cancel", type: "string", doc: "Takes back the delayed `send` of this id." },
      { name: "log", type: "string", doc: "Gives the value of this expression to the observer." },
    ],
  },
  {
    name: "Assign",
    doc: "Sets a member of the context.",
    fields: [
      { name: "target", type: "string", required: true, doc: "The member, as on the left of `=`." },
      { name: "value", type: "string", required: true, doc: "Its value, an expression." },
    ],
  },
  {
    name: "IfAction",
    doc: "Runs one list of actions or another.",
    fields: [
      { name: "condition", type: "string", required: true, doc: "An expression." },
      { name: "then", type: "Action[]", required: true, doc: "The actions when it is true." },
      { name: "else", type: "Action[]", doc: "The actions when it is false." },
    ],
  },
  {
    name: "ForEachAction",
    doc: "Runs actions once for each item of a list.",
    fields: [
      { name: "list", type: "string", required: true, doc: "The list, an expression, evaluated once." },
      { name: "item", type: "string", required: true, doc: "The name of the item in the actions." },
      { name: "index", type: "string", doc: "The name of its index, from 0." },
      { name: "actions", type: "Action[]", required: true, doc: "The actions." },
    ],
  },
  {
    name: "SendAction",
    doc: "Sends an event.",
    fields: [
      { name: "event", type: "string", required: true, doc: "The event's id." },
      {
        name: "to",
        type: "string",
        doc: "Another machine than this one: the id of an invoked one, or `parent`.",
      },
      { name: "delay", type: "string | number", doc: "Milliseconds: a number, or an expression." },
      { name: "id", type: "string", doc: "A name for `cancel`." },
      {
        name: "data",
        type: "string",
        doc: "The event's payload, an expression that gives an object; evaluated when it is sent.",
      },
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
