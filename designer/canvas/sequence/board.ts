import { allMessages, participantsOf, type SequenceDefinition } from "@loom/protocol";
import { type Board, type BoardProps, inHand } from "../board.ts";
import type { SequenceLayout } from "./drawable.ts";
import type { SequenceScene } from "./scene.ts";

/** The kinds of elements of a scenario that can be pointed at. */
export type SequenceTargetKind = "message" | "participant" | "fragment" | "canvas";

/** The part of the board that a menu is about. */
export interface SequenceCanvasTarget {
  /** A message, a participant, a fragment, or the board itself. */
  readonly kind: SequenceTargetKind;
  /** The address of the message or the fragment, or the name of the participant. */
  readonly id?: string;
}

/** An element in hand. */
export interface SequenceSelection {
  /** The type of the element. */
  readonly kind: "message" | "participant" | "fragment";
  /** The address of the message or the fragment, or the name of the participant. */
  readonly id: string;
}

/** The position of machines along a scenario. */
export interface SequenceReplay {
  /** The addresses of the messages that are taken, in order. */
  readonly passed: readonly string[];
  /** The message that stops the walk, and why. */
  readonly stopped?: { readonly ref: string; readonly reason: string } | undefined;
}

/** Props of {@linkcode SequenceCanvas}. */
export interface SequenceCanvasProps extends BoardProps {
  /** The scenario; it need not be valid. */
  readonly definition: SequenceDefinition;
  /** Default: `sequenceLayout(definition)`. */
  readonly layout?: SequenceLayout | undefined;
  /** The element in hand; `null` for none. */
  readonly selection?: SequenceSelection | null | undefined;
  /** The position of machines along the scenario. Default: nothing is marked. */
  readonly replay?: SequenceReplay | undefined;
  /** Called when an element is taken in hand. */
  readonly onSelect?: ((kind: SequenceSelection["kind"], id: string) => void) | undefined;
  /** Called for a menu in place of that of the canvas, with the place in the window. */
  readonly onContextMenu?:
    | ((clientX: number, clientY: number, target: SequenceCanvasTarget) => void)
    | undefined;
}

/** The state of a scenario's board beside that of all boards. */
export interface SequenceOwn {
  /** The message that is dragged, by how much, and the height of the place that it would get. */
  readonly moved: { readonly key: string; readonly by: number; readonly gap: number } | undefined;
  /** The participant that is dragged, and the side of the place that it would get. */
  readonly column: { readonly name: string; readonly by: number; readonly x: number } | undefined;
}

/** A scenario's board as its handlers see it. */
export type SequenceBoard = Board<SequenceCanvasProps, SequenceScene, SequenceOwn>;

/** The address of the message in hand. */
export function messageInHand(board: SequenceBoard): string | undefined {
  return inHand(board, "message")[0];
}

/** The name of the participant in hand. */
export function participantInHand(board: SequenceBoard): string | undefined {
  return inHand(board, "participant")[0];
}

/** Checks whether anything can be edited. */
export function canEdit({ props }: SequenceBoard): boolean {
  return props.readOnly !== true && props.onCommand !== undefined;
}

/** The fields of a message by its address. */
export function messageAt(
  { props }: SequenceBoard,
  ref: string,
): Readonly<Record<string, unknown>> | undefined {
  return allMessages(props.definition).find((one) => one.ref === ref)?.value;
}

/** The names of the participants, from left to right. */
export function namesOf({ props }: SequenceBoard): string[] {
  return participantsOf(props.definition).map(({ name }) => name).filter((name) => name !== "");
}

/** The height in the world at which the heads stand now: at their place, or at the upper border of the pane. */
export function headsAt({ props: { viewport } }: Pick<SequenceBoard, "props">): number {
  return Math.max(0, -viewport.y / viewport.scale);
}
