import { textOf } from "../../located.ts";
import { checkShape } from "../../shape/check.ts";
import { PARTICIPANT_KINDS } from "../lookup.ts";
import { SEQUENCE_SHAPE } from "../shape.ts";
import { type Breach, elementOf, isPlace, type Survey } from "./survey.ts";

/** W301. */
export function* checkFragmentLabels({ fragments }: Survey): Iterable<Breach> {
  for (const { ref, value, isMissing, path } of fragments) {
    if (isMissing || textOf(value.label).trim() !== "") continue;
    yield {
      message: `Fragment ${ref} has no label: say when it happens.`,
      path: `${path}/label`,
      element: elementOf(ref),
    };
  }
}

/** W302. */
export function* checkRejoins({ fragments }: Survey): Iterable<Breach> {
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

/** W303. */
export function* checkKinds({ participants }: Survey): Iterable<Breach> {
  for (const { value, name, path } of participants) {
    const kinds = PARTICIPANT_KINDS.filter((kind) => textOf(value[kind]) !== "");
    if (kinds.length < 2) continue;
    yield { message: `"${name}" has ${kinds.join(" and ")}: keep one of them.`, path, element: name };
  }
}

/** W304. */
export function* checkMachines({ messages }: Survey): Iterable<Breach> {
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

/** W305. */
export function* checkIds({ fragments }: Survey): Iterable<Breach> {
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

/** W306. */
export function* checkUnused({ participants, messages }: Survey): Iterable<Breach> {
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

/** The fields that name parts of other documents. */
const NAMING = { participant: PARTICIPANT_KINDS, message: ["event", "machine", "carries", "state"] } as const;

/** W307. */
export function* checkBlankNames({ participants, messages }: Survey): Iterable<Breach> {
  for (const { name, value, path } of participants) {
    for (const field of ["name", ...NAMING.participant]) {
      yield* blankName(textOf(value[field]), `${path}/${field}`, name);
    }
  }
  for (const { ref, value, path } of messages) {
    if (value === undefined) continue;
    for (const field of NAMING.message) {
      yield* blankName(textOf(value[field]), `${path}/${field}`, `message:${ref}`);
    }
  }
}

function* blankName(name: string, path: string, element: string): Iterable<Breach> {
  if (name === name.trim()) return;
  const fault = name.trim() === "" ? "is blank" : "has spaces around it";
  yield { message: `The name ${JSON.stringify(name)} ${fault}: change it.`, path, element };
}

/** W308. */
export function* checkFields({ def }: Survey): Iterable<Breach> {
  for (const { message, path } of checkShape(SEQUENCE_SHAPE, "SequenceDefinition", def)) {
    yield { message, path };
  }
}
