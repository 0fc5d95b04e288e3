import { allFragments, type Point, textOrEmpty } from "@loom/protocol";
import { command, inHand, openEdit, removeBy, report, take } from "../board.ts";
import {
  headsAt,
  messageAt,
  messageInHand,
  namesOf,
  participantInHand,
  type SequenceBoard,
} from "./board.ts";
import {
  addingMessage,
  changingMessage,
  type MessagePlace,
  messageText,
  placeOfRef,
} from "./message_text.ts";
import { boundsFor, gapAt, messageKey, participantKey, pathOf } from "./scene.ts";

const FIELD = { width: 320, height: 30 };

/** Opens the field for a new message at a place between others. */
export function addMessage(board: SequenceBoard, place: MessagePlace, begin: string, at?: Point): void {
  const { x, width } = board.scene.bounds ?? { x: 0, width: FIELD.width };
  const here = at ?? { x: x + width / 2 - FIELD.width / 2, y: gapHeight(board, place) - FIELD.height / 2 };
  openEdit(board, {
    box: () => ({ ...here, ...FIELD }),
    text: begin,
    label: "New message: A -> B: event",
    placeholder: "A -> B: event",
    completions: (text) => endsFor(board, text),
    commit(text) {
      const refusal = command(board, addingMessage(board.props.definition, text, place));
      if (refusal === undefined) take(board, [messageKey(refAt(place))]);
      return refusal;
    },
  });
}

function refAt({ fragment, at }: MessagePlace): string {
  return fragment === undefined ? String(at) : `${fragment}.${at}`;
}

function gapHeight(board: SequenceBoard, { fragment, at }: MessagePlace): number {
  const before = board.scene.drawing.messages.find(({ ref }) => ref === refAt({ fragment, at: at - 1 }));
  return before ? boundsFor(before).y + boundsFor(before).height + 6 : gapAt(board.scene, fragment, 0).y;
}

/** Opens the field for a message after the one in hand, else at the end. */
export function addAfter(board: SequenceBoard): void {
  const ref = messageInHand(board);
  const main = board.scene.drawing.messages.filter(({ ref }) => pathOf(ref) === undefined).length;
  const place = ref === undefined ? { fragment: undefined, at: main + 1 } : placeOfRef(ref);
  const after = ref === undefined ? place : { ...place, at: place.at + 1 };
  const last = ref === undefined ? undefined : messageAt(board, ref);
  const [from, to] = namesOf(board);
  const next = last ? `${textOrEmpty(last.to)} -> ` : from === undefined ? "" : `${from} -> ${to ?? from}: `;
  addMessage(board, after, next);
}

/** Opens the field for the line of a message. */
export function editMessage(board: SequenceBoard, ref: string): void {
  const was = messageAt(board, ref);
  const drawn = board.scene.drawing.messages.find((one) => one.ref === ref);
  if (!was || !drawn) return;
  const width = Math.max(FIELD.width, drawn.plate.width);
  openEdit(board, {
    box: () => ({
      x: drawn.plate.x + (drawn.plate.width - width) / 2,
      y: drawn.plate.y - 6,
      width,
      height: FIELD.height,
    }),
    text: messageText(was),
    label: `Message ${ref}`,
    completions: (text) => endsFor(board, text),
    commit: (text) => command(board, changingMessage(board.props.definition, ref, was, text)),
  });
}

/** Opens the field for the name of a participant. */
export function renameParticipant(board: SequenceBoard, name: string): void {
  const drawn = board.scene.drawing.lifelines.find((one) => one.name === name);
  if (!drawn) return;
  openEdit(board, {
    box: () => ({ ...drawn.box, y: headsAt(board) }),
    text: name,
    label: `Name of ${name}`,
    commit(to) {
      const refusal = command(board, [{ id: "participant.rename", values: { name, to } }]);
      if (refusal === undefined) take(board, [participantKey(to)]);
      return refusal;
    },
  });
}

