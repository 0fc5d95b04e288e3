/**
 * Secrets that servers compare, and those that are made from them.
 *
 * @module
 */
export { derivedSecret, secretCheck } from "./secret_check.ts";
export { type Look, type SlowCheck, slowCheck } from "./slow_check.ts";
