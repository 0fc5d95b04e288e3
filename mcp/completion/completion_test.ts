import { assertEquals, assertRejects } from "@std/assert";
import { openTestClient, type TestClient } from "../testing/client.ts";

async function ofTemplate({ client }: TestClient, uri: string, value: string): Promise<string[]> {
  const ref = { type: "ref/resource", uri } as const;
  return (await client.complete({ ref, argument: { name: "name", value } })).completion.values;
}

async function ofPrompt({ client }: TestClient, argument: string, value: string): Promise<string[]> {
  const ref = { type: "ref/prompt", name: "design-state-machine" } as const;
  return (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
}

Deno.test("completion/complete gives the states of the active document", async () => {
  await using one = await openTestClient();
  const states = (value: string) => ofTemplate(one, "loom://state/{name}", value);
  assertEquals(await states(""), ["Root", "Closed", "Open"]);
  assertEquals(await states("o"), ["Open"]);
  assertEquals(await states("Colsed"), ["Closed"]);
  await one.session.edit(() => [{ op: "state.rename", name: "Open", to: "Ajar" }]);
  assertEquals(await states("A"), ["Ajar"]);
});

Deno.test("completion/complete gives the events and timers of the active document", async () => {
  await using one = await openTestClient();
  assertEquals(await ofTemplate(one, "loom://event/{name}", ""), ["open", "close", "late"]);
  assertEquals(await ofTemplate(one, "loom://event/{name}", "la"), ["late"]);
});

Deno.test("completion/complete gives nothing where there is no document to read", async () => {
  await using one = await openTestClient({ content: undefined });
  assertEquals(await ofTemplate(one, "loom://state/{name}", ""), []);
  assertEquals(await ofPrompt(one, "name", ""), ["Door"]);
});

Deno.test("completion/complete gives names and domains for the prompt", async () => {
  await using one = await openTestClient({
    name: "front-gate.smdf.json",
    content: {
      settings: { namespace: "n", name: "Gate", asynchronous: false },
      events: [],
      state: { name: "R" },
    },
  });
  assertEquals(await ofPrompt(one, "name", ""), ["Gate", "FrontGate"]);
  assertEquals(await ofPrompt(one, "domain", "pay"), ["payment"]);
  assertEquals(await ofPrompt(one, "domain", "process"), ["approval process"]);
});

Deno.test("completion/complete sends at most 100 of many, and says that there are more", async () => {
  const states = Array.from({ length: 150 }, (_, index) => ({ name: `S${index}` }));
  await using one = await openTestClient({
    content: { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "R", states } },
  });
  const ref = { type: "ref/resource", uri: "loom://state/{name}" } as const;
  const { completion } = await one.client.complete({ ref, argument: { name: "name", value: "S" } });
  assertEquals([completion.values.length, completion.total, completion.hasMore], [100, 150, true]);
});

Deno.test("completion/complete refuses what it does not know", async () => {
  await using one = await openTestClient();
  await assertRejects(() => ofTemplate(one, "loom://nothing/{name}", ""), Error);
});
