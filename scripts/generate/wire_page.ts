import { WIRE_ERROR_CODES } from "../../protocol/wire/error_code.ts";
import { WIRE_EVENTS, type WireEvent } from "../../protocol/wire/events.ts";
import { INBOUND_SHAPES } from "../../protocol/wire/inbound_shape.ts";
import { WIRE_LIMITS, type WireLimits } from "../../protocol/wire/limits.ts";
import { OVERWRITE, WIRE_OP } from "../../protocol/wire/members.ts";
import { OUTBOUND_SHAPES } from "../../protocol/wire/outbound_shape.ts";
import { code, markdownTable } from "./markdown.ts";
import type { WireShape } from "../../protocol/wire/wire_shape.ts";

const HEADER = `<!-- Made by \`deno task generate\` from the tables in protocol/wire/; edit those. -->

# Messages between clients and hub

Reference of the socket.io messages of the live loop: write a client in any language with it. [SYNC.md](../hub/SYNC.md) explains
how the messages work together.

Each message is an event with one payload. \`EV\` in \`@loom/protocol\` has the names, \`WIRE_EVENTS\` the table below. Every payload
has a type and a parser: \`JoinRequest\` and \`parseJoinRequest\`, and so on. A parser takes any value and never throws; it returns a
copy with the members that are listed here.

\`\`\`ts
import { EV, parsePatchIn } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";

assertEquals(EV.PATCH_IN, "def:patch");
const patch = parsePatchIn({ ops: [{ op: "state.remove" }, {}], baseSeq: 7 });
assert(!patch.ok);
assertEquals(patch.error.member, "ops[1].op");
\`\`\`

An optional member that is null or an empty text counts as missing. Lengths of text are in UTF-16 units, of JSON in bytes of UTF-8.
A document, an operation, a cursor or a selection with a member \`__proto__\` is refused.
`;

const LIMIT_DOCS: Readonly<Record<keyof WireLimits, string>> = {
  messageBytes: "bytes of JSON in one message from a client",
  depth: "levels of a document or an operation from a client",
  hubMessageBytes: "bytes of JSON in one message from the hub",
  hubDepth: "levels of a document or an operation from the hub",
  ops: "operations in one patch from a client",
  docId: "characters of a document's id from a client",
  name: "characters of a participant's name, and of `origin` from a client",
  opId: "characters of `opId`",
  heldOpIds: "names in `heldOpIds`",
  revision: "characters of a revision, and of an epoch from a client",
  presenceBytes: "bytes of a cursor, and of a selection",
  member: "characters of a view's `member`",
  overwrites: "overwritten values in one message",
  focus: "characters of a view's `focus`",
  note: "characters of a view's `note`",
};

/** The page of the messages between clients and hub, as Markdown. */
export function wirePage(): string {
  return [
    HEADER,
    "## From a client to the hub\n",
    eventTable("in", ["event", "payload", "ack", "meaning"], ({ ack, doc }) => [code(ack ?? ""), doc]),
    "\nA callback may come with any of them. Where no ack is named it gets `{ ok: true }`, or `{ ok: false, error }` with the error in `bridge:error`.\n",
    "## From the hub to clients\n",
    eventTable("out", ["event", "payload", "sent to", "meaning"], ({ to, doc }) => [to ?? "", doc]),
    "`JoinAck` is `JoinAccepted` or `JoinRefused`; `EditAck` is `EditAccepted` or `EditRefused`.\n",
    "## Payloads of clients\n",
    ...INBOUND_SHAPES.map(shapeSection),
    "## Payloads and acks of the hub\n",
    ...[...OUTBOUND_SHAPES, OVERWRITE, WIRE_OP].map(shapeSection),
    "## Codes of refusals\n",
    markdownTable(["code", "meaning"], [...WIRE_ERROR_CODES].map(([word, doc]) => [code(word), doc])),
    "## Bounds\n",
    "`WIRE_LIMITS` holds them.\n",
    markdownTable(["bound", "at most", "of what"], limitRows()),
  ].join("\n");
}

function eventTable(
  direction: WireEvent["direction"],
  head: readonly string[],
  rest: (event: WireEvent) => string[],
): string {
  const events = WIRE_EVENTS.filter((event) => event.direction === direction);
  return markdownTable(head, events.map((event) => [code(event.name), code(event.payload), ...rest(event)]));
}

function shapeSection({ name, doc, fields }: WireShape): string {
  const rows = fields.map((field) => [
    code(field.name),
    code(field.type),
    field.required ? "yes" : "",
    field.rule.expected,
    field.doc,
  ]);
  return [
    `### ${name}\n`,
    `${doc}\n`,
    markdownTable(["member", "type", "required", "must be", "meaning"], rows),
  ]
    .join("\n");
}

function limitRows(): string[][] {
  const limits = new Map(Object.entries(WIRE_LIMITS));
  return Object.entries(LIMIT_DOCS).map(([name, doc]) => [code(name), String(limits.get(name)), doc]);
}
