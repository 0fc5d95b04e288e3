import { createDocument, editDocument } from "@loom/bridge/document";
import { assertEquals, assertFalse, assertRejects, assertStringIncludes } from "@std/assert";
import { atOnce, DOOR, openTestClient, type TestClient } from "../testing/client.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

/** Reads a resource as the client sees it. */
async function textOf({ client }: TestClient, uri: string): Promise<string> {
  const { contents: [content] } = await client.readResource({ uri });
  return content !== undefined && "text" in content ? content.text : "";
}

async function jsonOf(one: TestClient, uri: string): Promise<Record<string, unknown>> {
  return JSON.parse(await textOf(one, uri));
}

Deno.test("loom://definition gives a machine wrapped, whether or not the file wraps it", async () => {
  for (const content of [DOOR, { stateMachine: DOOR }]) {
    await using one = await openTestClient({ content });
    assertEquals(await jsonOf(one, "loom://definition"), { stateMachine: DOOR });
    assertEquals(await jsonOf(one, "loom://machine"), { stateMachine: DOOR });
  }
});

Deno.test("loom://definition gives other kinds as they stand, and their own address does", async () => {
  const content = { name: "Shop", members: [] };
  await using one = await openTestClient({ name: "shop.sysdf.json", content });
  assertEquals(await jsonOf(one, "loom://definition"), content);
  assertEquals(await jsonOf(one, "loom://system"), content);
  const error = await assertRejects(() => textOf(one, "loom://machine"), Error);
  assertStringIncludes(error.message, "is a system: read loom://system");
});