/** Opens the field for the name of a new participant, right of the others or of the one in hand. */
export function addParticipant(board: SequenceBoard): void {
  const { lifelines } = board.scene.drawing;
  const participant = participantInHand(board);
  const index = lifelines.findIndex(({ name }) => name === participant);
  const beside = lifelines[index] ?? lifelines.at(-1);
  const at = index < 0 ? undefined : index + 2;
  openEdit(board, {
    box: () => ({ x: beside ? beside.box.x + beside.box.width + 24 : 0, y: 0, width: 150, height: 36 }),
    text: "",
    label: "Name of the new participant",
    placeholder: "Name of the participant",
    commit(name) {
      const refusal = command(board, [{
        id: "participant.add",
        values: { name, ...(at === undefined ? {} : { at }) },
      }]);
      if (refusal === undefined) take(board, [participantKey(name)]);
      return refusal;
    },
  });
}

/** Opens the field for the condition of a fragment. */
export function editFragment(board: SequenceBoard, ref: string): void {
  const value = allFragments(board.props.definition).find((one) => one.ref === ref)?.value;
  const frame = board.scene.drawing.frames.find(({ refs }) => refs.includes(ref));
  if (!value || !frame) return;
  const label = frame.labels[frame.refs.indexOf(ref)];
  openEdit(board, {
    box: () => ({
      x: label?.x ?? frame.box.x,
      y: (label?.y ?? frame.box.y) - 20,
      width: 220,
      height: FIELD.height,
    }),
    text: textOrEmpty(value.label),
    label: `Condition of ${textOrEmpty(value.kind)}`,
    commit: (text) => command(board, [{ id: "fragment.update", values: { fragment: ref, label: text } }]),
  });
}

/** Adds a fragment after a message, with a message to begin with. */
export function addFragment(board: SequenceBoard, kind: string, ref: string): void {
  const { fragment, at } = placeOfRef(ref);
  const message = messageAt(board, ref);
  if (!message) return;
  const first = { from: message.from, to: message.to, label: "…" };
  const inside = fragment === undefined ? {} : { inside: fragment };
  // An alternative stands beside the message, everything else after it.
  const place = kind === "alt" || kind === "break" ? { after: at - 1, until: at } : { after: at };
  command(board, [{
    id: "fragment.add",
    values: { kind, label: "when", ...place, messages: [first], ...inside },
  }]);
}

/** Removes what is in hand. */
export function removeInHand(board: SequenceBoard): boolean {
  const [fragment] = inHand(board, "fragment");
  const participant = participantInHand(board);
  if (participant !== undefined) {
    return removeBy(board, [{ id: "participant.remove", values: { name: participant } }]);
  }
  if (fragment !== undefined) return removeBy(board, [{ id: "fragment.remove", values: { fragment } }]);
  // The last ones first, so that the others keep their addresses.
  const refs = inHand(board, "message").toSorted((a, b) => placeOfRef(b).at - placeOfRef(a).at);
  return removeBy(board, refs.map((ref) => ({ id: "message.remove", values: { ref } })));
}

/** Moves a message to a place in its path. */
export function moveMessage(board: SequenceBoard, ref: string, to: number): void {
  const { fragment, at } = placeOfRef(ref);
  if (to === at || to < 1) return;
  if (command(board, [{ id: "message.move", values: { ref, to } }]) === undefined) {
    take(board, [messageKey(refAt({ fragment, at: to }))]);
    report(board, `Moved to place ${to}.`);
  }
}

/** Moves a participant to a column, from 1. */
export function moveParticipant(board: SequenceBoard, name: string, to: number): void {
  command(board, [{ id: "participant.move", values: { name, to } }]);
}

function endsFor(board: SequenceBoard, text: string): readonly string[] {
  const arrow = /^(.*?(?:-->|->))\s*([^:]*)$/.exec(text);
  const names = namesOf(board);
  return arrow
    ? names.map((name) => `${arrow[1]} ${name}: `)
    : text.includes(":")
    ? []
    : names.map((name) => `${name} -> `);
}
