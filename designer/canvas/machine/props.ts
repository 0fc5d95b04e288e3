import type { Fit, FlowDirection, KeptPicture, LayoutBox, StateMachineDefinition } from "@loom/protocol";
import type { BoardProps, NewPlace } from "../board.ts";

/** The element in hand. */
export interface CanvasSelection {
  /** Its kind; `null` for nothing. */
  readonly kind: "state" | "transition" | null;
  /** A state's name, or a transition's id: `<name of its state>:<its index there>`. */
  readonly id: string | null;
}

/** The part of a board that a menu is about. */
export interface CanvasTarget {
  /** Its kind. */
  readonly kind: "state" | "transition" | "canvas";
  /** A state's name or a transition's id. */
  readonly id?: string;
}

/** The work of presses: to select, or to draw transitions from state to state. */
export type DrawMode = "select" | "transition";

/** A movement, by the names of states. */
export interface MovedBoxes {
  /** The boxes of those that have moved. */
  readonly boxes: Readonly<Record<string, LayoutBox>>;
  /** The boxes of all states as they were. */
  readonly before: Readonly<Record<string, LayoutBox>>;
}

/** A transition as a person enters it. */
export interface EnteredTransition {
  /** The name of the target; `""` for a transition that stays inside of its state. */
  readonly to: string;
  /** The event's id; `""` for none. */
  readonly event: string;
  /** The guard; `""` for none. */
  readonly guard: string;
}

/** A row that a host adds to a menu. */
export interface CanvasMenuItem {
  /** Its words. */
  readonly text: string;
  /** Its work; the name of a new state that it returns can then be changed in place. */
  readonly run: () => string | void;
}

/** The elements that an edit is about. */
export interface CanvasElements {
  /** Names of states. */
  readonly states: readonly string[];
  /** Ids of transitions. */
  readonly transitions: readonly string[];
}

