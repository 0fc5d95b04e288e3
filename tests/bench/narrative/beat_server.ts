/**
 * The servers of the bench of beats, in a process of their own: a bare echo, and a bridge for each store that is named. Says where they
 * listen, and ends with standard input.
 *
 * @module
 */
import { openStore, readNarrativeSettings, serveNarrative } from "@loom/bridge/narrative";

if (import.meta.main) {
  const echo = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => new Response(await request.bytes()),
  );
  const stores = await Promise.all(Deno.args.map((address) => openStore(address)));
  const bridges = await Promise.all(
    stores.map((store) => serveNarrative({ store, settings: readNarrativeSettings({}, { port: 0 }) })),
  );
  const echoUrl = `http://127.0.0.1:${echo.addr.port}/`;
  console.log(JSON.stringify([echoUrl, ...bridges.map(({ url }) => `${url}/create-beat`)]));
  for await (const _ of Deno.stdin.readable);
  await Promise.all([echo.shutdown(), ...bridges.map((bridge) => bridge.close())]);
  await Promise.all(stores.map((store) => store.close()));
}
