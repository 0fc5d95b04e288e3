import { assertEquals } from "@std/assert";
import { bodyIdentity } from "../sha256.ts";
import { shellEvent } from "./shell_event.ts";

const HEAD = {
  event_type: "push",
  event_id: "e1",
  repository: "octo/door",
  action: "",
  timestamp: "2026-01-03T13:20:00.000Z",
  sender: "ann",
};
const KEPT_AT = new Date("2026-01-04T00:00:00.000Z");

/** A file as the script writes it. */
function file(payload: string, head: Partial<typeof HEAD> = {}): Uint8Array<ArrayBuffer> {
  const members = JSON.stringify({ ...HEAD, ...head }).slice(0, -1);
  return new TextEncoder().encode(`${members},"payload":\n${payload}\n}\n`);
}

Deno.test("shellEvent() gives back what a script kept", () => {
  const payload = '{\n  "commits": []\n}\n';
  assertEquals(shellEvent(file(payload), KEPT_AT), { ...HEAD, payload: { commits: [] } });
  assertEquals(shellEvent(file(`\uFEFF${payload}`), KEPT_AT)?.payload, { commits: [] });
});

Deno.test("shellEvent() takes what is no payload for an empty one, as the hook does", () => {
  for (const payload of ["", "{", "[]", '{}, "event_id": "other"', "payload=%7B%7D"]) {
    assertEquals(shellEvent(file(payload), KEPT_AT), { ...HEAD, payload: {} });
  }
});

Deno.test("shellEvent() names an event without an id by its payload's bytes", () => {
  const payload = '{ "n": 1.0 }';
  const identity = bodyIdentity(new TextEncoder().encode(payload));
  assertEquals(shellEvent(file(payload, { event_id: "" }), KEPT_AT)?.event_id, identity);
});

Deno.test("shellEvent() takes the time at which an event was kept where its own is none", () => {
  for (const timestamp of ["", "soon"]) {
    assertEquals(shellEvent(file("{}", { timestamp }), KEPT_AT)?.timestamp, KEPT_AT.toISOString());
  }
});

Deno.test("shellEvent() leaves other files alone", () => {
  const encoder = new TextEncoder();
  const whole = encoder.encode(JSON.stringify({ ...HEAD, payload: {} }));
  const cut = file("{}").subarray(0, -1);
  for (const bytes of [whole, cut, encoder.encode(""), encoder.encode('x"payload":\n{}\n}\n')]) {
    assertEquals(shellEvent(bytes, KEPT_AT), undefined);
  }
});
