/**
 * Exchange of documents with other programs: formats that are read, written or both, and what they leave out.
 *
 * @module
 */
export { ERD_EXCHANGE } from "./erd_formats.ts";
export { SEQUENCE_EXCHANGE } from "./sequence_formats.ts";
export * from "./exchange.ts";
export * from "./format.ts";
