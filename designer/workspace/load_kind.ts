import type { AnyKind, KindName } from "@loom/protocol";

/** The scripts of a kind of document. */
interface KindScripts {
  /** Loads what edits and draws it. */
  readonly row: () => Promise<{ readonly default: AnyKind }>;
  /** Loads the row with rules that need more. Default: the row has all its rules. */
  readonly checked?: () => Promise<{ readonly default: AnyKind }>;
}

/** The scripts of each kind: a page loads those of its document only. */
const SCRIPTS: Readonly<Record<string, KindScripts>> = {
  machine: { row: () => import("./kinds/machine.ts"), checked: () => import("./kinds/checked_machine.ts") },
  erd: { row: () => import("./kinds/erd.ts") },
  sequence: { row: () => import("./kinds/sequence.ts") },
  system: { row: () => import("./kinds/system.ts") },
};

/** The row of a kind, as far as editing needs it; `undefined` for a kind that pages do not know. */
export async function loadKind(kind: KindName): Promise<AnyKind | undefined> {
  return (await SCRIPTS[kind]?.row())?.default;
}

/** The row of a kind with all its rules. */
export async function loadCheckedKind(kind: KindName): Promise<AnyKind | undefined> {
  const scripts = SCRIPTS[kind];
  return (await (scripts?.checked ?? scripts?.row)?.())?.default;
}
