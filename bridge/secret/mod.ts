/**
 * Secrets that servers compare.
 *
 * @module
 */
export { secretCheck } from "./secret_check.ts";
