/**
 * A machine or a system as a specification in words: the RISE document that `loom rispec` and the agent tool write.
 *
 * @module
 */
export { describeBehaviour } from "./behaviour.ts";
export { type Decomposition, parseDecomposition } from "./decomposition.ts";
export { type RispecOptions, writeRispec } from "./rispec.ts";
export { type SystemRispecOptions, writeSystemRispec } from "./system.ts";
