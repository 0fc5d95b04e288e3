import type { Finding, Severity } from "../../finding.ts";
import { FRAGMENT_KINDS } from "../shape.ts";
import {
  checkEmptyFragments,
  checkEnds,
  checkFragments,
  checkLabels,
  checkName,
  checkParticipants,
} from "./errors.ts";
import { type Check, surveyOf } from "./survey.ts";
import {
  checkBlankNames,
  checkFields,
  checkFragmentLabels,
  checkIds,
  checkKinds,
  checkMachines,
  checkRejoins,
  checkUnused,
} from "./warnings.ts";

/** A rule of sequence documents. */
export interface SequenceRule {
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
const FIELDS = "W308";

const RULES: readonly (SequenceRule & { readonly check: Check })[] = [
  {
    id: "S001",
    severity: "error",
    title: "Scenario without a name",
    explanation: "`settings.name` is a text that is not empty.",
    check: checkName,
  },
  {
    id: "S002",
    severity: "error",
    title: "Participant without a name of its own",
    explanation: "Every participant has a name, and no other participant has it.",
    check: checkParticipants,
  },
  {
    id: "S003",
    severity: "error",
    title: "Undefined end",
    explanation: "`from` and `to` of a message name participants.",
    check: checkEnds,
  },
  {
    id: "S004",
    severity: "error",
    title: "Message without a label",
    explanation: "Every message says in words what happens.",
    check: checkLabels,
  },
  {
    id: "S005",
    severity: "error",
    title: "Fragment of unknown kind or place",
    explanation: `A fragment is one of ${
      FRAGMENT_KINDS.map((kind) => `\`${kind}\``).join(", ")
    }, and branches after a message that exists.`,
    check: checkFragments,
  },
  {
    id: "S006",
    severity: "error",
    title: "Fragment without messages",
    explanation: "A fragment has messages, or fragments with messages.",
    check: checkEmptyFragments,
  },
  {
    id: "W301",
    severity: "warning",
    title: "Fragment without a label",
    explanation: "The label of a fragment says when it happens.",
    check: checkFragmentLabels,
  },
  {
    id: "W302",
    severity: "warning",
    title: "Rejoin at a wrong place",
    explanation:
      "`until` belongs to `alt` and `break`, and is a number from `after` to that of the last message.",
    check: checkRejoins,
  },
  {
    id: "W303",
    severity: "warning",
    title: "Participant of several kinds",
    explanation: "At most one of `actor`, `service` and `object` says what a participant is.",
    check: checkKinds,
  },
  {
    id: "W304",
    severity: "warning",
    title: "Machine without an event",
    explanation: "`machine` says for which machine an `event` or a `state` is; alone it says nothing.",
    check: checkMachines,
  },
  {
    id: "W305",
    severity: "warning",
    title: "Fragment id repeated",
    explanation: "The ids of fragments are different, so that operations find them.",
    check: checkIds,
  },
  {
    id: "W306",
    severity: "warning",
    title: "Participant without messages",
    explanation: "A participant that neither sends nor receives anything does not belong to the scenario.",
    check: checkUnused,
  },
  {
    id: "W307",
    severity: "warning",
    title: "Blank name",
    explanation:
      "A name has a character that can be seen, and none around it that cannot: that of a participant, and those of an actor, an event or another part that it or a message refers to.",
    check: checkBlankNames,
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
export const SEQUENCE_RULES: readonly SequenceRule[] = RULES;

/**
 * Checks a sequence document against every rule. It accepts any value and never throws.
 *
 * @returns The findings, by rule, each rule's in document order; no errors for a valid document.
 *
 * @example
 * ```ts
 * import { validateSequence } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const findings = validateSequence({
 *   settings: { namespace: "Library", name: "Lending" },
 *   participants: [{ name: "Member" }],
 *   messages: [{ from: "Member", to: "Desk", label: "asks for a book" }],
 * });
 * assertEquals(findings.map(({ ruleId, path }) => [ruleId, path]), [["S003", "/messages/0/to"]]);
 * ```
 */
export function validateSequence(def: unknown): Finding[] {
  const survey = surveyOf(def);
  const findings = RULES.flatMap(({ id: ruleId, severity, check }) =>
    Array.from(check(survey), (breach): Finding => ({ ruleId, severity, ...breach }))
  );
  // What an error says of a place, the field check need not say again.
  const places = new Set(findings.filter((one) => one.severity === "error").map(({ path }) => path));
  return findings.filter(({ ruleId, path }) => ruleId !== FIELDS || !places.has(path));
}
