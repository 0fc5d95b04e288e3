import type { FieldShape, ShapeTable } from "../shape/shape.ts";
import { RECONCILE_MODES } from "./reconcile_mode.ts";

/** The kinds of actors. */
export const SYSTEM_ACTOR_KINDS = ["person", "agent", "service", "external"] as const;

/** The rules that settings turn off or make errors; tests compare them with those of the validators. */
const WARNING_RULES: readonly string[] = ["L008", "L009", "W116", "W401"];

/**
 * The shape of a system document (SYSDF): the one source of its types, its JSON Schema and its field check.
 */
export const SYSTEM_SHAPE: ShapeTable = [
  {
    name: "SystemDefinition",
    doc: "The documents that describe one system together: the content of a `.sysdf.json` file.",
    fields: [
      required("settings", "SystemSettings", "Settings of the system."),
      required("members", "SystemMember[]", "The documents, in order."),
      optional("actors", "SystemActor[]", "The people and programs that take part in its scenarios."),
    ],
  },
  {
    name: "SystemSettings",
    doc: "Settings of a system.",
    fields: [
      required("namespace", "string", "A dotted name."),
      required("name", "string", "The system's name."),
      optional("description", "string", "The purpose of the system."),
      optional("notes", "string", "Remarks about the system."),
      {
        name: "reconcile",
        type: words(RECONCILE_MODES),
        default: RECONCILE_MODES[0],
        doc: "The effect of changes that scenarios imply: proposed (the default) or applied at once.",
      },
      optional(
        "rules",
        "SystemRuleSettings",
        'The effect of rules of the validator, such as `{ "W401": "off" }`.',
      ),
    ],
  },
  {
    name: "SystemRuleSettings",
    doc:
      "The effect of rules of the validator, by id. Rules about errors have none: they cannot be turned off.",
    fields: WARNING_RULES.map((name) =>
      optional(name, '"off" | "warn" | "error"', `No findings, warnings or errors of rule ${name}.`)
    ),
  },
  {
    name: "SystemMember",
    doc: "A document of a system.",
    fields: [
      required("path", "string", "Its path: from the folder of the system, or absolute."),
      optional("notes", "string", "Remarks of the system about it."),
    ],
  },
  {
    name: "SystemActor",
    doc: "A person or program that takes part in scenarios.",
    fields: [
      required("name", "string", "Its name, unique in the system; participants of scenarios name it."),
      required("kind", words(SYSTEM_ACTOR_KINDS), "The kind of actor."),
      optional("description", "string", "Its part in the system."),
      optional("wheelNode", "string", "Its id in an external registry; the loom does not resolve it."),
    ],
  },
];

function words(all: readonly string[]): string {
  return all.map((word) => `"${word}"`).join(" | ");
}

function required(name: string, type: string, doc: string): FieldShape {
  return { name, type, required: true, doc };
}

function optional(name: string, type: string, doc: string): FieldShape {
  return { name, type, doc };
}
