import type { KindName } from "@loom/protocol";
import type { ComponentType } from "preact";
import type { EditedElement } from "./command_fields.ts";

/** What the panel that runs a document gets. */
export interface RunProps {
  /** Called with the active elements of the run; with nothing when it has ended. */
  readonly onActive: (names: readonly string[] | undefined) => void;
}

/** Parts of the properties that a kind has of its own. */
export interface KindParts {
  /** Parts for elements, by their types. */
  readonly element: Readonly<Record<string, ComponentType<{ readonly element: EditedElement }>>>;
  /** Parts for the document. */
  readonly Document: ComponentType;
  /** The panel that runs the document; `undefined` where there is nothing to run. */
  readonly Run: ComponentType<RunProps> | undefined;
}

/** The scripts of the parts, by kind. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly PARTS: KindParts }>>> = {
  machine: () => import("./machine/parts.ts"),
};

const loaded = new Map<KindName, KindParts>();

/** Loads the parts of a kind, if it has some. */
export async function loadParts(kind: KindName): Promise<void> {
  const parts = await PARTS[kind]?.();
  if (parts !== undefined) loaded.set(kind, parts.PARTS);
}

/** The parts of a kind, once they are loaded. */
export function partsFor(kind: KindName): KindParts | undefined {
  return loaded.get(kind);
}
