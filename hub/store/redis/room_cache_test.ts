import { assertEquals } from "@std/assert";
import { newRoom } from "../room_store.ts";
import { RoomCache } from "./room_cache.ts";

const roomOf = (name: string, size: number) => ({
  version: name,
  room: newRoom(name),
  lengths: { def: size },
});

Deno.test("RoomCache forgets the least recently used rooms when they are too large together", () => {
  const cache = new RoomCache(10);
  for (const name of ["a", "b"]) cache.set(name, roomOf(name, 5));
  cache.get("a");
  cache.set("c", roomOf("c", 5));
  assertEquals(["a", "b", "c"].map((name) => cache.get(name)?.version), ["a", undefined, "c"]);
});

Deno.test("RoomCache keeps a room that is too large alone, and counts one that grows once", () => {
  const cache = new RoomCache(10);
  cache.set("a", roomOf("a", 20));
  assertEquals(cache.get("a")?.version, "a");
  cache.set("b", roomOf("b", 4));
  assertEquals([cache.get("a"), cache.get("b")?.version], [undefined, "b"]);
  for (let size = 1; size < 7; size++) cache.set("c", roomOf("c", size));
  assertEquals([cache.get("b")?.version, cache.get("c")?.version], ["b", "c"]);
  cache.delete("b");
  cache.delete("none");
  cache.clear();
  assertEquals(cache.get("c"), undefined);
});
