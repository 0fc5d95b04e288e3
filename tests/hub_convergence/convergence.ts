/**
 * Many edit one document at once over a bad network, the hub is killed, someone writes the file behind everyone's back; once it is
 * quiet all see the same.
 *
 * @module
 */
import { readDocument } from "@loom/bridge/document";
import { enrich, parseText, validate } from "@loom/engine";
import { type BridgeClient, createBridgeClient } from "@loom/hub/client";
import { applyPatchOps, type JsonObject } from "@loom/protocol";
import { editorOf, TAG, tagsIn } from "../arbitrary/edits.ts";
import { CALM, openLink } from "./flaky_link.ts";
import { Ledger } from "./ledger.ts";
import { canvas, machine, meddle, type Party, pause, type Place, save, Trace, writer } from "./parties.ts";

/** The hubs that the parties meet at. */
export interface Meeting {
  /** The port that a party connects to now. */
  port(party: number): number;
  /** Kills a hub. */
  disturb(): Promise<void>;
}

/** How large a run is. */
export interface Size {
  /** Operations of each party. */
  readonly ops: number;
  /** How often the hub is killed. */
  readonly kills: number;
  /** How often the file is written behind everyone's back. */
  readonly meddlings: number;
}

/** What a run found. */
export interface Report {
  /** What came to pass. */
  readonly trace: Trace;
  /** What was promised. */
  readonly promised: number;
  /** Sentences about what is wrong. */
  readonly faults: readonly string[];
}

const BAD = { lost: 4, late: 15, lateMs: 60 };

/** The parties: five at canvases and three who write files, three of all with a bad network. */
const PARTIES = [
  { make: canvas, isFlaky: false },
  { make: canvas, isFlaky: false },
  { make: canvas, isFlaky: false },
  { make: canvas, isFlaky: true },
  { make: canvas, isFlaky: true },
  { make: writer, isFlaky: false },
  { make: writer, isFlaky: false },
  { make: writer, isFlaky: true },
] as const;

/** How long it may take until all are quiet, in milliseconds. */
const QUIET = 60_000;

/**
 * Runs one seed in a folder.
 *
 * @returns what is wrong afterwards
 */
export async function converge(seed: number, folder: string, meeting: Meeting, size: Size): Promise<Report> {
  const trace = new Trace();
  const place: Place = { path: `${folder}/seed-${seed}.smdf.json`, ledger: new Ledger(), trace };
  const first = machineOf(seed);
  place.ledger.wrote(first, first);
  await Deno.writeTextFile(place.path, `${JSON.stringify(first, null, 2)}\n`);
  const parties = PARTIES.map(({ make, isFlaky }, at): Party => {
    const name = `p${at}`;
    const { below } = editorOf(name, seed * 100 + 50 + at);
    const link = openLink(
      () => meeting.port(at),
      below,
      (what, message) => trace.note(name, what, message),
    );
    return make({ ...place, name, seed: seed * 100 + at, link, weather: isFlaky ? BAD : undefined });
  });
  try {
    await Promise.all([
      ...parties.map((party) => party.work(size.ops)),
      troubles(seed, place, meeting, size),
    ]);
    return { trace, promised: place.ledger.size, faults: await faultsOf(parties, place, meeting) };
  } catch (error) {
    return { trace, promised: place.ledger.size, faults: [describe(error)] };
  } finally {
    await Promise.all(parties.map(async (party) => {
      await party.close();
      await party.link.close();
    }));
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

/** A machine to begin with, everything in it tagged. */
function machineOf(seed: number): JsonObject {
  const editor = editorOf("start", seed, { removes: false });
  let def: JsonObject = {
    settings: { namespace: "Many", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "go", [TAG]: "start-go" }], [TAG]: "start-hand" }],
    state: {
      name: "Root",
      states: [{ name: "First", [TAG]: "start-first" }, { name: "Second", [TAG]: "start-second" }],
    },
  };
  for (let count = editor.below(8); count > 0; count--) {
    def = applyPatchOps(machine(def), editor.edit(machine(def))) as unknown as JsonObject;
  }
  return def;
}

