import type { FieldShape, ShapeTable } from "../shape/shape.ts";

/** The kinds of fragments. */
export const FRAGMENT_KINDS = ["alt", "opt", "loop", "par", "break", "critical"] as const;

/** The rules that settings turn off or make errors; a test compares them with those of the validator. */
const WARNING_RULES: readonly string[] = [
  "W116",
  ...Array.from({ length: 8 }, (_, at) => `W${at + 301}`),
];

/**
 * The shape of a sequence document (SQDF): the one source of its types, its JSON Schema and its field check.
 */
export const SEQUENCE_SHAPE: ShapeTable = [
  {
    name: "SequenceDefinition",
    doc: "Participants and the messages between them: the content of an `.sqdf.json` file.",
    fields: [
      required("settings", "SqdSettings", "Settings of the whole scenario."),
      required("participants", "SqdParticipant[]", "The participants, from left to right."),
      required("messages", "SqdMessage[]", "The messages of the main path, from top to bottom."),
      optional("fragments", "SqdFragment[]", "The fragments that branch from the main path."),
    ],
  },
  {
    name: "SqdSettings",
    doc: "Settings of a scenario.",
    fields: [
      required("namespace", "string", "A dotted name; only comments show it."),
      required("name", "string", "The scenario's name."),
      optional("description", "string", "The purpose of the scenario."),
      optional("notes", "string", "Remarks about the whole scenario."),
      optional(
        "rules",
        "SqdRuleSettings",
        'The effect of rules of the validator, such as `{ "W306": "off" }`.',
      ),
    ],
  },
  {
    name: "SqdRuleSettings",
    doc:
      "The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off.",
    fields: WARNING_RULES.map((name) =>
      optional(name, '"off" | "warn" | "error"', `No findings, warnings or errors of rule ${name}.`)
    ),
  },
  {
    name: "SqdParticipant",
    doc: "A participant: a lifeline. At most one of `actor`, `service` and `object` says what it is.",
    fields: [
      required("name", "string", "Its name, unique in the scenario."),
      optional("actor", "string", "The actor of the system that it is."),
      optional("service", "string", "The running service that it is."),
      optional("object", "string", "The object of a machine that it is, by the name of the instance."),
      optional("holds", "string[]", "The entities that it keeps."),
      optional("description", "string", "Its purpose."),
      optional("notes", "string", "Remarks."),
    ],
  },
  {
    name: "SqdMessage",
    doc: "A message from one participant to another or to itself.",
    fields: [
      required("from", "string", "The participant that sends it."),
      required("to", "string", "The participant that receives it."),
      required("label", "string", "The act or the utterance, in a few words."),
      optional("event", "string", "The event or timer of a machine that it raises."),
      optional("machine", "string", "The machine that the event is for, where several have it."),
      optional("carries", "string", "The entity that it carries."),
      optional("state", "string", "The state of the machine after the message."),
      optional("optional", "boolean", "True when the scenario works without it."),
      optional("reply", "boolean", "True when it answers an earlier message."),
      optional("description", "string", "Its meaning."),
      optional("notes", "string", "Remarks."),
    ],
  },
  {
    name: "SqdFragment",
    doc: "A part of a scenario that branches from the messages around it.",
    fields: [
      optional("id", "string", "A name for operations, unique in the scenario; nobody sees it."),
      required(
        "kind",
        FRAGMENT_KINDS.map((kind) => `"${kind}"`).join(" | "),
        "`alt` and `break` go on instead of the messages after it, the others beside or before them.",
      ),
      required("label", "string", "The condition, in words."),
      required("after", "integer", "Messages before it in the path around it; 0 for none."),
      optional(
        "until",
        "integer",
        "For `alt` and `break`: the number of messages around it after which the scenario continues; default: it ends.",
      ),
      required("messages", "SqdMessage[]", "Its own messages."),
      optional("fragments", "SqdFragment[]", "The fragments that branch from its own messages."),
      optional("notes", "string", "Remarks."),
    ],
  },
];

function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}

function optional(name: string, type: string, doc: string): FieldShape {
  return { name, type, doc };
}
