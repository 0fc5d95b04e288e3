import { WIRE_EVENTS, type WireEvent } from "../protocol/wire/events.ts";
import { WIRE_SHAPE } from "../protocol/wire/shapes.ts";
import type { ObjectShape } from "../protocol/shape/shape.ts";
import { typescriptTypes } from "./typescript_types.ts";

const IMPORTS = `import type { WireErrorCode } from "./error_code.ts";
import type { Role } from "./role.ts";

`;

/** The types of the messages between clients and hub, as source text. */
export function wireTypes(): string {
  return IMPORTS + typescriptTypes([
    ...WIRE_SHAPE,
    { name: "InboundPayloads", doc: "What clients send, by event.", fields: payloads("in") },
    { name: "OutboundPayloads", doc: "What the hub sends, by event.", fields: payloads("out") },
  ]);
}

function payloads(direction: WireEvent["direction"]): ObjectShape["fields"] {
  return WIRE_EVENTS.filter((event) => event.direction === direction).map(({ name, payload, doc }) => ({
    name: JSON.stringify(name),
    type: payload,
    required: true,
    doc,
  }));
}
