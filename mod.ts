/**
 * The loom's public modules in one import. Each can also be had alone: `@loom/protocol`, `@loom/engine`,
 * `@loom/bridge/document`, `@loom/bridge/picture`.
 *
 * @example
 * ```ts
 * import { parseJson } from "@loom/engine";
 * import { renderAscii } from "@loom/protocol";
 * console.log(renderAscii(parseJson('{ "state": { "name": "Door", "states": [{ "name": "Open" }] } }')));
 * ```
 *
 * @module
 */
export * from "@loom/protocol";
export * from "@loom/engine";
export * from "@loom/bridge/document";
export * from "@loom/bridge/picture";
// Both packages have these names; here they mean what stands in documents.
export type { Action, State, Transition } from "@loom/protocol";
export * as runtime from "@loom/engine/runtime";
