import type { AnyOp, Arrangement, EditedKind, JsonObject, Point } from "@loom/protocol";
import type { ComponentType } from "preact";
import type { EditedElement, ElementKey } from "./command_fields.ts";
import type { Peer } from "./document_session.ts";
import type { OutsideStep } from "./outside_steps.ts";
import type { SystemReport } from "./use_system.ts";

/** Props of a board, from the workspace. */
export interface BoardProps {
  readonly row: EditedKind;
  readonly docId: string;
  readonly def: JsonObject;
  /** The picture that the page came with; its scene is the first of the board. */
  readonly drawn?: Arrangement | undefined;
  /** The active states of a machine that runs. */
  readonly active: readonly string[];
  /** The element in hand, `<type>:<name>`; empty for none. */
  readonly selected: ElementKey;
  /** The elements that findings are about. */
  readonly errors: readonly ElementKey[];
  readonly warnings: readonly ElementKey[];
  /** The system that the document belongs to, once it is known. */
  readonly system: SystemReport | undefined;
  /** The others in the document. */
  readonly peers: readonly Peer[];
  /** True for a board that takes the place of what had the focus. */
  readonly takesFocus: boolean;
  /** True where nothing may be changed now. */
  readonly readOnly: boolean;
  /** True where the person has locked the board, and what does so. */
  readonly isLocked: boolean;
  readonly onLock: (isLocked: boolean) => void;
  readonly onSelect: (key: ElementKey) => void;
  /** The element that a form has added, which is brought into sight; empty for none. */
  readonly inSight: ElementKey;
  /** All elements in hand, where there are several. */
  readonly hand: readonly ElementKey[];
  /** Reports all elements in hand, after the first was selected. */
  readonly onHand: (keys: readonly ElementKey[]) => void;
  /** Makes an edit, with its summary. */
  readonly onEdit: (ops: readonly AnyOp[], summary: string) => void;
  /** Reports a sentence to the person. */
  readonly onSay: (text: string) => void;
  /** Reports the place of the pointer on the board, for the others. */
  readonly onPointer: (at: Point) => void;
  /** Adds a step that is not in the document, such as a movement, to what can be undone. */
  readonly onStep: (step: OutsideStep) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** The props of a canvas that the page gives to every kind of it. */
export function canvasProps(props: BoardProps) {
  const {
    readOnly,
    isLocked,
    onLock,
    errors,
    peers,
    onPointer,
    inSight,
    hand,
    onHand,
    takesFocus,
    onUndo,
    onRedo,
  } = props;
  return {
    readOnly,
    isLocked,
    onLock,
    errorElements: errors,
    peers,
    onPointer,
    inSight,
    hand,
    onHand,
    takesFocus,
    readsEdits: true,
    onUndo,
    onRedo,
  };
}

/** A board: draws a document of a kind, and edits it. */
export type Board = ComponentType<BoardProps>;

/** Props of the panel that runs a document. */
export interface RunProps {
  /** Called with the active elements of the run; with nothing when it has ended. */
  readonly onActive: (names: readonly string[] | undefined) => void;
}

/** Parts of the properties that a kind has of its own. */
export interface KindParts {
  /** Parts for elements, by their types. */
  readonly element: Readonly<Record<string, ComponentType<{ readonly element: EditedElement }>>>;
  /** Types of elements whose parts bring their own form. Default: none. */
  readonly formless?: ReadonlySet<string>;
  /** Fields that say nothing about an element as it is, which its form leaves out. Default: none. */
  idle?(type: string, value: object): readonly string[];
  /** True for boards that are locked at first where people use fingers. Default: false. */
  readonly isLockedForFingers?: boolean;
  /** Parts for the document. */
  readonly Document: ComponentType | undefined;
  /** The panel that runs the document; `undefined` where there is nothing to run. */
  readonly Run: ComponentType<RunProps> | undefined;
}
