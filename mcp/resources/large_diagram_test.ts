import { assertEquals, assertRejects } from "@std/assert";
import { DOOR, openTestClient } from "../testing/client.ts";

/** A machine that takes long to draw. */
const LARGE = {
  ...DOOR,
  state: {
    name: "Root",
    states: Array.from({ length: 300 }, (_, at) => ({
      name: `S${at}`,
      transitions: [{ event: "open", nextState: `S${(at * 7) % 300}` }],
    })),
  },
};
const DIAGRAM = { uri: "loom://diagram.svg" };

Deno.test("loom://diagram.svg lets other requests through while a large machine is drawn", async () => {
  await using one = await openTestClient({ content: LARGE });
  const order: string[] = [];
  const read = one.client.readResource(DIAGRAM).then(() => order.push("drawn"));
  await one.client.ping();
  await one.client.ping();
  order.push("pings");
  await read;
  assertEquals(order, ["pings", "drawn"]);
});

Deno.test("loom://diagram.svg is drawn no further when the client takes its request back", async () => {
  await using one = await openTestClient({ content: LARGE });
  const ending = new AbortController();
  const refused = assertRejects(() => one.client.readResource(DIAGRAM, { signal: ending.signal }));
  await one.client.ping();
  ending.abort();
  await refused;
  await one.client.ping();
});
