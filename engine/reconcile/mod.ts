/**
 * The needs of the documents of a system so that its scenarios work. `engine/REPLAY.md` describes it.
 *
 * @module
 */

export type * from "./proposal.ts";
export { reconcile, type ReconcileOptions } from "./reconcile.ts";
export { formatReconcile, summarizeReconcile } from "./text.ts";
