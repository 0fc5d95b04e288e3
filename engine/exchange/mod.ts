/**
 * Exchange of machines with other programs: the formats that are read, written or both.
 *
 * @module
 */
export { writeAsl } from "./asl/write_asl.ts";
export * from "./convert.ts";
export * from "./formats.ts";
export { readSismic } from "./sismic/read_sismic.ts";
export { readScxml, type ReadScxmlOptions } from "./scxml/read_scxml.ts";
export { readXStateConfig } from "./xstate/read_config.ts";
export { writeScxml } from "./scxml/write_scxml.ts";
export { writeXState, writeXStateJson } from "./xstate/write/write_xstate.ts";
