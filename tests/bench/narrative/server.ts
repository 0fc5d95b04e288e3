/**
 * The servers of the narrative bench, in a process of their own: a bare echo, and bridges. Says where they listen, and ends with
 * standard input.
 *
 * @module
 */
import { cpuUsage } from "node:process";
import { openStore, readNarrativeSettings, serveNarrative } from "@loom/bridge/narrative";

const [folder = "."] = Deno.args;

const echo = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: () => {} },
  async (request) => new Response(await request.bytes()),
);
/** The least that any bridge does, before it has read or kept anything: what this takes above the echo, none can save. */
const answer = "x".repeat(600);
const headers = [
  ["content-type", "application/json; charset=utf-8"],
  ["cache-control", "no-store"],
  ["x-request-id", crypto.randomUUID()],
  ["x-content-type-options", "nosniff"],
  ["x-narrative-key", "issues.opened"],
  ["x-narrative-stored", "true"],
] as const;
const least = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  await request.json();
  const response = new Response(answer);
  for (const [name, value] of headers) response.headers.set(name, value);
  return response;
});
/** Tells how long the processor worked for this process so far, in microseconds. */
const clock = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
  const { user, system } = cpuUsage();
  return Response.json(user + system);
});
const stores = [await openStore("memory:"), await openStore(`sqlite:${folder}/narrative.db`)];
const bridges = await Promise.all(
  stores.map((store) => serveNarrative({ store, settings: readNarrativeSettings({}, { port: 0 }) })),
);
const [memory, sqlite] = bridges.map(({ url }) => `${url}/analyze`);
const addressOf = ({ addr }: Deno.HttpServer<Deno.NetAddr>) => `http://127.0.0.1:${addr.port}/`;
console.log(
  JSON.stringify({ clock: addressOf(clock), echo: addressOf(echo), least: addressOf(least), memory, sqlite }),
);

for await (const _ of Deno.stdin.readable);
await Promise.all([
  clock.shutdown(),
  echo.shutdown(),
  least.shutdown(),
  ...bridges.map((bridge) => bridge.close()),
]);
await Promise.all(stores.map((store) => store.close()));
