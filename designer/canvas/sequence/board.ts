import { allMessages, type Box, participantsOf, type Point, type SequenceDefinition } from "@loom/protocol";
import { type BoardOf, useBoardOf } from "../board_of.ts";
import type { CanvasCommand } from "../command.ts";
import type { InlineEdit } from "../inline_editor.tsx";
import type { CanvasPeer } from "../peers.tsx";
import type { CanvasContent, CommonCanvasProps, PaneTools } from "../pane.tsx";
import { drawableSequence, type SequenceLayout, sequenceLayout } from "./drawable.ts";
import { sceneOf, type SequenceHit, type SequenceScene } from "./scene.ts";

/** The kinds of elements of a scenario that can be pointed at. */
export type SequenceTargetKind = "message" | "participant" | "canvas";

/** The part of the board that a menu is about. */
export interface SequenceCanvasTarget {
  /** A message, a participant, or the board itself. */
  readonly kind: SequenceTargetKind;
  /** The address of the message, or the name of the participant. */
  readonly id?: string;
}

/** An element in hand. */
export interface SequenceSelection {
  /** A message or a participant. */
  readonly kind: "message" | "participant";
  /** The address of the message, or the name of the participant. */
  readonly id: string;
}

/** How far machines walk along a scenario. */
export interface SequenceReplay {
  /** The addresses of the messages that are taken, in order. */
  readonly passed: readonly string[];
  /** The message that stops the walk, and why. */
  readonly stopped?: { readonly ref: string; readonly reason: string } | undefined;
}

/** Props of {@linkcode SequenceCanvas}. */
export interface SequenceCanvasProps extends CommonCanvasProps {
  /** The scenario; it need not be valid. */
  readonly definition: SequenceDefinition;
  /** Default: `sequenceLayout(definition)`. */
  readonly layout?: SequenceLayout | undefined;
  /** The element in hand; `null` for none. */
  readonly selection?: SequenceSelection | null | undefined;
  /** The elements with errors, such as `message:9` and `participant:Chart`. */
  readonly errorElements?: readonly string[] | undefined;
  /** The elements with warnings. */
  readonly warningElements?: readonly string[] | undefined;
  /** How far machines walk along the scenario. Default: nothing is marked. */
  readonly replay?: SequenceReplay | undefined;
  /** True to show only. */
  readonly readOnly?: boolean | undefined;
  /** Content of an empty board. */
  readonly emptyHint?: CanvasContent;
  /** Called when an element is taken in hand. */
  readonly onSelect?: ((kind: "message" | "participant", id: string) => void) | undefined;
  /** Called when nothing is in hand any more. */
  readonly onClearSelection?: (() => void) | undefined;
  /** Called for a menu in place of that of the canvas, with the place in the window. */
  readonly onContextMenu?:
    | ((clientX: number, clientY: number, target: SequenceCanvasTarget) => void)
    | undefined;
  /** Called to make an edit: calls of the edits of this kind of document, all or none. Returns the reason why it cannot be. */
  readonly onCommand?: ((commands: readonly CanvasCommand[]) => string | undefined) | undefined;
  /** The others at the board. */
  readonly peers?: readonly CanvasPeer[] | undefined;
  /** Called when the pointer moves, with its place in the world. */
  readonly onPointer?: ((at: Point) => void) | undefined;
  /** Takes back the last edit. */
  readonly onUndo?: (() => void) | undefined;
  /** Makes the edit again that was taken back last. */
  readonly onRedo?: (() => void) | undefined;
}

/** The elements in hand. */
export interface SequenceHand {
  readonly messages: ReadonlySet<string>;
  readonly participant: string | undefined;
  readonly fragment: string | undefined;
}

/** A message that is being drawn: a new one, or one whose end goes elsewhere. */
export interface SequenceLink {
  readonly from: string;
  readonly at: Point;
  readonly to: Point;
  readonly target: string | undefined;
  /** The address of the message whose end it is. */
  readonly ref: string | undefined;
}

/** The state of a board that is nobody else's. */
export interface SequenceState {
  readonly hand: SequenceHand;
  readonly hover: SequenceHit | undefined;
  readonly marquee: Box | undefined;
  /** The message that is dragged, by how much, and the height of the place that it would get. */
  readonly moved: { readonly ref: string; readonly by: number; readonly gap: number } | undefined;
  /** The participant that is dragged, and the side of the place that it would get. */
  readonly column: { readonly name: string; readonly by: number; readonly x: number } | undefined;
  readonly link: SequenceLink | undefined;
  readonly edit: (InlineEdit & { readonly id: string }) | undefined;
  readonly menu:
    | { readonly at: Point; readonly hit: SequenceHit | undefined; readonly world: Point }
    | undefined;
  readonly said: string;
  readonly focusCount: number;
}

/** Nothing in hand. */
export const EMPTY_HAND: SequenceHand = { messages: new Set(), participant: undefined, fragment: undefined };

const NOTHING: SequenceState = {
  hand: EMPTY_HAND,
  hover: undefined,
  marquee: undefined,
  moved: undefined,
  column: undefined,
  link: undefined,
  edit: undefined,
  menu: undefined,
  said: "",
  focusCount: 0,
};

/** A board as its handlers see it. */
export type SequenceBoard = BoardOf<SequenceCanvasProps, SequenceScene, SequenceState>;

const NO_SCENE = sceneOf(sequenceLayout(drawableSequence({})));

/** The board of a canvas. */
export function useSequenceBoard(
  props: SequenceCanvasProps,
  tools: { readonly current: PaneTools | undefined },
): SequenceBoard {
  return useBoardOf(props, { scene: NO_SCENE, state: NOTHING }, tools);
}

/** The key of an element in hand. */
export function keyOfHand({ messages: [ref], participant, fragment }: SequenceHand): string | undefined {
  if (participant !== undefined) return `participant:${participant}`;
  if (ref !== undefined) return `message:${ref}`;
  return fragment === undefined ? undefined : `fragment:${fragment}`;
}

/** The hand that a key means. */
export function handOfKey(key: string): SequenceHand {
  const [type, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
  return {
    messages: new Set(type === "message" ? [name] : []),
    participant: type === "participant" ? name : undefined,
    fragment: type === "fragment" ? name : undefined,
  };
}

/** Takes elements in hand, and tells the host. */
export function take(board: SequenceBoard, hand: SequenceHand): void {
  board.set({ hand });
  const { messages: [ref], participant } = hand;
  if (participant !== undefined) board.props.onSelect?.("participant", participant);
  else if (ref !== undefined) board.props.onSelect?.("message", ref);
  else if (hand.fragment === undefined) board.props.onClearSelection?.();
}

/** Whether anything can be edited. */
export function canEdit({ props }: SequenceBoard): boolean {
  return props.readOnly !== true && props.onCommand !== undefined;
}

/** Makes an edit; why it cannot be made is said. */
export function command(
  board: SequenceBoard,
  commands: readonly CanvasCommand[] | string,
): string | undefined {
  if (typeof commands === "string") return commands;
  if (!canEdit(board)) return "This board only shows the scenario.";
  const refusal = commands.length === 0 ? undefined : board.props.onCommand?.(commands);
  if (refusal !== undefined) board.set({ said: refusal });
  return refusal;
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
