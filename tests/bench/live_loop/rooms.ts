/**
 * Rooms in which nothing happens.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

/** What one room costs, its document apart. */
export interface RoomFigures {
  /** Bytes of live heap. */
  readonly heap: number;
  /** Bytes of the process. */
  readonly rss: number;
  /** The time to open it, in milliseconds. */
  readonly ms: number;
}

/** What rooms cost. */
export interface RoomsReport {
  /** Bytes of heap that the document of a room takes. */
  readonly document: number;
  /** Rooms that someone is in, with documents in memory. */
  readonly joined: RoomFigures;
  /** Rooms that nobody is in. */
  readonly visited: RoomFigures;
  /** Rooms that someone is in, with files on disk; the share of changed files that were seen, and how long that took at most. */
  readonly watched: { readonly figures: RoomFigures; readonly seen: number; readonly hearMs: number };
}

/** Measures that many rooms, in a process of its own. */
export async function measureRooms(count: number): Promise<RoomsReport> {
  const program = fromFileUrl(new URL("rooms_main.ts", import.meta.url));
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", "--v8-flags=--expose-gc", program, String(count)],
    stderr: "inherit",
  }).output();
  if (!success) throw new Error("The process with the rooms has failed.");
  return JSON.parse(new TextDecoder().decode(stdout));
}
