/**
 * The process that sends requests: takes orders as lines of standard input, and answers each with a line.
 *
 * @module
 */
// @ts-types="@types/autocannon"
import autocannon from "autocannon";
import { lines } from "../line_process.ts";
import { type Load, type LoadOrder, NUMBER } from "../bench/narrative/http_load.ts";

let sent = 0;

/** Makes the requests of one connection before it opens, so that none is made while others wait. */
function requestsOf({ body, connections, requests }: LoadOrder): { body: string }[] {
  return Array.from({ length: requests / connections }, () => ({
    body: body.replace(NUMBER, String(sent++).padStart(NUMBER.length, "0")),
  }));
}

/** Counts what comes once each connection has had an answer: what was before waited for the others to be made. */
async function load(order: LoadOrder): Promise<Load> {
  const { url, connections, requests } = order;
  const times: number[] = [];
  const open = new Set<unknown>();
  let began = 0;
  let ended = 0;
  const { "2xx": good } = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({
      url,
      connections,
      amount: requests,
      method: "POST",
      headers: { "content-type": "application/json" },
      // How soon it sees that it is done, in milliseconds.
      sampleInt: 20,
      setupClient: (client) => client.setRequests(requestsOf(order)),
    }, (error, result) => error ? reject(error) : resolve(result));
    run.on("response", (client, _status, _bytes, ms) => {
      ended = performance.now();
      if (open.size === connections) {
        times.push(ms);
      } else {
        open.add(client);
        began = ended;
      }
    });
  });
  if (good !== requests) throw new Error(`${requests - good} of ${requests} requests to ${url} failed.`);
  return { rate: times.length * 1_000 / (ended - began), times };
}

if (import.meta.main) {
  for await (const line of lines(Deno.stdin.readable)) {
    console.log(JSON.stringify(await load(JSON.parse(line))));
  }
}
