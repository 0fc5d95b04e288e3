import { INBOUND_SHAPES } from "./inbound_shape.ts";
import { OVERWRITE, WIRE_OP } from "./members.ts";
import { OUTBOUND_SHAPES } from "./outbound_shape.ts";
import type { WireShape } from "./wire_shape.ts";

/** The messages and what they hold, one row an object: types, parsers and the page of the protocol come from them. */
export const WIRE_SHAPE: readonly WireShape[] = [...INBOUND_SHAPES, ...OUTBOUND_SHAPES, OVERWRITE, WIRE_OP];
