/**
 * What many writers, and writers that die, may not do to a document.
 *
 * @module
 */
import { createDocument, editDocument, readDocument } from "@loom/bridge/document";
import { fromFileUrl, join } from "@std/path";

const WRITER = fromFileUrl(new URL("./document_writer.ts", import.meta.url));
const CONFIG = fromFileUrl(new URL("../../deno.json", import.meta.url));
const ENDLESS = 1_000_000;

interface Definition {
  state: { states: { name: string }[] };
}

/** What is left after several processes edited one file at once. */
export interface CrowdResult {
  /** How many edits the file holds. */
  readonly kept: number;
  /** The files beside the document. */
  readonly leftovers: string[];
  /** How long it took. */
  readonly seconds: number;
}

/** Lets several processes make edits of one file at once. */
export async function crowd(processes: number, edits: number): Promise<CrowdResult> {
  const folder = await Deno.makeTempDir();
  try {
    const path = await newDocument(folder);
    const start = performance.now();
    const writers = Array.from({ length: processes }, (_, index) => startWriter(path, `w${index}`, edits));
    const lines = await Promise.all(writers.map((writer) => new Response(writer.stdout).text()));
    for (const writer of writers) await writer.status;
    const kept = await heldNames(path);
    const expected = lines.flatMap((text) => text.trim().split("\n")).filter((name) => kept.has(name));
    const seconds = (performance.now() - start) / 1000;
    return { kept: expected.length, leftovers: await beside(path, folder), seconds };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What was seen while writers were killed. */
export interface KillResult {
  /** How many writers were killed. */
  readonly kills: number;
  /** Edits that a writer had reported and the file does not hold. */
  readonly lost: number;
  /** The files beside the document at the end. */
  readonly leftovers: string[];
  /** How long it took. */
  readonly seconds: number;
}

/**
 * Kills writers at random moments, two at a time at work. After each kill the document is read and edited, which
 * throws when it is torn, empty or locked.
 */
export async function killWriters(kills: number): Promise<KillResult> {
  const folder = await Deno.makeTempDir();
  try {
    const path = await newDocument(folder);
    const start = performance.now();
    const reported: string[] = [];
    for (let kill = 0; kill < kills;) {
      const pair = [startWriter(path, `k${kill}a`, ENDLESS), startWriter(path, `k${kill}b`, ENDLESS)];
      const outputs = pair.map((writer) => collectLines(writer.stdout));
      await Promise.all(outputs.map((output) => output.started));
      for (const writer of pair.slice(0, kills - kill)) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        writer.kill("SIGKILL");
        await writer.status;
        await editDocument<Definition>(path, (definition) => withState(definition, `checked_${kill}`));
        kill++;
      }
      for (const writer of pair) await stop(writer);
      for (const output of outputs) reported.push(...await output.lines);
      await forget(path, reported);
    }
    const seconds = (performance.now() - start) / 1000;
    const lost = reported.length;
    return {
      kills,
      lost,
      leftovers: await beside(path, folder),
      seconds,
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function newDocument(folder: string): Promise<string> {
  const path = join(folder, "crowd.smdf.json");
  await createDocument(path, { settings: {}, events: [], state: { name: "Root", states: [] } });
  return path;
}

function startWriter(path: string, name: string, edits: number): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-check",
      "--config",
      CONFIG,
      "--allow-read",
      "--allow-write",
      WRITER,
      path,
      name,
      String(edits),
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

async function stop(writer: Deno.ChildProcess): Promise<void> {
  try {
    writer.kill("SIGKILL");
  } catch {
    // It is gone already.
  }
  await writer.status;
}

/** The whole lines of an output, and the moment of the first one. */
function collectLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): { started: Promise<void>; lines: Promise<string[]> } {
  const started = Promise.withResolvers<void>();
  const lines = (async () => {
    let text = "";
    for await (const part of stream.pipeThrough(new TextDecoderStream())) {
      text += part;
      started.resolve();
    }
    started.resolve();
    return text.split("\n").slice(0, -1);
  })();
  return { started: started.promise, lines };
}

/** Takes the reported edits that the file holds out of both, so that what stays reported is lost. */
async function forget(path: string, reported: string[]): Promise<void> {
  const held = await heldNames(path);
  const lost = reported.filter((name) => !held.has(name));
  reported.splice(0, reported.length, ...lost);
  await editDocument<Definition>(path, (definition) => ({
    ...definition,
    state: { ...definition.state, states: [] },
  }));
}

function withState(definition: Definition, name: string): Definition {
  return { ...definition, state: { ...definition.state, states: [...definition.state.states, { name }] } };
}

async function heldNames(path: string): Promise<Set<string>> {
  const { definition } = await readDocument(path);
  return new Set((definition as unknown as Definition).state.states.map((state) => state.name));
}

async function beside(path: string, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) names.push(entry.name);
  return names.filter((name) => !path.endsWith(name)).sort();
}
