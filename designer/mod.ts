/**
 * The designer: `@loom/designer/session` holds a document that several people edit at once.
 *
 * @module
 */
export * from "./session/mod.ts";
