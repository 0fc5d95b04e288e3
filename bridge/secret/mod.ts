/**
 * Secrets that servers compare, and those that are made from them.
 *
 * @module
 */
export { derivedSecret, secretCheck } from "./secret_check.ts";
export { slowCheckOf, slowSecretCheck } from "./slow_secret_check.ts";
