/**
 * The hub on the documents of this machine: what the program `loom-hub` is made of.
 *
 * @module
 */
export { type HubOutside, runLoomHub } from "./run_loom_hub.ts";
