/**
 * What stands between the loom and the outside: documents on disk, and pictures.
 *
 * @module
 */
export * from "./document/mod.ts";
export * from "./picture/mod.ts";
