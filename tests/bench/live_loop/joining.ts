/**
 * How long joining takes after many edits.
 *
 * @module
 */
import { type Bridge, startBridge } from "@loom/hub";
import { io, type Socket } from "socket.io-client";
import { type Spread, spreadOf } from "../harness.ts";
import { documentToEdit } from "./edits.ts";
import { memorySource } from "./memory_source.ts";

const WARM_UP_JOINS = 20;

/** The time to join a document that was edited so many times. */
export interface JoinTime {
  readonly edits: number;
  readonly ms: Spread;
  /** The time in each round, in turn with the others. */
  readonly rounds: readonly number[];
}

/** Times joins of documents of one size with different pasts; all of them within each round. */
export async function joinTimes(pasts: readonly number[], rounds: number): Promise<JoinTime[]> {
  const hub = await startBridge({
    documents: memorySource(JSON.stringify(documentToEdit())),
    limits: { messagesPerSecond: 1e6, burst: 1e6 },
  });
  const sockets: Socket[] = [];
  try {
    for (const edits of pasts) sockets.push(await editedRoom(hub, edits));
    const visitor = await connected(hub);
    sockets.push(visitor);
    const times: number[][] = pasts.map(() => []);
    for (let round = -WARM_UP_JOINS; round < rounds; round++) {
      for (const [at, edits] of pasts.entries()) {
        const start = performance.now();
        await visitor.emitWithAck("bridge:join", { role: "web", docId: docIdOf(edits) });
        if (round >= 0) times[at]?.push(performance.now() - start);
        await visitor.emitWithAck("bridge:leave", {});
      }
    }
    return pasts.map((edits, at) => ({ edits, ms: spreadOf(times[at] ?? []), rounds: times[at] ?? [] }));
  } finally {
    for (const socket of sockets) socket.disconnect();
    await hub.close();
  }
}

/** Somebody in a room that has been edited; the document keeps its size. */
async function editedRoom(hub: Bridge, edits: number): Promise<Socket> {
  const socket = await connected(hub);
  await socket.emitWithAck("bridge:join", { role: "web", docId: docIdOf(edits) });
  const name = documentToEdit().state.name;
  let answers: Promise<unknown>[] = [];
  for (let at = 0; at < edits; at++) {
    const patch = { notes: `The ${String(at).padStart(6, "0")}th note.` };
    const ops = [{ op: "state.update", name, patch }];
    answers.push(socket.emitWithAck("def:patch", { ops, opId: `past-${at}` }));
    if (answers.length < 100) continue;
    await Promise.all(answers);
    answers = [];
  }
  await Promise.all(answers);
  return socket;
}

function docIdOf(edits: number): string {
  return `/edited${edits}.smdf.json`;
}

async function connected(hub: Bridge): Promise<Socket> {
  const socket = io(hub.url, { transports: ["websocket"], forceNew: true, reconnection: false });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return socket;
}
