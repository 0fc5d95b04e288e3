/**
 * Exchange of machines with other programs: the formats that are read, written or both.
 *
 * @module
 */
export * from "./convert.ts";
export * from "./formats.ts";
