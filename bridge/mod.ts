/**
 * Documents on disk, drawings and pictures.
 *
 * @module
 */
export * from "./document/mod.ts";
export * from "./drawing/mod.ts";
export * from "./exchange/mod.ts";
export * from "./picture/mod.ts";
export * from "./rispec/mod.ts";
export * from "./system/mod.ts";
