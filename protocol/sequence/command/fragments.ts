import { planned, refuse } from "../../plan.ts";
import { fragmentsOf, type LocatedFragment, messagesOf } from "../lookup.ts";
import { checkShape } from "../../shape/check.ts";
import { FRAGMENT_KINDS, SEQUENCE_SHAPE } from "../shape.ts";
import { fragmentText } from "../text.ts";
import type { SqdFragment } from "../types.ts";
import { identified, newFragmentId } from "./anchors.ts";
import { changesOf, changesText, fragmentAt, optional, required, type SequenceCommand } from "./checks.ts";
import { FRAGMENT, type MessageFields, newMessage } from "./messages.ts";

const KIND = required(
  "kind",
  FRAGMENT_KINDS.map((kind) => `"${kind}"`).join(" | "),
  "Alt and break replace what follows.",
);
const LABEL = required("label", "string", "The condition, in words.");
const AFTER = required("after", "integer", "Messages before it.");
const UNTIL = optional(
  "until",
  "integer",
  "For alt: the message it rejoins after.",
);

/** Adds a fragment. */
export const ADD_FRAGMENT: SequenceCommand<{
  readonly kind: SqdFragment["kind"];
  readonly label: string;
  readonly after: number;
  readonly until?: number;
  readonly inside?: number | string;
  readonly messages?: readonly MessageFields[];
}> = planned({
  id: "fragment.add",
  title: "Add fragment",
  summary: "Adds an alternative, an option, a loop or another fragment.",
  effect: "add",
  arguments: [
    KIND,
    LABEL,
    AFTER,
    UNTIL,
    optional("inside", "integer | string", "The fragment around it."),
    optional("messages", "SqdMessage[]", "Its messages."),
  ],
}, (def, { kind, label, after, until, inside, messages = [] }) => {
  const around = inside === undefined ? undefined : fragmentAt(def, inside);
  checkFragment({ kind, label });
  checkPoints({ kind, after, until }, messagesOf(def, around).length);
  const fragment: SqdFragment = {
    id: newFragmentId(def, kind),
    kind,
    label,
    after,
    ...(until === undefined ? {} : { until }),
    messages: messages.map((message, index) => {
      checkFields(message, index + 1);
      return newMessage(def, message);
    }),
  };
  const ids = identified(def);
  const number = fragmentsOf(def, around).length + 1;
  return {
    ops: around
      ? [...ids.ops, { op: "innerFragment.add", parent: ids.idOf(around), fragment }]
      : [{ op: "fragment.add", fragment }],
    summary: `Added fragment ${around ? `${around.ref}.f` : ""}${number}: ${fragmentText(fragment)}.`,
  };
});

/** Changes a fragment. */
export const UPDATE_FRAGMENT: SequenceCommand<{
  readonly fragment: number | string;
  readonly kind?: SqdFragment["kind"];
  readonly label?: string;
  readonly after?: number;
  readonly until?: number | string;
  readonly notes?: string;
}> = planned({
  id: "fragment.update",
  title: "Update fragment",
  summary: "Changes fields of a fragment; its messages stay.",
  effect: "set",
  arguments: [
    FRAGMENT,
    { ...KIND, required: false },
    { ...LABEL, required: false },
    { ...AFTER, required: false },
    { ...UNTIL, type: 'integer | ""' },
    optional("notes", "string", "Remarks."),
  ],
}, (def, { fragment: which, kind, label, after, until: given, notes }) => {
  const fragment = fragmentAt(def, which);
  // A shell gives numbers that may be blank as texts.
  const until = given === undefined || given === "" ? undefined : Number(given);
  checkFragment({ kind, label });
  const { value, most } = fragment;
  if (after !== undefined || until !== undefined) {
    checkPoints({ after: after ?? numberOf(value.after), until, kind: kind ?? String(value.kind) }, most);
  }
  const changes = changesOf({ kind, label, after, until: until ?? given, notes });
  const ids = identified(def);
  return {
    ops: [...ids.ops, { op: "fragment.update", id: ids.idOf(fragment), ...changes }],
    summary: `Updated fragment ${fragment.ref}: ${changesText(changes)}.`,
  };
});

/** Removes a fragment. */
export const REMOVE_FRAGMENT: SequenceCommand<{ readonly fragment: number | string }> = planned({
  id: "fragment.remove",
  title: "Remove fragment",
  summary: "Removes a fragment with its messages; later ones are numbered again.",
  effect: "remove",
  arguments: [FRAGMENT],
}, (def, { fragment: which }) => {
  const fragment: LocatedFragment = fragmentAt(def, which);
  const ids = identified(def);
  const count = messagesOf(def, fragment).length;
  return {
    ops: [...ids.ops, { op: "fragment.remove", id: ids.idOf(fragment) }],
    summary: `Removed fragment ${fragment.ref} with ${count} message${count === 1 ? "" : "s"}.`,
  };
});

/** Refuses a message of a new fragment that is none. */
function checkFields(message: unknown, number: number): void {
  const [issue] = checkShape(SEQUENCE_SHAPE, "SqdMessage", message);
  if (issue === undefined) return;
  const { kind, field, expected = "", actual = "", suggestion } = issue;
  if (kind === "missing") {
    refuse("bad_parameter", `Message ${number} of the fragment has no "${field}"`, {
      remedy: `add ${expected}`,
    });
  }
  if (kind === "unknown_field") {
    refuse(
      "bad_parameter",
      `Message ${number} of the fragment has a field "${field}", which no message has`,
      {
        remedy: suggestion === undefined ? "leave it out" : `write "${suggestion}"`,
      },
    );
  }
  const subject = field === "" ? `Message ${number} of the fragment` : `"${field}" of message ${number}`;
  refuse("bad_parameter", `${subject} is ${actual}`, { remedy: `give ${expected}` });
}

function checkFragment(
  { kind, label }: { readonly kind?: string | undefined; readonly label?: string | undefined },
): void {
  if (kind !== undefined && !(FRAGMENT_KINDS as readonly string[]).includes(kind)) {
    refuse("bad_parameter", `The kind "${kind}" is not one of ${FRAGMENT_KINDS.join(", ")}`, {
      remedy: "choose one of them",
    });
  }
  if (label !== undefined && label.trim() === "") {
    refuse("bad_parameter", "The label of a fragment cannot be empty", { remedy: "say when it happens" });
  }
}

function checkPoints(
  { kind, after, until }: {
    readonly kind: string;
    readonly after: number;
    readonly until: number | undefined;
  },
  most: number,
): void {
  if (!Number.isInteger(after) || after < 0 || after > most) {
    refuse("out_of_range", `There is no message ${after} to branch after`, { remedy: `give 0 to ${most}` });
  }
  if (until === undefined) return;
  if (kind !== "alt" && kind !== "break") {
    refuse("bad_parameter", `A fragment of kind "${kind}" always goes on`, { remedy: 'leave out "until"' });
  }
  if (Number.isInteger(until) && until >= after && until <= most) return;
  refuse("out_of_range", `There is no message ${until} to go on after`, {
    remedy: `give ${after} to ${most}`,
  });
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