/** What happens to everyone while they work. */
async function troubles(
  seed: number,
  place: Place,
  meeting: Meeting,
  { ops, kills, meddlings }: Size,
): Promise<void> {
  const editor = editorOf("outside", seed * 100 + 99);
  // About as long as the parties work.
  const span = ops * 5;
  const kinds = [...Array<string>(kills).fill("kill"), ...Array<string>(meddlings).fill("meddle")];
  while (kinds.length > 0) {
    await pause(editor.below(Math.max(1, 2 * span / (kills + meddlings))));
    const [kind] = kinds.splice(editor.below(kinds.length), 1);
    place.trace.note("outside", kind ?? "");
    if (kind === "kill") await meeting.disturb();
    else await meddle(place, editor);
  }
}

async function faultsOf(parties: readonly Party[], place: Place, meeting: Meeting): Promise<string[]> {
  for (const { link } of parties) {
    link.weather = CALM;
    // What was lost last is missed by nobody until they meet again.
    link.cut();
  }
  try {
    await within(QUIET, "answers", () => Promise.all(parties.map((party) => party.settle())));
  } catch (error) {
    return [String(error)];
  }
  const observer = createBridgeClient({
    url: `http://127.0.0.1:${meeting.port(0)}`,
    role: "web",
    docId: place.path,
    socket: { transports: ["websocket"] },
  });
  try {
    await observer.join();
    const clients = [observer, ...parties.map(({ client }) => client)];
    await within(QUIET, "quiet", () => quiet(clients, place)).catch(() => {});
    return await differences(observer, parties, place);
  } finally {
    await observer.close();
  }
}

/** Saves what is unsaved until nothing is, and nobody waits for anything, for a while. */
async function quiet(clients: readonly BridgeClient[], place: Place): Promise<void> {
  for (let calm = 0; calm < 4;) {
    await pause(80);
    const [saver] = clients;
    if (saver && await save(saver, place)) calm = 0;
    calm = await isQuiet(clients, place.path) ? calm + 1 : 0;
  }
}

async function isQuiet(clients: readonly BridgeClient[], path: string): Promise<boolean> {
  const { revision } = await readDocument(path);
  const [first] = clients;
  return clients.every(({ phase, document }) => {
    const isLatest = document.seq === first?.document.seq && document.fileRevision === revision;
    return phase === "live" && document.pending === 0 && !document.unsaved && isLatest;
  });
}

async function differences(
  observer: BridgeClient,
  parties: readonly Party[],
  { path, ledger }: Place,
): Promise<string[]> {
  const faults: string[] = [];
  const { definition, revision } = await readDocument(path);
  const wanted = JSON.stringify(definition);
  const clients: [string, BridgeClient][] = [
    ["the hub", observer],
    ...parties.map(({ name, client }) => [name, client] as [string, BridgeClient]),
  ];
  for (const [name, { document, phase }] of clients) {
    const { seq, epoch, pending, unsaved, fileRevision } = document;
    const about = `(${phase}, seq ${seq} of ${epoch}, ${pending} pending, ${unsaved ? "unsaved" : "saved"}${
      fileRevision === revision ? "" : ", another revision"
    })`;
    if (JSON.stringify(document.confirmed) !== wanted) {
      faults.push(`${name} has another document than the file ${about}.`);
    }
    if (JSON.stringify(document.view) !== wanted) {
      faults.push(`${name} sees another document than the file ${about}.`);
    }
  }
  const missing = ledger.missing(definition);
  if (missing.length > 0) faults.push(`Lost: ${missing.join(", ")}.`);
  const tags = tagsIn(definition);
  const twice = tags.filter((tag, at) => tags.indexOf(tag) !== at);
  if (twice.length > 0) faults.push(`There twice: ${twice.join(", ")}.`);
  return [...faults, ...unreadable(definition)];
}

/** What of the document its rules cannot read: no root, or names that are there twice. */
function unreadable(definition: JsonObject): string[] {
  const findings = validate(enrich(parseText(JSON.stringify(definition))));
  return findings.filter(({ ruleId }) => UNREADABLE.has(ruleId)).map(({ message }) => message);
}

const UNREADABLE = new Set(["V001", "V002", "V003", "V004"]);

async function within<T>(ms: number, what: string, work: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`No ${what} after ${ms} ms.`)), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
