import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";

/** A scenario as it is drawn, measured and placed, in world units. */
export interface SequenceDrawing extends Box {
  /** The scenario's name; `""` when it has none. */
  readonly name: string;
  /** The lifelines, from left to right. */
  readonly lifelines: readonly DrawnLifeline[];
  /** The messages, from top to bottom. */
  readonly messages: readonly DrawnMessage[];
  /** The frames, each before those in it. */
  readonly frames: readonly DrawnFrame[];
  /** The activations, outer ones first. */
  readonly activations: readonly DrawnActivation[];
}

/** The head of a participant and the line below it. */
export interface DrawnLifeline {
  /** The participant. */
  readonly name: string;
  /** `actor`, `object`, `service`; `undefined` for a plain participant and an end that is none. */
  readonly kind: string | undefined;
  /** False for an end of a message that is no participant. */
  readonly isDefined: boolean;
  /** The head. */
  readonly box: Box;
  /** The name. */
  readonly title: DrawnText;
  /** The line below the name; `undefined` for none. */
  readonly detail: DrawnText | undefined;
  /** The name once more at the foot of a long line; `undefined` for none. */
  readonly foot: DrawnText | undefined;
  /** The line, from the head down. */
  readonly line: readonly [Point, Point];
  /** Its description; `""` for none. */
  readonly description: string;
  /** Its note; `""` for none. */
  readonly notes: string;
}

/** A drawn message. */
export interface DrawnMessage {
  /** Its address. */
  readonly ref: string;
  /** The sender. */
  readonly from: string;
  /** The receiver. */
  readonly to: string;
  /** True when it answers. */
  readonly isReply: boolean;
  /** True when the scenario works without it. */
  readonly isOptional: boolean;
  /** The corners of the line; it ends on the lifeline or the activation of the receiver. */
  readonly points: readonly Point[];
  /** The plate behind the words. */
  readonly plate: Box;
  /** Its number. */
  readonly number: DrawnText;
  /** The lines of the label. */
  readonly label: readonly DrawnText[];
  /** The lines about event, state and data. */
  readonly details: readonly DrawnText[];
  /** The note beside it; `undefined` for none. */
  readonly note: { readonly box: Box; readonly lines: readonly DrawnText[] } | undefined;
  /** Its description; `""` for none. */
  readonly description: string;
}

/** A drawn frame. */
export interface DrawnFrame {
  /** The kind. */
  readonly kind: string;
  /** The addresses of the fragments that are its operands. */
  readonly refs: readonly string[];
  /** The outline. */
  readonly box: Box;
  /** The tab with the kind. */
  readonly tab: Box;
  /** The kind, in the tab. */
  readonly title: DrawnText;
  /** The conditions of the operands. */
  readonly labels: readonly DrawnText[];
  /** The heights of the lines between the operands. */
  readonly dividers: readonly number[];
}

/** The time in which a participant works on a message that it answers. */
export interface DrawnActivation {
  /** The participant. */
  readonly name: string;
  /** The bar. */
  readonly box: Box;
}
