import type { AnyOp, Direction, EditedKind, Finding, JsonObject } from "@loom/protocol";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { EditedElement, ElementKey } from "./command_fields.ts";
import type { DocumentSession, DocumentSnapshot } from "./document_session.ts";
import type { OutsideStep } from "./outside_steps.ts";
import type { SystemReport } from "./use_system.ts";

/** The ways to look at a document. */
export type Mode = "design" | "run" | "check" | "code";

/** A sentence for the person; that of an edit, which is seen on the canvas, is for screen readers only. */
export interface Said {
  readonly text: string;
  readonly isShown: boolean;
}

/** Values that the parts of a workspace share. */
export interface Workspace {
  readonly row: EditedKind;
  readonly docId: string;
  readonly session: DocumentSession;
  readonly snapshot: DocumentSnapshot;
  readonly def: JsonObject;
  readonly elements: readonly EditedElement[];
  readonly findings: readonly Finding[];
  /** The element in hand; empty for none. */
  readonly selected: ElementKey;
  readonly element: EditedElement | undefined;
  /** All elements in hand, where there are several. */
  readonly hand: readonly ElementKey[];
  readonly mode: Mode;
  readonly select: (key: ElementKey) => void;
  /** Takes further elements in hand beside the selected one. */
  readonly setHand: (keys: readonly ElementKey[]) => void;
  readonly setMode: (mode: Mode) => void;
  /** True when there is a step to take in a direction, in the document or beside it. */
  readonly canStep: (direction: Direction) => boolean;
  /** Undoes or redoes what came last, in the document or beside it. */
  readonly step: (direction: Direction) => void;
  /** Adds a step beside the document that was made. */
  readonly record: (step: OutsideStep) => void;
  /** Makes an edit, with its summary. */
  readonly edit: (ops: readonly AnyOp[], summary: string) => void;
  /** Runs a command of the kind; returns why it is refused, or nothing when it was done. */
  readonly run: (id: string, values: Readonly<Record<string, unknown>>) => string | undefined;
  /** True where the person has locked the board of this kind of document. */
  readonly isLocked: boolean;
  readonly setLocked: (isLocked: boolean) => void;
  /** Shows a sentence for a while, and has it read out. */
  readonly say: (text: string) => void;
  /** The system that the document belongs to, once it is known. */
  readonly system: SystemReport | undefined;
  /** Checks the system at once. */
  readonly checkSystem: () => void;
  /** The element that a form has added last; empty for none. */
  readonly inSight: ElementKey;
  readonly setInSight: (key: ElementKey) => void;
  /** Shows the form of a command. */
  readonly ask: (id: string) => void;
}

/** The workspace that a component is in. */
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace that a component is in. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error("This component stands in a workspace only.");
  return workspace;
}
