import type { Finding, Severity } from "../../finding.ts";
import {
  checkAttributeNames,
  checkCardinalities,
  checkEnds,
  checkEntityNames,
  checkReferences,
} from "./errors.ts";
import { type Check, ERD_CARDINALITIES, surveyOf } from "./survey.ts";
import {
  checkBlankNames,
  checkFields,
  checkForeignKeys,
  checkKeyTypes,
  checkNullableKeys,
  checkParts,
  checkPrimaryKeys,
  checkRelationshipKeys,
  checkRepeated,
  checkWeakOwners,
} from "./warnings.ts";

/** A rule of entity-relationship documents. */
export interface ErdRule {
  /** Its stable id. */
  readonly id: string;
  /** The severity of its findings. */
  readonly severity: Severity;
  /** Its name, in a few words. */
  readonly title: string;
  /** Its meaning, in one or two sentences. */
  readonly explanation: string;
}

/** The rule of unknown and wrong fields. */
const FIELDS = "W210";

const RULES: readonly (ErdRule & { readonly check: Check })[] = [
  {
    id: "E001",
    severity: "error",
    title: "Entity without a name of its own",
    explanation: "Every entity has a name, and no other entity has it.",
    check: checkEntityNames,
  },
  {
    id: "E002",
    severity: "error",
    title: "Attribute without a name of its own",
    explanation: "Every attribute has a name, and no other attribute of its entity has it.",
    check: checkAttributeNames,
  },
  {
    id: "E003",
    severity: "error",
    title: "Undefined end",
    explanation: "`from` and `to` of a relationship name entities.",
    check: checkEnds,
  },
  {
    id: "E004",
    severity: "error",
    title: "Unknown cardinality",
    explanation: `A cardinality is one of ${ERD_CARDINALITIES.map((one) => `\`${one}\``).join(", ")}.`,
    check: checkCardinalities,
  },
  {
    id: "E005",
    severity: "error",
    title: "Undefined reference",
    explanation: "`references` names an entity, or an entity and one of its attributes.",
    check: checkReferences,
  },
  {
    id: "W201",
    severity: "warning",
    title: "No primary key",
    explanation:
      "An entity with attributes has a primary key. A weak entity and a special case may take it from another entity.",
    check: checkPrimaryKeys,
  },
  {
    id: "W202",
    severity: "warning",
    title: "Nullable primary key",
    explanation: "A primary key always has a value.",
    check: checkNullableKeys,
  },
  {
    id: "W203",
    severity: "warning",
    title: "Weak entity without an owner",
    explanation: "A weak entity takes part in a relationship, or refers to the entity that it depends on.",
    check: checkWeakOwners,
  },
  {
    id: "W204",
    severity: "warning",
    title: "Foreign key without a relationship",
    explanation: "An attribute refers to an entity that no relationship connects with its own.",
    check: checkForeignKeys,
  },
  {
    id: "W205",
    severity: "warning",
    title: "Relationship without a foreign key",
    explanation:
      "A one-to-one or one-to-many relationship between entities that refer to others has a foreign key on one side.",
    check: checkRelationshipKeys,
  },
  {
    id: "W206",
    severity: "warning",
    title: "Foreign key of another type",
    explanation: "A foreign key has the type of the attribute that it refers to; that of `serial` is `int`.",
    check: checkKeyTypes,
  },
  {
    id: "W207",
    severity: "warning",
    title: "Relationship repeated",
    explanation: "Two relationships have the same ends, cardinality, label and roles.",
    check: checkRepeated,
  },
  {
    id: "W208",
    severity: "warning",
    title: "Blank name",
    explanation: "A name has a character that can be seen, and none around it that cannot.",
    check: checkBlankNames,
  },
  {
    id: "W209",
    severity: "warning",
    title: "Undefined name in a key, an enum or a special case",
    explanation:
      "`keys`, `foreignKeys`, `indexes` and `extends` name attributes and entities that exist; an enum has values.",
    check: checkParts,
  },
  {
    id: FIELDS,
    severity: "warning",
    title: "Unknown or misspelled field",
    explanation: "A field is unknown, missing or of the wrong type.",
    check: checkFields,
  },
];

/** All rules, in the order of their ids. */
export const ERD_RULES: readonly ErdRule[] = RULES;

/**
 * Checks an entity-relationship document against every rule. It accepts any value and never throws.
 *
 * @returns The findings, by rule, each rule's in document order; no errors for a valid document.
 *
 * @example
 * ```ts
 * import { validateErd } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const findings = validateErd({
 *   settings: { namespace: "Library", name: "Lending" },
 *   entities: [{ name: "Loan", attributes: [{ name: "copy", type: "int", key: "pk", references: "Copy" }] }],
 *   relationships: [],
 * });
 * assertEquals(findings.map(({ ruleId, path }) => [ruleId, path]), [["E005", "/entities/0/attributes/0/references"]]);
 * ```
 */
export function validateErd(def: unknown): Finding[] {
  const survey = surveyOf(def);
  const findings = RULES.flatMap(({ id: ruleId, severity, check }) =>
    Array.from(check(survey), (breach): Finding => ({ ruleId, severity, ...breach }))
  );
  // What an error says of a place, the field check need not say again.
  const places = new Set(findings.filter((one) => one.severity === "error").map(({ path }) => path));
  return findings.filter(({ ruleId, path }) => ruleId !== FIELDS || !places.has(path));
}
