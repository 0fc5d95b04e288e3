import { isObject } from "../../json/value.ts";
import { textOf } from "../../located.ts";
import { didYouMean } from "../../suggest.ts";
import { allFragments, messagesOf } from "../lookup.ts";
import { FRAGMENT_KINDS } from "../shape.ts";
import { type Breach, elementOf, isPlace, type Survey } from "./survey.ts";

/** S001. */
export function* checkName({ def }: Survey): Iterable<Breach> {
  const { settings } = def;
  if (isObject(settings) && textOf(settings.name) !== "") return;
  const path = isObject(settings) ? "/settings/name" : "/settings";
  yield { message: 'The scenario has no name: give "settings.name".', path, element: "settings" };
}

/** S002. */
export function* checkParticipants({ def, participantByName }: Survey): Iterable<Breach> {
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

/** S003. */
export function* checkEnds({ messages, participantByName }: Survey): Iterable<Breach> {
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

/** S004. */
export function* checkLabels({ messages }: Survey): Iterable<Breach> {
  for (const { ref, value, path } of messages) {
    if (value === undefined || textOf(value.label).trim() !== "") continue;
    yield {
      message: `Message ${ref} has no label: say what happens.`,
      path: `${path}/label`,
      element: `message:${ref}`,
    };
  }
}

/** S005. */
export function* checkFragments({ fragments }: Survey): Iterable<Breach> {
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

/** S006. */
export function* checkEmptyFragments({ def, fragments }: Survey): Iterable<Breach> {
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
