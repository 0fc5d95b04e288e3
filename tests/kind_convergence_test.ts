/**
 * Three people who edit a document of any kind at once, at a real hub and with arbitrary operations: they end equal.
 *
 * @module
 */
import { startBridge } from "@loom/hub";
import { type BridgeClient, BridgeError, createBridgeClient } from "@loom/hub/client";
import { type AnyKind, type AnyOp, equalJson, type JsonObject } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MemorySource } from "../hub/client/testing/memory_source.ts";
import { arbitrariesOf } from "./mind_map/arbitrary.ts";
import { KINDS_WITH_MIND_MAP as kinds } from "./mind_map/mind_map_kind.ts";

/** Operations of each person. */
const OPS = 25;
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
/** Time to end equal, in milliseconds. */
const PATIENCE = 10_000;

/** Commits operations one after the other; those that do not fit what the person sees are passed over. */
async function work(client: BridgeClient, { content }: AnyKind, ops: readonly AnyOp[]): Promise<number> {
  const answers: Promise<unknown>[] = [];
  for (const op of ops) {
    const { view } = client.document;
    if (view === null || !content?.changes.apply(view, [op]).ok) continue;
    answers.push(client.commit([op]).catch((error) => assert(error instanceof BridgeError, String(error))));
    // The others get a turn.
    if (answers.length % 3 === 0) await Promise.resolve();
    if (answers.length % 8 === 0) await Promise.all(answers);
  }
  await Promise.all(answers);
  return answers.length;
}

const EVENTS = ["patch", "full", "ack", "pending", "change"] as const;

/** Resolves once all have confirmed the same, or when patience ends. */
async function settled(clients: readonly BridgeClient[], isEqual: () => boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (isEqual()) resolve();
  };
  const timer = setTimeout(resolve, PATIENCE);
  const stops = clients.flatMap((client) => EVENTS.map((event) => client.on(event, look)));
  look();
  await promise;
  clearTimeout(timer);
  for (const stop of stops) stop();
}

async function meet(kind: AnyKind, seed: number): Promise<number> {
  const { tidy, op } = arbitrariesOf(kind);
  const [before = {}] = fc.sample(tidy, { seed, numRuns: 1 });
  const documents = new MemorySource(before as JsonObject);
  const hub = await startBridge({ documents, kinds });
  const docId = `a${kind.extension}`;
  const clients = ["Ann", "Bob", "Cyd"].map((name) =>
    createBridgeClient({ url: hub.url, role: "web", docId, name, kinds })
  );
  try {
    await Promise.all(clients.map((client) => client.join()));
    const lists = clients.map((_, at) =>
      fc.sample(op, { seed: seed * 10 + at, numRuns: OPS * 4 }).slice(0, OPS * 4)
    );
    const counts = await Promise.all(clients.map((client, at) => work(client, kind, lists[at] ?? [])));
    const views = () =>
      clients.map(({ document: { confirmed, view, pending } }) => ({ confirmed, view, pending }));
    const isEqual = () => {
      const [first, ...others] = views();
      return first?.pending === 0 && equalJson(first.view, first.confirmed) &&
        others.every((one) => one.pending === 0 && equalJson(one, first));
    };
    await settled(clients, isEqual);
    const [first, ...others] = views();
    for (const other of others) assertEquals(other, first);
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await hub.close();
  }
}

for (const kind of kinds.rows) {
  Deno.test(`three people who edit one ${kind.title} at once end equal`, async () => {
    const counts = [];
    for (const seed of SEEDS) counts.push(await meet(kind, seed));
    assert(counts.every((count) => count > OPS), `${counts}`);
  });
}
