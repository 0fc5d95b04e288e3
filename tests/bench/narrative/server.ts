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
/** The least that any reader of JSON does: what is above the echo here, no bridge can save. */
const answer = "x".repeat(600);
const parse = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  await request.json();
  return new Response(answer);
});
/** Tells how long the processor worked for this process so far, in microseconds. */
const clock = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
  const { user, system } = cpuUsage();
  return Response.json(user + system);
});
const stores = [await openStore("memory:"), await openStore(`sqlite:${folder}/narrative.db`)];
const bridges = stores.map((store) =>
  serveNarrative({ store, settings: readNarrativeSettings({}, { port: 0 }) })
);
const [memory, sqlite] = bridges.map(({ url }) => `${url}/analyze`);
const addressOf = ({ addr }: Deno.HttpServer<Deno.NetAddr>) => `http://127.0.0.1:${addr.port}/`;
console.log(
  JSON.stringify({ clock: addressOf(clock), echo: addressOf(echo), parse: addressOf(parse), memory, sqlite }),
);

for await (const _ of Deno.stdin.readable);
await Promise.all([
  clock.shutdown(),
  echo.shutdown(),
  parse.shutdown(),
  ...bridges.map((bridge) => bridge.close()),
]);
await Promise.all(stores.map((store) => store.close()));
