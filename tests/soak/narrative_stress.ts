/**
 * Many processes that write one beat store, and processes that are killed while they do.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";
import type { BeatStore } from "../../bridge/narrative/store/beat_store.ts";
import { openStore } from "../../bridge/narrative/store/open_store.ts";

const WRITER = fromFileUrl(new URL("narrative_writer.ts", import.meta.url));

/** A line of a writer: a beat that the store acknowledged. */
interface Acknowledged {
  readonly eventId: string;
  readonly beatId: string;
  readonly isNew: boolean;
}

/** Outcome of a crowd's beats. */
export interface CrowdResult {
  /** Beats that writers were told of as new. */
  readonly created: number;
  /** Attempts that found the event's beat. */
  readonly known: number;
  /** Distinct ids that the store holds. */
  readonly kept: number;
  /** Acknowledged beats that the store does not hold, or holds under another id. */
  readonly lost: number;
}

/**
 * Lets processes write one store at once, two and two with the same events.
 *
 * @param writers how many processes; an even number
 * @param beats how many beats each tries to make
 */
export async function crowd(address: string, writers: number, beats: number): Promise<CrowdResult> {
  const outputs = await Promise.all(
    Array.from({ length: writers }, (_, at) => outputOf(address, `pair${at >> 1}`, beats)),
  );
  const lines = outputs.flatMap(readLines);
  return {
    created: lines.filter(({ isNew }) => isNew).length,
    known: lines.filter(({ isNew }) => !isNew).length,
    ...await compared(address, lines),
  };
}

/**
 * Kills processes while they write, one after the other, on one store.
 *
 * @param pick how many acknowledged beats each may make before it is killed
 */
export async function killWriters(
  address: string,
  kills: number,
  pick: (kill: number) => number,
): Promise<CrowdResult> {
  const lines: Acknowledged[] = [];
  for (let kill = 0; kill < kills; kill++) {
    lines.push(...readLines(await outputUntilKilled(address, `kill${kill}`, pick(kill))));
  }
  return { created: lines.length, known: 0, ...await compared(address, lines) };
}

async function compared(
  address: string,
  lines: readonly Acknowledged[],
): Promise<{ kept: number; lost: number }> {
  const store = await openStore(address);
  try {
    const beats = await beatsOf(store);
    return {
      kept: new Set(beats.values()).size,
      lost: lines.filter(({ eventId, beatId }) => beats.get(eventId) !== beatId).length,
    };
  } finally {
    await store.close();
  }
}

async function beatsOf(store: BeatStore): Promise<Map<string, string>> {
  const { total } = await store.count("main");
  const listed = await store.list("main", { order: "arrival", limit: total });
  const beats = new Map(listed.map(({ beat }) => [beat.event_id, beat.id]));
  if (beats.size !== total) throw new Error(`${total} beats are of ${beats.size} events.`);
  return beats;
}

function spawn(address: string, name: string, beats: number): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", WRITER, address, name, String(beats)],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function outputOf(address: string, name: string, beats: number): Promise<string> {
  const { stdout, stderr, success } = await spawn(address, name, beats).output();
  if (!success) throw new Error(`A writer failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

async function outputUntilKilled(address: string, name: string, beats: number): Promise<string> {
  const child = spawn(address, name, 1_000_000);
  const errors = new Response(child.stderr).text();
  let [text, isKilled] = ["", false];
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (isKilled || readLines(text).length < beats) continue;
    child.kill("SIGKILL");
    isKilled = true;
  }
  await child.status;
  if (!isKilled) throw new Error(`A writer ended by itself: ${await errors}`);
  await errors;
  return text;
}

/** The whole lines: the last one may be cut off. */
function readLines(text: string): Acknowledged[] {
  return text.split("\n").slice(0, -1).map((line) => {
    const [eventId = "", beatId = "", isNew] = line.split(" ");
    return { eventId, beatId, isNew: isNew === "new" };
  });
}
