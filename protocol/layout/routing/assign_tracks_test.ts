import { assertEquals } from "@std/assert";
import type { Jog } from "../coordinates/stack_layers.ts";
import { assignTracks } from "./assign_tracks.ts";

/** A jog of a line that comes down at one place and leads on at another. */
function jog(from: number, to: number): Jog {
  return { edge: 0, low: Math.min(from, to), high: Math.max(from, to), up: [from], down: [to] };
}

Deno.test("assignTracks() lets jogs that are apart share a track", () => {
  assertEquals([...assignTracks([jog(0, 40), jog(50, 90), jog(100, 140)])], [0, 0, 0]);
});

Deno.test("assignTracks() nests jogs so that they do not cross", () => {
  assertEquals([...assignTracks([jog(0, 80), jog(20, 100)])], [1, 0]);
  assertEquals([...assignTracks([jog(80, 0), jog(100, 20)])], [0, 1]);
});

Deno.test("assignTracks() puts no upright part on another", () => {
  // One leads on where the other comes down: it must be above the part that leads down.
  assertEquals([...assignTracks([jog(0, 50), jog(50, 90)])], [1, 0]);
});
