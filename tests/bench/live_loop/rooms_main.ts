/**
 * What rooms cost in which nothing happens, in a process of its own: prints the figures as one line of JSON.
 *
 * @module
 */
import { documentSource } from "@loom/bridge/document";
import { type DocumentSource, HUB_LIMITS, startBridge, SYSTEM_CLOCK } from "@loom/hub";
import { KINDS, type LivePresence } from "@loom/protocol";
import { join } from "@std/path";
import { io } from "socket.io-client";
import { RoomKeeper } from "../../../hub/server/rooms/room_keeper.ts";
import { createMemoryStore } from "../../../hub/store/memory_store.ts";
import { generatedMachine } from "../../layout/graphs/machine.ts";
import { memorySource } from "./memory_source.ts";
import type { RoomFigures, RoomsReport } from "./rooms.ts";

const FOLDERS = 100;
/** How long to wait for a change of a file to be seen, in milliseconds. */
const PATIENCE = 20_000;

const TEXT = JSON.stringify(generatedMachine({ states: 40, seed: 3, nested: true }));

interface Size {
  readonly heap: number;
  readonly rss: number;
}

function sizeNow(): Size {
  const { gc } = globalThis as { gc?: () => void };
  for (let time = 0; time < 3; time++) gc?.();
  const { heapUsed: heap, rss } = Deno.memoryUsage();
  return { heap, rss };
}

function figuresOf(before: Size, count: number, ms: number, document: number): RoomFigures {
  const after = sizeNow();
  return {
    heap: (after.heap - before.heap) / count - document,
    rss: (after.rss - before.rss) / count - document,
    ms: ms / count,
  };
}

/** The heap that the document of one room takes. */
function documentSize(count: number): number {
  const before = sizeNow();
  const held = Array.from({ length: count }, () => JSON.parse(TEXT));
  const size = (sizeNow().heap - before.heap) / count;
  return held.length === count ? size : NaN;
}

/** Rooms that someone looked at through a running hub, and that nobody is in. */
async function visited(count: number, document: number): Promise<RoomFigures> {
  const hub = await startBridge({
    documents: memorySource(TEXT),
    limits: { messagesPerSecond: 1e6, burst: 1e6, rooms: count },
    // No room is forgotten while they are measured.
    clock: { now: SYSTEM_CLOCK.now, after: () => () => {} },
  });
  const socket = io(hub.url, { transports: ["websocket"], reconnection: false });
  await new Promise((resolve) => socket.once("connect", () => resolve(undefined)));
  await socket.emitWithAck("def:request", { docId: "/first.smdf.json" });
  const before = sizeNow();
  const start = performance.now();
  for (let room = 1; room < count; room++) {
    await socket.emitWithAck("def:request", { docId: `/room${room}.smdf.json` });
  }
  const figures = figuresOf(before, count - 1, performance.now() - start, document);
  socket.disconnect();
  await hub.close();
  return figures;
}

/** Rooms that someone is in, so that their files are watched. */
async function joined(
  docIds: readonly string[],
  source: DocumentSource,
  document: number,
  whenOpen: (heard: (docId: string) => Promise<void>) => Promise<void> = () => Promise.resolve(),
): Promise<RoomFigures> {
  const store = createMemoryStore();
  const heard = new Map<string, () => void>();
  store.listen({
    committed: ({ docId }) => heard.get(docId)?.(),
    membersChanged: () => {},
    vanished: () => {},
  });
  const limits = { ...HUB_LIMITS, rooms: docIds.length };
  const rooms = new RoomKeeper({ store, source, kinds: KINDS, clock: SYSTEM_CLOCK, log: () => {}, limits });
  const before = sizeNow();
  const start = performance.now();
  for (const docId of docIds) {
    await rooms.enter(docId);
    const presence: LivePresence = { clientId: docId, role: "web", joinedAt: new Date().toISOString() };
    await store.members.join(docId, presence);
  }
  const figures = figuresOf(before, docIds.length, performance.now() - start, document);
  await whenOpen((docId) => new Promise((resolve) => heard.set(docId, resolve)));
  await rooms.close();
  await store.close();
  return figures;
}

/** The same with files on disk; also tells how long the change of one takes until it is in its room. */
async function watched(
  count: number,
  document: number,
): Promise<{ figures: RoomFigures; seen: number; hearMs: number }> {
  const root = await Deno.realPath(await Deno.makeTempDir());
  try {
    const paths: string[] = [];
    for (let at = 0; at < FOLDERS; at++) await Deno.mkdir(join(root, `folder${at}`));
    for (let at = 0; at < count; at++) {
      const path = join(root, `folder${at % FOLDERS}`, `room${at}.smdf.json`);
      await Deno.writeTextFile(path, TEXT);
      paths.push(path);
    }
    let seen = 0;
    let hearMs = 0;
    const samples = [0, count >> 1, count - 1].flatMap((at) => paths[at] ?? []);
    const figures = await joined(paths, documentSource({ root }), document, async (heard) => {
      for (const path of samples) {
        const start = performance.now();
        const told = heard(path);
        await Deno.writeTextFile(path, TEXT.replace('"Generated"', '"Changed"'));
        const isHeard = await within(told);
        hearMs = Math.max(hearMs, performance.now() - start);
        if (isHeard) seen++;
      }
    });
    return { figures, seen: seen / samples.length, hearMs };
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

async function within(work: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<false>((resolve) => timer = setTimeout(() => resolve(false), PATIENCE));
  try {
    return await Promise.race([work.then(() => true), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function main(count: number): Promise<RoomsReport> {
  const document = documentSize(1_000);
  const inMemory = Array.from({ length: count }, (_, at) => `/room${at}.smdf.json`);
  return {
    document,
    joined: await joined(inMemory, memorySource(TEXT), document),
    visited: await visited(count, document),
    watched: await watched(count, document),
  };
}

if (import.meta.main) console.log(JSON.stringify(await main(Number(Deno.args[0]))));