Deno.test("the address of a kind looks at the content where the name does not tell the kind", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/shop.json`;
    await Deno.writeTextFile(path, '{"name":"Shop","members":[]}');
    await using one = await openTestClient({ path });
    const error = await assertRejects(() => textOf(one, "loom://machine"), Error);
    assertStringIncludes(error.message, "is a system: read loom://system");
    await using other = await openTestClient({ path });
    assertEquals(await jsonOf(other, "loom://system"), { name: "Shop", members: [] });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("resources/list has what the active document answers", async () => {
  const everything = ["loom://definition"];
  const machine = [
    "loom://machine",
    "loom://findings",
    "loom://diagram.svg",
    "loom://rispec.md",
    "loom://operations",
  ];
  for (
    const [name, others] of [
      ["door.smdf.json", machine],
      ["shop.sysdf.json", ["loom://system", "loom://findings", "loom://diagram.svg", "loom://rispec.md"]],
      ["shop.sqdf.json", ["loom://sequence", "loom://findings", "loom://diagram.svg", "loom://rispec.md"]],
      ["shop.board.json", []],
    ] as const
  ) {
    await using one = await openTestClient(
      { name, kinds: withBoard(LOOM_KINDS) },
    );
    const { resources } = await one.client.listResources();
    assertEquals(resources.map(({ uri }) => uri).sort(), [...everything, ...others].sort());
  }
});

Deno.test("loom://findings gives what the validator finds", async () => {
  await using one = await openTestClient({ content: { ...DOOR, events: [] } });
  const { errors, findings } = await jsonOf(one, "loom://findings");
  assertEquals(errors, 2);
  assertEquals((findings as { ruleId: string }[])[0]?.ruleId, "V005");
});

Deno.test("loom://operations gives what apply_patch takes", async () => {
  await using one = await openTestClient();
  assertStringIncludes(await textOf(one, "loom://operations"), "- `parallel.set`: ");
});

Deno.test("loom://diagram.svg gives a drawing", async () => {
  await using one = await openTestClient();
  const { contents: [content] } = await one.client.readResource({ uri: "loom://diagram.svg" });
  assertEquals(content?.mimeType, "image/svg+xml");
  assertStringIncludes(await textOf(one, "loom://diagram.svg"), "<svg ");
});

Deno.test("loom://rispec.md gives the specification", async () => {
  await using one = await openTestClient();
  assertStringIncludes(await textOf(one, "loom://rispec.md"), "# Door — RISE rispec\n");
});

Deno.test("loom://state/{name} gives a state with the transitions that touch it", async () => {
  await using one = await openTestClient({
    content: { ...DOOR, state: { name: "Root", states: [{ name: "A/ b" }] } },
  });
  const { path, inside, definition } = await jsonOf(one, "loom://state/A%2F%20b");
  assertEquals([path, inside, definition], ["/state/states/0", ["Root"], { name: "A/ b" }]);
});

Deno.test("loom://event/{name} gives an event or a timer with what waits for it", async () => {
  await using one = await openTestClient();
  const { type, transitions } = await jsonOf(one, "loom://event/open");
  assertEquals(type, "event");
  assertEquals((transitions as { text: string }[]).map(({ text }) => text), ["Closed ─[open]→ Open"]);
  assertEquals((await jsonOf(one, "loom://event/late")).type, "timer");
});

Deno.test("loom://state/{name} suggests the nearest name, loom://event/{name} too", async () => {
  await using one = await openTestClient();
  for (const [uri, hint] of [["loom://state/Opne", '"Open"'], ["loom://event/clsoe", '"close"']] as const) {
    const error = await assertRejects(() => textOf(one, uri), Error);
    assertStringIncludes(error.message, `Did you mean ${hint}?`);
  }
});

Deno.test("resources say what to do about a document that is not there or cannot be read", async () => {
  await using one = await openTestClient({ content: undefined });
  const missing = await assertRejects(() => textOf(one, "loom://definition"), Error);
  assertStringIncludes(missing.message, "create_state_machine");
  await Deno.writeTextFile(one.path, '{ "state": ');
  const broken = await assertRejects(() => textOf(one, "loom://findings"), Error);
  assertStringIncludes(broken.message, "line 1");
});

Deno.test("resources read every machine or say what is wrong with it, however odd", async () => {
  await using one = await openTestClient();
  const { resources } = await one.client.listResources();
  const read = async (machine: object) => {
    await Deno.writeTextFile(one.path, JSON.stringify({ stateMachine: machine }));
    const answers = resources.map(({ uri }) => textOf(one, uri).catch((error: Error) => error.message));
    return await Promise.all(answers);
  };
  const odd = [
    {
      settings: { name: null, objects: [1] },
      events: [null, { events: [{}], timers: [0] }],
      state: { name: "A" },
    },
    {
      state: { name: "A", states: [{ name: "B", transitions: [{ condition: 4 }] }], parallel: 7 },
      settings: {},
    },
    { state: {} },
    { state: { name: 5, states: [null, 7, { transitions: [null] }] }, events: 3, settings: [] },
  ];
  for (const machine of odd) {
    for (const answer of await read(machine)) {
      assertFalse(answer === "" || answer.includes("This should not happen"), answer);
    }
  }
});

Deno.test("a subscriber hears of an edit of its own session", async () => {
  await using one = await openTestClient();
  const updated = one.nextUpdate();
  await one.client.subscribeResource({ uri: "loom://findings" });
  await one.session.edit(() => [{ op: "state.update", name: "Open", patch: { description: "Wide." } }]);
  assertEquals(await atOnce(updated), "loom://findings");
});

Deno.test("a subscriber hears of an edit of another session, and of one of another program", async () => {
  await using one = await openTestClient();
  await using other = await openTestClient({ path: one.path });
  await one.client.subscribeResource({ uri: "loom://definition" });
  const first = one.nextUpdate();
  await other.session.edit(() => [{ op: "state.update", name: "Open", patch: { description: "Wide." } }]);
  assertEquals(await atOnce(first), "loom://definition");
  const second = one.nextUpdate();
  await editDocument(one.path, (door) => ({ ...door, events: [] }));
  assertEquals(await atOnce(second), "loom://definition");
});

Deno.test("a subscriber to a state hears of edits, and of none after it has unsubscribed", async () => {
  await using one = await openTestClient();
  await one.client.subscribeResource({ uri: "loom://state/Open" });
  await one.client.subscribeResource({ uri: "loom://state/Closed" });
  await one.client.unsubscribeResource({ uri: "loom://state/Open" });
  const updated = one.nextUpdate();
  await one.session.edit(() => [{ op: "state.update", name: "Open", patch: { description: "Wide." } }]);
  assertEquals(await atOnce(updated), "loom://state/Closed");
  assertEquals(one.updates(), ["loom://state/Closed"]);
});

Deno.test("a switch to another kind changes the list, and the resources of both kinds", async () => {
  await using one = await openTestClient();
  const system = one.path.replace("door.smdf", "shop.sysdf");
  await createDocument(system, { name: "Shop", members: [] });
  for (const uri of ["loom://machine", "loom://findings", "loom://system", "loom://erd"]) {
    await one.client.subscribeResource({ uri });
  }
  const changed = one.nextListChange();
  await one.session.switchTo(system);
  await atOnce(changed);
  assertEquals(one.updates(), ["loom://machine", "loom://findings", "loom://system"]);
});

Deno.test("a switch to another document of the same kind is an update, and no other list", async () => {
  await using one = await openTestClient();
  const other = one.path.replace("door", "gate");
  await createDocument(other, { stateMachine: DOOR });
  await one.client.subscribeResource({ uri: "loom://machine" });
  const updated = one.nextUpdate();
  await one.session.switchTo(other);
  assertEquals(await atOnce(updated), "loom://machine");
  assertEquals(one.listChanges(), 0);
});

Deno.test("a subscriber hears when the document comes, breaks and goes", async () => {
  await using one = await openTestClient({ content: undefined });
  await one.client.subscribeResource({ uri: "loom://definition" });
  const deeds = [
    () => createDocument(one.path, { stateMachine: DOOR }),
    () => Deno.writeTextFile(one.path, "{"),
    () => Deno.remove(one.path),
  ];
  for (const deed of deeds) {
    const updated = one.nextUpdate();
    await deed();
    assertEquals(await atOnce(updated), "loom://definition");
  }
});

Deno.test("a subscriber hears of edits of the document that is active now, and not of the one before", async () => {
  await using one = await openTestClient();
  const other = one.path.replace("door", "gate");
  await createDocument(other, { stateMachine: DOOR });
  await one.client.subscribeResource({ uri: "loom://machine" });
  const switched = one.nextUpdate();
  await one.session.switchTo(other);
  await atOnce(switched);
  await one.session.watching;
  const updated = one.nextUpdate();
  await editDocument(one.path, (door) => ({ ...door, events: [] }));
  await editDocument(other, (gate) => ({ ...gate, events: [] }));
  await atOnce(updated);
  assertEquals(one.updates().length, 2);
});
