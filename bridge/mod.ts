/**
 * What stands between the loom and the outside: documents on disk.
 *
 * @module
 */
export * from "./document/mod.ts";
