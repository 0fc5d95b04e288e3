import { DocumentError } from "@loom/bridge/document";
import { PictureError } from "@loom/bridge/picture";
import { applyPatchOps, LoomError, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { HubStartError } from "@loom/hub";
import { HubError } from "./live/hub_error.ts";
import { exitCodeOf } from "./exit_code.ts";
import { OutputError } from "./io.ts";
import { NameError, UsageError } from "./usage_error.ts";

Deno.test("exitCodeOf() tells usage, refusals and unreadable files apart", () => {
  assertEquals(exitCodeOf(new UsageError("")), 2);
  assertEquals(exitCodeOf(new NameError("")), 3);
  assertEquals(exitCodeOf(new DocumentError("stale_revision", "", "x")), 3);
  assertEquals(exitCodeOf(new DocumentError("wrong_kind", "", "x")), 3);
  assertEquals(exitCodeOf(new DocumentError("not_found", "", "x")), 4);
  assertEquals(exitCodeOf(new DocumentError("json_syntax", "", "x")), 4);
  assertEquals(exitCodeOf(new OutputError("No space left on device")), 4);
});

Deno.test("exitCodeOf() counts a picture that cannot be made as a problem, unless its scale is wrong usage", () => {
  assertEquals(exitCodeOf(new PictureError("too_large", "")), 1);
  assertEquals(exitCodeOf(new PictureError("bad_scale", "")), 2);
});

Deno.test("exitCodeOf() counts a refused operation as refused", () => {
  const empty = { settings: { namespace: "", asynchronous: false }, events: [], state: { name: "R" } };
  const error = assertThrows(() =>
    applyPatchOps(empty as StateMachineDefinition, [{ op: "state.remove", name: "X" }])
  );
  assertEquals(exitCodeOf(error), 3);
});

Deno.test("exitCodeOf() tells a hub that is needed and not there from everything else", () => {
  assertEquals(exitCodeOf(new HubError("no_hub", "")), 5);
  assertEquals(exitCodeOf(new HubError("hub_refused", "")), 5);
});

Deno.test("exitCodeOf() tells apart why a hub cannot start", () => {
  assertEquals(exitCodeOf(new HubStartError("bad_option", "")), 2);
  assertEquals(exitCodeOf(new HubStartError("token_required", "")), 3);
  assertEquals(exitCodeOf(new HubStartError("cannot_listen", "")), 4);
  assertEquals(exitCodeOf(new LoomError("unavailable", "")), 4);
});

Deno.test("exitCodeOf() counts everything else as a problem", () => {
  assertEquals(exitCodeOf(new LoomError("machine_definition", "")), 1);
  assertEquals(exitCodeOf(new TypeError("")), 1);
  assertEquals(exitCodeOf("text"), 1);
});
