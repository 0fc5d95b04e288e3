/**
 * The process with the clients: does what it is told on standard input, says what came of it on standard output.
 *
 * @module
 */
import { Crowd } from "./crowd.ts";
import { dialects } from "./dialects.ts";
import { lines } from "../../line_process.ts";
import type { CrowdOrder, CrowdReport } from "./wire.ts";

const NOTHING: CrowdReport = { ms: 0, delivered: 0, bytes: 0, latencies: [] };

const ways = dialects();
const crowds = { hub: new Crowd(ways.hub), plain: new Crowd(ways.plain), yjs: new Crowd(ways.yjs) };

async function carryOut(order: CrowdOrder): Promise<CrowdReport> {
  switch (order.type) {
    case "connect":
      await crowds[order.address.kind].connect(order.address.port, order.clients);
      return NOTHING;
    case "burst":
      return await crowds[order.kind].burst(order.edits);
    case "paced":
      return await crowds[order.kind].paced(order.edits, order.everyMs);
  }
}

for await (const line of lines(Deno.stdin.readable)) {
  console.log(JSON.stringify(await carryOut(JSON.parse(line))));
}
for (const crowd of Object.values(crowds)) crowd.close();
