import { isObject, type JsonObject } from "../json/value.ts";

/** Modes for changes that a scenario implies: propose them, or apply them at once. */
export const RECONCILE_MODES = ["propose", "auto"] as const;

/** One of {@linkcode RECONCILE_MODES}. */
export type ReconcileMode = typeof RECONCILE_MODES[number];

/** True when a word is a mode. */
export function isReconcileMode(word: unknown): word is ReconcileMode {
  return RECONCILE_MODES.some((mode) => mode === word);
}

/**
 * The mode of reconciling a system document with its scenarios.
 *
 * @param system The definition of a system.
 * @param override What holds in place of the document's own setting; a word that is no mode is passed over.
 * @returns `propose` where nothing says `auto`.
 *
 * @example
 * ```ts
 * import { reconcileModeOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(reconcileModeOf({ settings: { reconcile: "auto" } }), "auto");
 * assertEquals(reconcileModeOf({ settings: { reconcile: "auto" } }, "propose"), "propose");
 * assertEquals(reconcileModeOf({}), "propose");
 * ```
 */
export function reconcileModeOf({ settings }: JsonObject, override?: string): ReconcileMode {
  if (isReconcileMode(override)) return override;
  return isObject(settings) && settings.reconcile === "auto" ? "auto" : "propose";
}
