import type { Document } from "@loom/bridge/document";
import { systemListing } from "@loom/bridge/system";
import {
  isReconcileMode,
  type JsonObject,
  RECONCILE_MODES,
  type ReconcileMode,
  reconcileModeOf,
} from "@loom/protocol";
import type { Session } from "./session.ts";

/** The mode for changes that a scenario implies. */
export interface Reconciling {
  /** It, as a line for the agent. */
  readonly line: string;
  readonly data: {
    readonly reconcile: ReconcileMode;
    /** The system that says so. */
    readonly system?: string;
  };
}

/**
 * Tells how the system in the active document, or the one that lists the scenario there, is reconciled.
 *
 * @returns `undefined` for documents of other kinds
 */
export async function reconcilingOf(
  { path, options: { root, reconcile: override } }: Session,
  { kind, definition }: Pick<Document, "kind" | "definition">,
): Promise<Reconciling | undefined> {
  if (kind === "system") {
    const { mode, why } = modeOf(definition, override);
    return { line: `reconcile: ${mode}${why}`, data: { reconcile: mode } };
  }
  if (kind !== "sequence") return undefined;
  const system = await systemListing(path, { root });
  if (!system) {
    return { line: "reconcile: propose (no system lists this sequence)", data: { reconcile: "propose" } };
  }
  const { mode, why } = modeOf(system.definition, override);
  return {
    line: `reconcile: ${mode}${why}, as a member of ${system.path}`,
    data: { reconcile: mode, system: system.path },
  };
}

/** The mode, and why it is not the one of the document, or not the one that was meant. */
function modeOf(system: JsonObject, override: string | undefined): { mode: ReconcileMode; why: string } {
  const mode = reconcileModeOf(system, override);
  const own = reconcileModeOf(system);
  if (override === undefined || override === own) return { mode, why: "" };
  if (isReconcileMode(override)) return { mode, why: ` (LOOM_RECONCILE; the system says ${own})` };
  const words = RECONCILE_MODES.join(" nor ");
  return { mode, why: ` (LOOM_RECONCILE is ${JSON.stringify(override)}, which is neither ${words})` };
}
