/**
 * Several hub processes on one Redis and one folder: everybody sees the same, and a process may die.
 */
import { editDocument, readDocument } from "@loom/bridge/document";
import {
  applyPatchOps,
  equalJson,
  EV,
  hashDef,
  type JsonObject,
  type MachineOp,
  type State,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { RedisConnection } from "@loom/bridge/server/redis";
import { connectRedis } from "../../hub/store/redis_store.ts";
import { HAS_REDIS } from "./redis_server.ts";
import { RoamingClient } from "./roaming_client.ts";
import { type HubProcesses, withHubs } from "./run_hubs.ts";

const DOOR = { settings: { namespace: "door", asynchronous: false }, events: [], state: { name: "Root" } };

const addState = (name: string): MachineOp => ({ op: "state.add", parent: "Root", state: { name } });

/** Waits until something holds. */
async function until(what: string, holds: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = Date.now() + ms;
  while (!await holds()) {
    assert(Date.now() < end, `Waited in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A document in the folder, and clients of it, spread over the hubs. */
async function enter(
  { folder, hubs }: HubProcesses,
  count: number,
): Promise<{ path: string; clients: RoamingClient[] }> {
  const path = `${folder}/door.smdf.json`;
  await Deno.writeTextFile(path, JSON.stringify(DOOR, null, 2));
  const urls = hubs.map(({ url }) => url);
  const clients = Array.from({ length: count }, (_, at) => new RoamingClient(urls, path, at));
  await Promise.all(clients.map((client) => client.connect()));
  return { path, clients };
}

function statesOf(def: JsonObject | null): readonly State[] {
  return (def as unknown as StateMachineDefinition | null)?.state.states ?? [];
}

function names(def: JsonObject | null): string[] {
  return statesOf(def).map(({ name }) => name);
}

function sorted(map: ReadonlyMap<string, string | undefined>): [string, string | undefined][] {
  return [...map].toSorted(([one], [other]) => one < other ? -1 : 1);
}

/** The same edit of the file and for the hub. */
async function persist(client: RoamingClient, path: string, ops: MachineOp[]): Promise<void> {
  const { before, after, mtime } = await editDocument(
    path,
    (def) => applyPatchOps(def as unknown as StateMachineDefinition, ops) as unknown as JsonObject,
  );
  await client.send(() => ({
    ops,
    revision: after,
    ...(before === undefined ? {} : { baseRevision: before }),
    mtime,
  }));
}

const options = { ignore: !HAS_REDIS };

Deno.test(
  "hubs on one Redis have one document and one numbering",
  options,
  () =>
    withHubs(2, async (processes) => {
      const { clients: [ann, bob, ...others] } = await enter(processes, 4);
      assert(ann && bob);
      for (const name of ["A", "B", "C"]) await ann.send((baseSeq) => ({ ops: [addState(name)], baseSeq }));
      const latest = await bob.send((baseSeq) => ({ ops: [addState("D")], baseSeq }));
      const all = [ann, bob, ...others];
      await until("all to have all", () => all.every(({ seq }) => seq === latest));
      for (const { def } of all) assertEquals(names(def), ["A", "B", "C", "D"]);
      for (const client of all) client.close();
    }),
);

Deno.test(
  "hubs on one Redis tell each other's clients who is there, where, and what to show",
  options,
  () =>
    withHubs(2, async (processes) => {
      const { path, clients: [ann, bob] } = await enter(processes, 2);
      assert(ann && bob);
      await until("both to know both", () => [ann, bob].every(({ present }) => present.length === 2));
      ann.tell(EV.PRESENCE_IN, { cursor: { x: 1, y: 2 } });
      await until("the cursor", () => bob.present.some(({ cursor }) => equalJson(cursor, { x: 1, y: 2 })));
      ann.tell(EV.VIEW_IN, { docId: path, focus: "state:Root", origin: "ann" });
      await until("the view", () => bob.views.length > 0);
      assertEquals(bob.views, [{ docId: path, focus: "state:Root", origin: "ann" }]);
      await processes.hubs[0]?.stop();
      await until("ann to come to the other hub", () => ann.joins === 2 && bob.present.length === 2);
      ann.close();
      await until("ann to be gone", () => bob.present.length === 1);
      assertEquals(bob.present[0]?.clientId, bob.id);
      bob.close();
    }),
);

Deno.test(
  "hubs go on after a time without Redis, and nothing is lost or made twice",
  options,
  () =>
    withHubs(2, async (processes) => {
      const { clients } = await enter(processes, 4);
      const raw = await RedisConnection.open(processes.redis.url, { connectMs: 5_000, answerMs: 5_000 });
      let done = 0;
      const work = clients.map(async (client, at) => {
        for (let step = 0; step < 40; step++, done++) {
          await client.send((baseSeq) => ({ ops: [addState(`S${at}x${step}`)], baseSeq }));
        }
      });
      for (const share of [40, 80, 120]) {
        await until("a part of the work", () => done > share);
        processes.redis.freeze();
        await new Promise((resolve) => setTimeout(resolve, 300));
        processes.redis.thaw();
        await raw.command(["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]);
      }
      await Promise.all(work);
      await raw.close();
      await until(
        "all to be equal",
        () => new Set(clients.map(({ def, seq }) => `${seq} ${hashDef(def)}`)).size === 1,
      );
      const expected = clients.flatMap((_, at) => Array.from({ length: 40 }, (_, step) => `S${at}x${step}`));
      assertEquals(names(clients[0]?.def ?? null).toSorted(), expected.toSorted());
      for (const client of clients) client.close();
    }),
);

Deno.test(
  "a hub that is killed takes nothing along: its clients go on at another",
  options,
  () =>
    withHubs(3, async (processes) => {
      const { path, clients } = await enter(processes, 9);
      const [victim] = processes.hubs;
      const each = 30;
      /** What was acknowledged: the states, each with the description that someone else may have given it. */
      const acknowledged = new Map<string, string | undefined>();
      const described = new Set<string>();
      const describeNewest = async (client: RoamingClient, description: string) => {
        const target = statesOf(client.def).findLast(({ name }) => !described.has(name))?.name;
        if (target === undefined) return;
        described.add(target);
        await client.send((baseSeq) => ({
          ops: [{ op: "state.update", name: target, patch: { description } }],
          baseSeq,
        }));
        acknowledged.set(target, description);
      };
      let done = 0;
      const work = clients.map(async (client, at) => {
        for (let step = 0; step < each; step++, done++) {
          const name = `S${at}x${step}`;
          const ops = [addState(name)];
          if (at % 3 === 2) await persist(client, path, ops);
          else await client.send((baseSeq) => ({ ops, baseSeq }));
          acknowledged.set(name, acknowledged.get(name));
          if (at % 3 === 1) await describeNewest(client, `by ${at} in ${step}`);
        }
      });
      await until("a third of the work", () => done > clients.length * each / 3);
      await victim?.kill();
      await Promise.all(work);
      await until(
        "all to be equal",
        () => new Set(clients.map(({ def, seq }) => `${seq} ${hashDef(def)}`)).size === 1,
      );
      const [first] = clients;
      const held = new Map(statesOf(first?.def ?? null).map(({ name, description }) => [name, description]));
      assertEquals(held.size, clients.length * each);
      assertEquals(sorted(held), sorted(acknowledged));
      assertEquals(clients.flatMap(({ complaints }) => complaints), []);
      assert(clients.some(({ joins }) => joins > 1));
      // Those of the process that died are gone too, and everybody knows.
      const alive = clients.map(({ id }) => id).toSorted();
      const present = (client: RoamingClient) => client.present.map(({ clientId }) => clientId).toSorted();
      await until("all to know who is left", () =>
        clients.every((client) => equalJson(present(client), alive)), 15_000);
      const { store, close } = await connectRedis(processes.redis.url);
      try {
        const room = await store.read(path);
        assertEquals(room?.def, first?.def);
        const { definition, revision } = await readDocument(path);
        assertEquals([room?.file.revision, room?.file.def], [revision, definition]);
        assertEquals(
          (await store.members.list(path)).map(({ clientId }) =>
            clientId
          ).toSorted(),
          alive,
        );
      } finally {
        await close();
        for (const client of clients) client.close();
      }
    }),
);
