import { changesText } from "../../field_changes.ts";
import { checkPlace, planned, refuse } from "../../plan.ts";
import { type Located, relationshipsOf } from "../lookup.ts";
import { ERD_CARDINALITIES } from "../rules/survey.ts";
import { relationshipText } from "../text.ts";
import type { EntityRelationshipDefinition, Relationship } from "../types.ts";
import { changesOf, entityNamed, type ErdCommand, givenFields, INDEX, optional, required } from "./checks.ts";

const FROM = required("from", "string", "The entity at its first end.");
const TO = required("to", "string", "The entity at its other end.");
const CARDINALITY = required(
  "cardinality",
  ERD_CARDINALITIES.map((one) => `"${one}"`).join(" | "),
  "1:N: each from has many to.",
);
const LABEL = optional("label", "string", "The verb, such as takes out.");
const PARTICIPATION = '"total" | "partial"';
const FIELDS = [
  LABEL,
  optional("description", "string", "Its meaning."),
  optional("fromRole", "string", "The role of from."),
  optional("toRole", "string", "The role of to."),
  optional("fromParticipation", PARTICIPATION, "Total: each from has a to."),
  optional("toParticipation", PARTICIPATION, "Total: each to has a from."),
  optional("identifying", "boolean", "True when it identifies an entity."),
];

/** The fields of a relationship beside its ends. */
type RelationshipFields = Partial<Omit<Relationship, "from" | "to" | "cardinality" | "attributes" | "notes">>;

/** Adds a relationship. */
export const ADD_RELATIONSHIP: ErdCommand<
  RelationshipFields & {
    readonly from: string;
    readonly to: string;
    readonly cardinality: Relationship["cardinality"];
    readonly index?: number;
  }
> = planned({
  id: "relationship.add",
  title: "Add relationship",
  summary: "Adds a relationship between two entities.",
  effect: "add",
  arguments: [FROM, TO, CARDINALITY, ...FIELDS, INDEX],
}, (def, { from, to, cardinality, index, ...fields }) => {
  entityNamed(def, from);
  entityNamed(def, to);
  if (!(ERD_CARDINALITIES as readonly string[]).includes(cardinality)) {
    refuse(
      "bad_parameter",
      `The cardinality "${cardinality}" is not one of ${ERD_CARDINALITIES.join(", ")}`,
      {
        remedy: "choose one of them",
      },
    );
  }
  checkPlace(index, relationshipsOf(def).length, "among the relationships");
  const relationship: Relationship = { from, to, cardinality, ...givenFields({ ...fields }) };
  return {
    ops: [{ op: "relationship.add", relationship, ...(index === undefined ? {} : { index }) }],
    summary: `Added relationship ${relationshipText(relationship)}.`,
  };
});

const WHICH = [
  optional("label", "string", "Which of several."),
  optional("index", "integer", "Its place among all, from 0."),
];

/** Changes a relationship. */
export const UPDATE_RELATIONSHIP: ErdCommand<
  RelationshipFields & {
    readonly from: string;
    readonly to: string;
    readonly index?: number;
    readonly newLabel?: string;
    readonly cardinality?: Relationship["cardinality"];
    readonly notes?: string;
  }
> = planned({
  id: "relationship.update",
  title: "Update relationship",
  summary: 'Changes fields of a relationship; "" clears one.',
  effect: "set",
  arguments: [
    FROM,
    TO,
    ...WHICH,
    optional("newLabel", "string", "The verb it gets."),
    { ...CARDINALITY, required: false },
    ...FIELDS.filter((field) => field !== LABEL),
    optional("notes", "string", "Remarks."),
  ],
}, (def, { from, to, label, index, newLabel, ...fields }) => {
  const relationship = relationshipBetween(def, from, to, { label, index });
  const changes = changesOf({
    cardinality: fields.cardinality,
    label: newLabel,
    description: fields.description,
    fromRole: fields.fromRole,
    toRole: fields.toRole,
    fromParticipation: fields.fromParticipation,
    toParticipation: fields.toParticipation,
    identifying: fields.identifying,
    notes: fields.notes,
  });
  return {
    ops: [{ op: "relationship.update", index: relationship.index, ...changes }],
    summary: `Updated relationship #${relationship.index} from "${from}" to "${to}": ${
      changesText(changes)
    }.`,
  };
});

/** Removes a relationship. */
export const REMOVE_RELATIONSHIP: ErdCommand<{
  readonly from: string;
  readonly to: string;
  readonly label?: string;
  readonly index?: number;
}> = planned({
  id: "relationship.remove",
  title: "Remove relationship",
  summary: "Removes one relationship between two entities.",
  effect: "remove",
  arguments: [FROM, TO, ...WHICH],
}, (def, { from, to, label, index }) => {
  const relationship = relationshipBetween(def, from, to, { label, index });
  return {
    ops: [{ op: "relationship.remove", index: relationship.index }],
    summary: `Removed relationship ${relationshipText(relationship.value as Relationship)}.`,
  };
});

/** The one relationship from an entity to another that label and index leave; without a label the one that has none. */
function relationshipBetween(
  def: EntityRelationshipDefinition,
  from: string,
  to: string,
  { label, index }: { readonly label?: string | undefined; readonly index?: number | undefined },
): Located {
  const between = relationshipsOf(def).filter(({ value }) => value.from === from && value.to === to);
  const named = between.filter((one) =>
    (index === undefined || one.index === index) && (label === undefined || (one.value.label ?? "") === label)
  );
  const bare = named.filter(({ value }) => (value.label ?? "") === "");
  const found = named.length > 1 && label === undefined && bare.length === 1 ? bare : named;
  const [first] = found;
  const all = between.map(({ value, index }) => `#${index} ${String(value.label ?? "(no label)")}`);
  if (first === undefined) {
    const which = label === undefined ? "" : ` with the label "${label}"`;
    refuse("unknown_name", `No relationship leads from "${from}" to "${to}"${which}`, {
      remedy: all.length === 0
        ? ["use ", { command: "relationship.add" }, " to add one"]
        : `there are ${all.join(", ")}`,
      alternatives: all,
    });
  }
  if (found.length === 1) return first;
  return refuse(
    "ambiguous_name",
    `${found.length} relationships lead from "${from}" to "${to}": ${all.join(", ")}`,
    {
      remedy: ["give ", { argument: "index", value: first.index }],
      alternatives: all,
    },
  );
}
