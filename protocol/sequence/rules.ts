import { byName, type Located, textOf } from "../erd/lookup.ts";
import type { Finding, Severity } from "../finding.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import { checkShape } from "../shape/check.ts";
import { didYouMean } from "../suggest.ts";
import {
  allFragments,
  allMessages,
  type LocatedFragment,
  type LocatedMessage,
  messagesOf,
  PARTICIPANT_KINDS,
  participantsOf,
} from "./lookup.ts";
import { SEQUENCE_SHAPE } from "./shape.ts";

/** The kinds of fragments. */
export const FRAGMENT_KINDS = ["alt", "opt", "loop", "par", "break", "critical"] as const;

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
  /** The places that break it, in document order. */
  readonly check: (survey: Survey) => Iterable<Breach>;
}

/** A place that breaks a rule. */
interface Breach {
  readonly message: string;
  readonly path: string;
  readonly element?: string;
}

/** A definition, read once for all rules. */
interface Survey {
  readonly def: JsonObject;
  readonly participants: readonly Located[];
  readonly participantByName: ReadonlyMap<string, Located>;
  readonly messages: readonly LocatedMessage[];
  readonly fragments: readonly LocatedFragment[];
}

/** The rule of unknown and wrong fields. */
const FIELDS = "W308";

/** All rules, in the order of their ids. */
export const SEQUENCE_RULES: readonly SequenceRule[] = [
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
    explanation: "A name has a character that can be seen, and none around it that cannot.",
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
  const document = isObject(def) ? def as JsonObject : {};
  const participants = participantsOf(document);
  const survey: Survey = {
    def: document,
    participants,
    participantByName: byName(participants),
    messages: allMessages(document),
    fragments: allFragments(document),
  };
  const findings = SEQUENCE_RULES.flatMap(({ id: ruleId, severity, check }) =>
    Array.from(check(survey), (breach): Finding => ({ ruleId, severity, ...breach }))
  );
  // What an error says of a place, the field check need not say again.
  const places = new Set(findings.filter((one) => one.severity === "error").map(({ path }) => path));
  return findings.filter(({ ruleId, path }) => ruleId !== FIELDS || !places.has(path));
}

function* checkName({ def }: Survey): Iterable<Breach> {
  const { settings } = def;
  if (isObject(settings) && textOf(settings.name) !== "") return;
  const path = isObject(settings) ? "/settings/name" : "/settings";
  yield { message: 'The scenario has no name: give "settings.name".', path, element: "settings" };
}

function* checkParticipants({ def, participantByName }: Survey): Iterable<Breach> {
  const list: readonly unknown[] = Array.isArray(def.participants) ? def.participants : [];
  for (const [index, value] of list.entries()) {
    const path = `/participants/${index}`;
    const name = isObject(value) ? textOf(value.name) : "";
    if (name === "") {
      const element = `participants[${index}]`;
      yield { message: `Participant #${index} has no name: give it one.`, path, element };
    } else if (participantByName.get(name)?.index !== index) {
      yield {
        message: `Another participant is called "${name}" already: rename or remove one of them.`,
        path: `${path}/name`,
        element: name,
      };
    }
  }
}

function* checkEnds({ messages, participantByName }: Survey): Iterable<Breach> {
  for (const { ref, value, path } of messages) {
    const element = `message:${ref}`;
    if (value === undefined) {
      yield { message: `Message ${ref} is no object: replace or remove it.`, path, element };
      continue;
    }
    for (const end of ["from", "to"] as const) {
      const name = textOf(value[end]);
      if (participantByName.has(name)) continue;
      const wrong = name === ""
        ? "names no participant: name one."
        : `names "${name}", which is no participant.${didYouMean(name, [...participantByName.keys()])}`;
      yield { message: `The end "${end}" of message ${ref} ${wrong}`, path: `${path}/${end}`, element };
    }
  }
}

function* checkLabels({ messages }: Survey): Iterable<Breach> {
  for (const { ref, value, path } of messages) {
    if (value === undefined || textOf(value.label).trim() !== "") continue;
    yield {
      message: `Message ${ref} has no label: say what happens.`,
      path: `${path}/label`,
      element: `message:${ref}`,
    };
  }
}

