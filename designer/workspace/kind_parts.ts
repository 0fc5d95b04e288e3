import type { KindName } from "@loom/protocol";
import type { ComponentType } from "preact";
import type { EditedElement } from "./command_fields.ts";

/** Props of the panel that runs a document. */
export interface RunProps {
  /** Called with the active elements of the run; with nothing when it has ended. */
  readonly onActive: (names: readonly string[] | undefined) => void;
}

/** Parts of the properties that a kind has of its own. */
export interface KindParts {
  /** Parts for elements, by their types. */
  readonly element: Readonly<Record<string, ComponentType<{ readonly element: EditedElement }>>>;
  /** Parts for the document. */
  readonly Document: ComponentType | undefined;
  /** The panel that runs the document; `undefined` where there is nothing to run. */
  readonly Run: ComponentType<RunProps> | undefined;
}

const loaded = new Map<KindName, KindParts>();

/** Keeps the parts of a kind that were loaded. */
export function setParts(kind: KindName, parts: KindParts): void {
  loaded.set(kind, parts);
}

/** The parts of a kind, once they are loaded. */
export function partsFor(kind: KindName): KindParts | undefined {
  return loaded.get(kind);
}
