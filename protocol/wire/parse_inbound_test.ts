import { assert, assertEquals } from "@std/assert";
import { OPS } from "./_arbitrary.ts";
import { WIRE_LIMITS } from "./limits.ts";
import {
  parseDefRequest,
  parseFullIn,
  parseJoinRequest,
  parseLeaveRequest,
  parsePatchIn,
  parsePresenceUpdate,
  parseViewRequest,
} from "./parse_inbound.ts";
import type { Parsed } from "./parser.ts";
import type { WireError } from "./types.ts";

function valueOf<T>(parsed: Parsed<T>): T {
  assert(parsed.ok, parsed.ok ? "" : parsed.error.message);
  return parsed.value;
}

function errorOf(parsed: Parsed<unknown>): WireError {
  assert(!parsed.ok);
  return parsed.error;
}

Deno.test("parseJoinRequest() refuses what is no object", async (t) => {
  const cases: [value: unknown, found: string][] = [
    [undefined, "undefined"],
    [null, "null"],
    [7, "the number 7"],
    ["join", '"join"'],
    [[], "a list"],
    [() => {}, "a function"],
    [new Uint8Array(8), "bytes"],
    [new Date(0), "an object that is no plain JSON object"],
  ];
  for (const [value, found] of cases) {
    await t.step(found, () => {
      assertEquals(errorOf(parseJoinRequest(value)), {
        code: "bad_request",
        message: `Cannot read bridge:join: the payload must be an object (JoinRequest), but it is ${found}.`,
        event: "bridge:join",
      });
    });
  }
});

Deno.test("parseJoinRequest() names the roles when one is missing", () => {
  assertEquals(
    errorOf(parseJoinRequest({})).message,
    'Cannot read bridge:join: the payload needs "role", "agent", "cli", "web" or "runtime": add it.',
  );
});

Deno.test("parseJoinRequest() does not take a role from the prototype", () => {
  const error = errorOf(parseJoinRequest(Object.create({ role: "web" })));
  assertEquals(error.code, "bad_request");
});

Deno.test("parseJoinRequest() drops unknown members, those of prototypes included", () => {
  const join = valueOf(
    parseJoinRequest(JSON.parse('{"role": "cli", "__proto__": {"name": "x"}, "constructor": 1}')),
  );
  assertEquals(join, { role: "cli" });
  assertEquals(Object.getPrototypeOf(join), Object.prototype);
});

Deno.test("parseJoinRequest() takes null and an empty text for a member that is left out", () => {
  const join = valueOf(parseJoinRequest({ role: "web", name: null, docId: "", sinceSeq: null, epoch: "" }));
  assertEquals(join, { role: "web" });
});

Deno.test("parseJoinRequest() takes names of prototypes as ids and names", () => {
  const join = { role: "web", name: "constructor", docId: "__proto__" } as const;
  assertEquals(valueOf(parseJoinRequest(join)), join);
});

Deno.test("parseJoinRequest() refuses a docId with NUL", () => {
  const error = errorOf(parseJoinRequest({ role: "web", docId: "a\0b" }));
  assertEquals([error.code, error.member], ["bad_request", "docId"]);
});

Deno.test("parseJoinRequest() refuses a docId that is too long", () => {
  const longest = "a".repeat(WIRE_LIMITS.docId);
  assertEquals(valueOf(parseJoinRequest({ role: "web", docId: longest })).docId, longest);
  assertEquals(
    errorOf(parseJoinRequest({ role: "web", docId: longest + "a" })).message,
    'Cannot read bridge:join: "docId" has 4097 characters and may have 4096: make it shorter.',
  );
});

Deno.test("parseJoinRequest() refuses sequence numbers that are none", () => {
  for (const sinceSeq of [-1, 0.5, NaN, 2 ** 53, "3", true]) {
    assertEquals(errorOf(parseJoinRequest({ role: "web", sinceSeq })).member, "sinceSeq");
  }
});

Deno.test("parseLeaveRequest() takes the ids that older clients send", () => {
  assertEquals(valueOf(parseLeaveRequest({ docId: "a", clientId: "s1" })), { docId: "a" });
});

Deno.test("parsePatchIn() takes what older clients send", () => {
  const patch = { docId: "/w/k.smdf.json", ops: [...OPS], origin: "s1", baseSeq: 0, mtime: 1701.25 };
  assertEquals(valueOf(parsePatchIn(patch)), patch);
});

Deno.test("parsePatchIn() takes an origin that is not known yet", () => {
  assertEquals(valueOf(parsePatchIn({ docId: "a", ops: [], origin: null })), { docId: "a", ops: [] });
});