/** Props of {@linkcode StateMachineCanvas}. */
export interface StateMachineCanvasProps extends BoardProps {
  /** The machine. */
  readonly definition: StateMachineDefinition;
  /** The boxes of states in world units, by name, or by all names from the outside with slashes between where names are repeated. States without one find a place. */
  readonly positions: Readonly<Record<string, LayoutBox>>;
  /** Places and lines of a picture that the first scene continues, as the file beside a document keeps them. Default: none. */
  readonly drawn?: KeptPicture | undefined;
  /** The board is arranged again when it changes. */
  readonly layoutKey?: string | number | undefined;
  /** The way that transitions lead where nothing else is said. Default: `auto`. */
  readonly direction?: FlowDirection | "auto" | undefined;
  /** The space that an arrangement fills. Default: any. */
  readonly space?: Fit | undefined;
  /** The names below the root of the states that one is inside of. Default: none. */
  readonly path?: readonly string[] | undefined;
  /** The name of the outermost level. Default: that of the root. */
  readonly rootLabel?: string | undefined;
  /** The element in hand. */
  readonly selection?: CanvasSelection | undefined;
  /** The names of the active states of a running machine. */
  readonly activeStates?: readonly string[] | undefined;
  /** The states that are drawn without what is inside of them. */
  readonly collapsed?: readonly string[] | undefined;
  /** Default: `select`. */
  readonly drawMode?: DrawMode | undefined;
  /** The source of the transition that is being drawn. */
  readonly drawSource?: string | null | undefined;
  /** True to show breadcrumbs. Default: true. */
  readonly showBreadcrumb?: boolean | undefined;
  /** True for a minimap. Default: when the board is larger than the pane. */
  readonly showMap?: boolean | undefined;
  /** Called when an element is taken in hand. */
  readonly onSelect?: ((kind: "state" | "transition", id: string) => void) | undefined;
  /** Called for each state that was moved, when there is no `onMove`. */
  readonly onStateMove?: ((name: string, box: LayoutBox) => void) | undefined;
  /** Called once for a movement, with the boxes of all that has moved or grown, and those of all states as they were. */
  readonly onMove?:
    | ((boxes: Readonly<Record<string, LayoutBox>>, before: Readonly<Record<string, LayoutBox>>) => void)
    | undefined;
  /** Called to go inside of a state. */
  readonly onNavigateInto?: ((name: string) => void) | undefined;
  /** Called to go out to a level; 0 is the outermost. */
  readonly onNavigateTo?: ((depth: number) => void) | undefined;
  /** Called for a menu in place of that of the canvas, with the place in the window. */
  readonly onContextMenu?: ((clientX: number, clientY: number, target: CanvasTarget) => void) | undefined;
  /**
   * Called to move states into another one, `undefined` for the root, with their new boxes and those of all states as they were
   * when they were dropped there. Returns the reason why it cannot be.
   */
  readonly onNest?:
    | ((states: readonly string[], parent: string | undefined, moved?: MovedBoxes) => string | undefined)
    | undefined;
  /** Called to add a state. Returns its name, which can then be changed in place. */
  readonly onAddState?: ((place: NewPlace) => string | undefined) | undefined;
  /** Called to rename a state. Returns the reason why it cannot be. */
  readonly onRenameState?: ((name: string, to: string) => string | undefined) | undefined;
  /** Called to add a transition, when there is no `onEnterTransition`. */
  readonly onCreateTransition?: ((from: string, to: string, event: string) => void) | undefined;
  /** Called to add a transition (`from`) or to change one (`id`). Returns the reason why it cannot be. */
  readonly onEnterTransition?:
    | ((
      about: { readonly from: string } | { readonly id: string },
      entered: EnteredTransition,
    ) => string | undefined)
    | undefined;
  /** Called when the drawing of a transition is given up. */
  readonly onCancelDraw?: (() => void) | undefined;
  /** Called for each state that is to be removed, when there is no `onDelete`. */
  readonly onDeleteState?: ((name: string) => void) | undefined;
  /** Called once to remove elements. */
  readonly onDelete?: ((elements: CanvasElements) => void) | undefined;
  /** Gives more rows for the menu of an element. */
  readonly menuItems?: ((target: CanvasTarget) => readonly CanvasMenuItem[]) | undefined;
  /** Called with the states that are to be drawn without what is inside of them. */
  readonly onCollapse?: ((collapsed: readonly string[]) => void) | undefined;
  /** Called to arrange the board again, with the boxes of all states as they are. */
  readonly onArrange?: ((before: Readonly<Record<string, LayoutBox>>) => void) | undefined;
}

/** A key with its effect; the same rows make the help. */
export interface BoardKey {
  /** The keys as they are written in the help. */
  readonly keys: string;
  /** The effect, as a phrase. */
  readonly does: string;
}

/** The keys of a board, for the help. */
export const BOARD_KEYS: readonly BoardKey[] = [
  { keys: "A", does: "add a state; with Shift inside of the one in hand" },
  { keys: "Tab, with a state in hand", does: "add a state beside it, with a transition to it" },
  { keys: "C", does: "connect: add a transition" },
  { keys: "Enter, F2", does: "rename, or edit the transition" },
  { keys: "Delete", does: "remove" },
  { keys: "Arrows", does: "move what is in hand by 8, with Shift by 1; else the board" },
  { keys: "Ctrl+A, Ctrl+C, Ctrl+X, Ctrl+V, Ctrl+D", does: "select all, copy, cut, paste, duplicate" },
  { keys: "Ctrl+Z, Ctrl+Y, Ctrl+Shift+Z", does: "undo, redo" },
  { keys: "+, −, 0, 1", does: "zoom in, out, fit, 100 %" },
  { keys: "M", does: "move into another state, which Enter chooses; with Shift out of the one around it" },
  { keys: "T", does: "go along a transition, with Shift back along one" },
  { keys: "Shift+F10", does: "the menu" },
  { keys: ".", does: "close or open a state with others inside" },
  { keys: "Ctrl+Enter", does: "go inside" },
  { keys: "Esc", does: "one step back: the form, what is in hand, the level" },
];
