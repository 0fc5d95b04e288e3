import type { Glyph } from "../../geometry/glyph.ts";
import type { Box, Point } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";
import type { StateSlot } from "../tree.ts";

/**
 * A machine as it is drawn: every state and every transition once, measured and placed, in world units. The box of
 * the drawing itself is the outermost extent of all that is in it.
 */
export interface MachineDrawing extends Box {
  /** The machine's name; `""` when it has none. */
  readonly name: string;
  /** The states in document order, containers before what is in them. */
  readonly states: readonly DrawnState[];
  /** The transitions that have a line, and the exits of completed regions, in document order. */
  readonly edges: readonly DrawnEdge[];
  /** The marks of default states. */
  readonly initials: readonly DrawnInitial[];
}

/** The shape of a state's outline. */
export type StateShape = "leaf" | "final" | "history" | "choice" | "composite" | "region";

/** A state of a drawing. */
export interface DrawnState {
  /** Unique in the drawing: the name; for a name that an earlier state has, the path. */
  readonly key: string;
  /** The name, as in the document. */
  readonly name: string;
  /** The JSON pointer from the top of the definition. */
  readonly path: string;
  /** The key of the state that contains it; `undefined` at the outermost level. */
  readonly parent: string | undefined;
  /** Its relation to its parent in the tree. */
  readonly slot: StateSlot;
  /** The kind, as in the document; `normal` by default. */
  readonly kind: string;
  /** The shape of its outline. */
  readonly shape: StateShape;
  /** True if it contains other states. */
  readonly isContainer: boolean;
  /** True if it is never entered, as a child beside regions is. */
  readonly ignored: boolean;
  /** For a history state: whether it remembers more than its siblings. */
  readonly deep: boolean;
  /** The description; `""` when there is none. */
  readonly description: string;
  /** The note; `""` when there is none. A state with a note has a mark at its top right corner. */
  readonly notes: string;
  /** The colour that the document gives it, as `#rrggbb`; `undefined` for that of the theme. */
  readonly color: string | undefined;
  /** Its box. */
  readonly box: Box;
  /** The name as it is shown. */
  readonly title: DrawnText;
  /** A kind that the outline does not show. */
  readonly badge: DrawnText | undefined;
  /** The height of the rule between the name and the rows; `undefined` when there is none. */
  readonly rule: number | undefined;
  /** The rows below the name. */
  readonly rows: readonly DrawnRow[];
  /** The marks of entry and exit actions that have no rows. */
  readonly marks: readonly DrawnMark[];
  /** The circle with the letter of a history state. */
  readonly memory: DrawnMemory | undefined;
}

/** A line in the box of a state. */
export interface DrawnRow {
  /** The kind: actions, invoked work, an internal transition, one whose target does not exist, or a note. */
  readonly kind: "entry" | "exit" | "work" | "internal" | "stub" | "note";
  /** The id of the transition; `undefined` for actions, work and the exit of completed regions. */
  readonly id: string | undefined;
  /** The event, or what the actions are for. */
  readonly text: DrawnText;
  /** The guard and the actions. */
  readonly detail: DrawnText | undefined;
  /** The middle of the mark before the text; `undefined` when there is none. */
  readonly mark: Point | undefined;
}

/** The mark of entry or exit actions. */
export interface DrawnMark {
  /** The hook of the actions. */
  readonly kind: "entry" | "exit";
  /** The word. */
  readonly text: DrawnText;
  /** The middle of the triangle beside the word. */
  readonly icon: Point;
  /** The actions. */
  readonly actions: readonly string[];
}

/** The circle of a history state. */
export interface DrawnMemory {
  /** The middle of the circle. */
  readonly center: Point;
  /** Its radius. */
  readonly radius: number;
  /** `H`, or `H*` for a deep one. */
  readonly letter: DrawnText;
}

/** A line from a state to a state. */
export interface DrawnEdge {
  /**
   * Unique in the drawing: `<key of the source>:<index of the transition>`, the same with `:<place>` for a further
   * target, or `<key>:join`.
   */
  readonly id: string;
  /** A transition, one of its further targets, or the exit of a parallel state whose regions are all complete. */
  readonly kind: "transition" | "further" | "join";
  /** The key of the source. */
  readonly from: string;
  /** The key of the target. */
  readonly to: string;
  /** The event's id; `""` for an event-less transition. */
  readonly event: string;
  /** The guard; `""` when there is none. */
  readonly guard: string;
  /** The actions. */
  readonly actions: readonly string[];
  /** The corners of the line, from the border of the source to that of the target. */
  readonly points: readonly Point[];
  /** The points at which a level part of the line hops over another line, along the line. */
  readonly hops?: readonly Point[];
  /** The label; `undefined` when it would be empty. */
  readonly label: DrawnLabel | undefined;
}

/** The plate that names a transition. */
export interface DrawnLabel {
  /** The plate. */
  readonly box: Box;
  /** The glyph of the event, with the top left corner of its square. */
  readonly glyph: DrawnGlyph | undefined;
  /** The event. */
  readonly event: DrawnText | undefined;
  /** The guard, in brackets. */
  readonly guard: DrawnText | undefined;
  /** The actions, when they are shown. */
  readonly actions: DrawnText | undefined;
}

/** A glyph with its place. */
export interface DrawnGlyph extends Point {
  /** The drawing. */
  readonly glyph: Glyph;
  /** The side of its square. */
  readonly size: number;
}

/** The dot and the arrow that lead to a default state. */
export interface DrawnInitial {
  /** The key of the state whose default this is; `undefined` for a root that is not drawn. */
  readonly of: string | undefined;
  /** The key of the state that is entered. */
  readonly to: string;
  /** The middle of the dot. */
  readonly center: Point;
  /** The radius of the dot. */
  readonly radius: number;
  /** The corners of the arrow, from the dot to the border of the state. */
  readonly points: readonly Point[];
}
