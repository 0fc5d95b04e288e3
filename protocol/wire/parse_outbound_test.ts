import { assert, assertEquals } from "@std/assert";
import { WIRE_LIMITS } from "./limits.ts";
import {
  type EditAck,
  type JoinAck,
  parseEditAck,
  parseFullEnvelope,
  parseJoinAck,
  parsePatchEnvelope,
  parsePresenceList,
  parseWireError,
} from "./parse_outbound.ts";

const SNAPSHOT = {
  docId: "/w/k.smdf.json",
  def: null,
  seq: 0,
  mtime: 0,
  epoch: "e1",
  revision: null,
  unsaved: false,
};

Deno.test("parseJoinAck() tells acceptance and refusal apart", () => {
  const accepted = { selfId: "s1", snapshot: SNAPSHOT, presence: [] };
  assertEquals(parseJoinAck(accepted), { ok: true, value: accepted });
  const refused: JoinAck = { error: { code: "unauthorized", message: "Give the token." } };
  assertEquals(parseJoinAck(refused), { ok: true, value: refused });
});

Deno.test("parseJoinAck() refuses an ack that is neither", () => {
  for (const ack of [undefined, null, "ok", {}, { error: "no" }, { selfId: "s1" }]) {
    const parsed = parseJoinAck(ack);
    assert(!parsed.ok);
    assert(parsed.error.message.startsWith("Cannot read the ack of bridge:join: "));
  }
});

Deno.test("parseEditAck() tells acceptance and refusal apart", () => {
  const accepted: EditAck = { ok: true, seq: 4, epoch: "e1" };
  assertEquals(parseEditAck(accepted), { ok: true, value: accepted });
  const refused: EditAck = {
    ok: false,
    error: { code: "stale_base", message: "Look again." },
    seq: 4,
    missed: [],
  };
  assertEquals(parseEditAck(refused), { ok: true, value: refused });
});

Deno.test("parsePatchEnvelope() takes more operations than a client may send", () => {
  const ops = Array.from({ length: WIRE_LIMITS.ops + 1 }, () => ({ op: "runtime.exit", state: "A" }));
  assertEquals(parsePatchEnvelope({ docId: "a", seq: 1, epoch: "e", ops, origin: "file" }).ok, true);
});

Deno.test("parseFullEnvelope() takes a deeper document than a client may send", () => {
  let def: Record<string, unknown> = {};
  for (let level = 0; level < WIRE_LIMITS.depth; level++) def = { def };
  assertEquals(parseFullEnvelope({ docId: "a", seq: 1, epoch: "e", def, origin: "hub" }).ok, true);
});

Deno.test("parsePresenceList() names the participant that is none", () => {
  const someone = { clientId: "s1", role: "web", joinedAt: "2026-01-02T03:04:05Z" };
  const parsed = parsePresenceList([someone, { ...someone, role: "ghost" }]);
  assert(!parsed.ok);
  assertEquals(parsed.error.member, "[1].role");
});

Deno.test("parseWireError() reads a code that is missing or unknown as internal", () => {
  for (const code of [undefined, "out_of_tea"]) {
    const parsed = parseWireError({ code, message: "No tea." });
    assertEquals(parsed, { ok: true, value: { code: "internal", message: "No tea." } });
  }
});
