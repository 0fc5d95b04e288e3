import { KINDS } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { takeFile } from "../../room/change_file.ts";
import { accepted, contentOf, DOOR, doorRoom, live, stateAdd, withOps } from "../../room/testing/door.ts";
import { logEnvelopes } from "./envelopes.ts";

Deno.test("logEnvelopes() tells of the file with the last change only: what came before is not in it", () => {
  const edited = live(doorRoom(), [stateAdd("Ajar")], { opId: "a1" });
  const { room } = accepted(takeFile(KINDS, edited, contentOf(withOps(DOOR, stateAdd("Wide")), 2)));
  const envelopes = logEnvelopes(room, room.log);
  assertEquals(envelopes.map(({ fileRevision, unsaved }) => [fileRevision, unsaved]), [
    ...Array(envelopes.length - 1).fill([undefined, undefined]),
    ["r2", true],
  ]);
});