function* checkFragments({ fragments }: Survey): Iterable<Breach> {
  for (const { ref, value, isMissing, path, most } of fragments) {
    const element = elementOf(ref);
    if (isMissing) yield { message: `Fragment ${ref} is no object: replace or remove it.`, path, element };
    else if (!(FRAGMENT_KINDS as readonly unknown[]).includes(value.kind)) {
      const kind = JSON.stringify(value.kind) ?? "none";
      yield {
        message: `Fragment ${ref} is of kind ${kind}: choose one of ${FRAGMENT_KINDS.join(", ")}.`,
        path: `${path}/kind`,
        element,
      };
    }
    if (isMissing || isPlace(value.after, 0, most)) continue;
    const after = JSON.stringify(value.after) ?? "nothing";
    yield {
      message: `Fragment ${ref} branches after message ${after}: give a whole number from 0 to ${most}.`,
      path: `${path}/after`,
      element,
    };
  }
}

function* checkEmptyFragments({ def, fragments }: Survey): Iterable<Breach> {
  for (const fragment of fragments) {
    const isEmpty = [fragment, ...allFragments(def, fragment)].every((one) =>
      messagesOf(def, one).length === 0
    );
    if (fragment.isMissing || !isEmpty) continue;
    yield {
      message: `Fragment ${fragment.ref} has no message: add one, or remove the fragment.`,
      path: `${fragment.path}/messages`,
      element: elementOf(fragment.ref),
    };
  }
}

function* checkFragmentLabels({ fragments }: Survey): Iterable<Breach> {
  for (const { ref, value, isMissing, path } of fragments) {
    if (isMissing || textOf(value.label).trim() !== "") continue;
    yield {
      message: `Fragment ${ref} has no label: say when it happens.`,
      path: `${path}/label`,
      element: elementOf(ref),
    };
  }
}

function* checkRejoins({ fragments }: Survey): Iterable<Breach> {
  for (const { ref, value, path, most } of fragments) {
    if (value.until === undefined) continue;
    const least = isPlace(value.after, 0, most) ? value.after : 0;
    const rejoins = value.kind === "alt" || value.kind === "break";
    if (rejoins && isPlace(value.until, least, most)) continue;
    yield {
      message: rejoins
        ? `Fragment ${ref} rejoins after message ${
          JSON.stringify(value.until)
        }: give a whole number from ${least} to ${most}.`
        : `Fragment ${ref} is no alt and no break, and has "until": remove it.`,
      path: `${path}/until`,
      element: elementOf(ref),
    };
  }
}

function* checkKinds({ participants }: Survey): Iterable<Breach> {
  for (const { value, name, path } of participants) {
    const kinds = PARTICIPANT_KINDS.filter((kind) => textOf(value[kind]) !== "");
    if (kinds.length < 2) continue;
    yield { message: `"${name}" has ${kinds.join(" and ")}: keep one of them.`, path, element: name };
  }
}

function* checkMachines({ messages }: Survey): Iterable<Breach> {
  for (const { ref, value, path } of messages) {
    if (value === undefined || textOf(value.machine) === "") continue;
    if (textOf(value.event) !== "" || textOf(value.state) !== "") continue;
    yield {
      message:
        `Message ${ref} names a machine and neither an event nor a state: add one, or remove the machine.`,
      path: `${path}/machine`,
      element: `message:${ref}`,
    };
  }
}

function* checkIds({ fragments }: Survey): Iterable<Breach> {
  const seen = new Map<string, string>();
  for (const { ref, value, path } of fragments) {
    const id = textOf(value.id);
    if (id === "") continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, ref);
    else {
      const message = `Fragment ${ref} has the id "${id}" of ${first}: give it another.`;
      yield { message, path: `${path}/id`, element: elementOf(ref) };
    }
  }
}

function* checkUnused({ participants, messages }: Survey): Iterable<Breach> {
  const used = new Set(messages.flatMap(({ value }) => [textOf(value?.from), textOf(value?.to)]));
  for (const { name, path } of participants) {
    if (name === "" || used.has(name)) continue;
    yield {
      message: `"${name}" neither sends nor receives a message: add one, or remove it.`,
      path,
      element: name,
    };
  }
}

function* checkBlankNames({ participants }: Survey): Iterable<Breach> {
  for (const { name, path } of participants) {
    if (name === "" || name === name.trim()) continue;
    const fault = name.trim() === "" ? "is blank" : "has spaces around it";
    const message = `The name ${JSON.stringify(name)} ${fault}: change it.`;
    yield { message, path: `${path}/name`, element: name };
  }
}

function* checkFields({ def }: Survey): Iterable<Breach> {
  for (const { message, path } of checkShape(SEQUENCE_SHAPE, "SequenceDefinition", def)) {
    yield { message, path };
  }
}

function isPlace(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

/** The word for a fragment in findings: `fragment:1`, `fragment:1.2`. */
function elementOf(ref: string): string {
  return `fragment:${ref.replaceAll("f", "")}`;
}