Deno.test("parsePatchIn() takes a save without operations", () => {
  const save = { docId: "a", ops: [], savedSeq: 4, revision: "r2", baseRevision: "r1" };
  assertEquals(valueOf(parsePatchIn(save)), save);
});

Deno.test("parsePatchIn() names the operation that is none", async (t) => {
  const cases: [op: unknown, member: string][] = [
    [null, "ops[1]"],
    ["state.add", "ops[1]"],
    [[], "ops[1]"],
    [{}, "ops[1].op"],
    [{ op: 3 }, "ops[1].op"],
    [{ op: "" }, "ops[1].op"],
    [Object.create({ op: "state.add" }), "ops[1]"],
    [{ op: "state.add", state: { onEntry: () => {} } }, "ops[1].state.onEntry"],
  ];
  for (const [op, member] of cases) {
    await t.step(member, () => {
      const error = errorOf(parsePatchIn({ docId: "a", ops: [OPS[0], op] }));
      assertEquals([error.code, error.member], ["bad_request", member]);
    });
  }
});

Deno.test("parsePatchIn() refuses more operations than one patch may have", () => {
  const ops = Array.from({ length: WIRE_LIMITS.ops }, () => ({ op: "runtime.exit", state: "A" }));
  assertEquals(valueOf(parsePatchIn({ docId: "a", ops })).ops.length, WIRE_LIMITS.ops);
  const error = errorOf(parsePatchIn({ docId: "a", ops: [...ops, ops[0]] }));
  assertEquals(error.code, "too_large");
  assertEquals(
    error.message,
    'Cannot read def:patch: "ops" has 1001 items and may have 1000: send them in parts.',
  );
});

Deno.test("parsePatchIn() bounds all operations together", () => {
  const half = { op: "state.update", patch: { notes: "n".repeat(WIRE_LIMITS.messageBytes / 2) } };
  assertEquals(parsePatchIn({ docId: "a", ops: [half] }).ok, true);
  assertEquals(errorOf(parsePatchIn({ docId: "a", ops: [half, half] })).code, "too_large");
});

Deno.test("parsePatchIn() refuses an opId with other characters or too many", () => {
  assertEquals(errorOf(parsePatchIn({ ops: [], opId: "a b" })).code, "bad_request");
  assertEquals(errorOf(parsePatchIn({ ops: [], opId: "a\n" })).code, "bad_request");
  assertEquals(errorOf(parsePatchIn({ ops: [], opId: "a".repeat(81) })).code, "too_large");
});

Deno.test("parseFullIn() takes a document of any kind", () => {
  const full = { docId: "a", def: { entities: [{ name: "Order" }], constructor: "x" } };
  assertEquals(valueOf(parseFullIn(full)), full);
});

Deno.test("parseFullIn() refuses a document that is no object", () => {
  for (const def of [null, undefined, [], "{}", 3, new Uint8Array(2)]) {
    assertEquals(errorOf(parseFullIn({ docId: "a", def })).code, "bad_request");
  }
});

Deno.test("parseFullIn() refuses a document that nests too deep", () => {
  let def: Record<string, unknown> = {};
  for (let level = 1; level < WIRE_LIMITS.depth; level++) def = { def };
  assertEquals(parseFullIn({ docId: "a", def }).ok, true);
  assertEquals(errorOf(parseFullIn({ docId: "a", def: { def } })).code, "too_large");
});

Deno.test("parseDefRequest() needs nothing", () => {
  assertEquals(valueOf(parseDefRequest({})), {});
});

Deno.test("parsePresenceUpdate() takes the cursor and the selection and nothing else", () => {
  const update = { cursor: { x: 1 }, selection: null, clientId: "someone else", role: "agent", docId: 7 };
  assertEquals(valueOf(parsePresenceUpdate(update)), { cursor: { x: 1 }, selection: null });
});

Deno.test("parsePresenceUpdate() refuses a cursor that is larger than its bound", () => {
  const longest = "x".repeat(WIRE_LIMITS.presenceBytes - '""'.length);
  assertEquals(parsePresenceUpdate({ cursor: longest, selection: longest }).ok, true);
  assertEquals(errorOf(parsePresenceUpdate({ cursor: longest + "x" })), {
    code: "too_large",
    message:
      'Cannot read presence:update: "cursor" takes more than the 4 KiB that are allowed: send less at once.',
    event: "presence:update",
    member: "cursor",
  });
});

Deno.test("parseViewRequest() needs a document", () => {
  for (const docId of [undefined, null, "", 7]) {
    assertEquals(errorOf(parseViewRequest({ docId, focus: "entity:Order" })).code, "bad_request");
  }
});

Deno.test("parseViewRequest() takes an empty origin for one that is left out", () => {
  assertEquals(valueOf(parseViewRequest({ docId: "a", origin: "" })), { docId: "a" });
});
