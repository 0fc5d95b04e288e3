import { editDocument } from "@loom/bridge/document";
import { applyPatchOps, type MachineOp, type StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ToolError } from "../tool.ts";
import { openSession } from "./document_session.ts";
import type { Session, SessionChange, SessionOptions } from "./session.ts";

const EMPTY: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [],
  state: { name: "Root", states: [] },
};

const add = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });

async function withSession(
  test: (session: Session, folder: string) => Promise<void>,
  options: Partial<SessionOptions> = {},
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const session = openSession({ path: `${folder}/door.smdf.json`, ...options });
  try {
    await test(session, folder);
  } finally {
    await session.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function statesOf(session: Session): Promise<string[]> {
  const { machine } = await session.readMachine();
  return (machine.state.states ?? []).map(({ name }) => name);
}

async function otherParty(path: string, op: MachineOp): Promise<void> {
  await editDocument<StateMachineDefinition>(path, (definition) => applyPatchOps(definition, [op]));
}

Deno.test("a session does what is asked in the order in which it is asked", () =>
  withSession(async (session, folder) => {
    const work = [
      session.writeWhole(EMPTY),
      session.edit(() => [add("A")]),
      session.edit(() => [add("B")]),
      session.undo(),
      session.switchTo(`${folder}/other.smdf.json`),
      session.writeWhole(EMPTY),
      session.edit(() => [add("C")]),
    ];
    const first = statesOf(session);
    await Promise.all(work);
    assertEquals(await first, ["C"]);
    await session.switchTo(`${folder}/door.smdf.json`);
    assertEquals(await statesOf(session), ["A"]);
  }));

Deno.test("a session that one edit fails in goes on", () =>
  withSession(async (session) => {
    await session.writeWhole(EMPTY);
    await assertRejects(() => session.edit(() => [add("Root")]), Error, "Root");
    await assertRejects(() =>
      session.edit(() => {
        throw new ToolError("mine", "No.");
      }), ToolError);
    await session.edit(() => [add("A")]);
    assertEquals(await statesOf(session), ["A"]);
  }));

Deno.test("edits that an older content took away are named once, by the next edit that is made", () =>
  withSession(async (session, folder) => {
    const path = `${folder}/door.smdf.json`;
    await session.writeWhole(EMPTY);
    await session.edit(() => [add("A")]);
    const old = await Deno.readTextFile(path);
    await session.edit(() => [add("B")]);
    await Deno.writeTextFile(path, old.replace('"Door"', '"Gate"'));
    await assertRejects(() => session.edit(() => [add("Root")]), Error, "Root");
    assertEquals((await session.edit(() => [add("C")])).rolledBack.map(({ op }) => op), ["state.add"]);
    assertEquals((await session.edit(() => [add("D")])).rolledBack, []);
  }));

Deno.test("a plan is given the newest content, frozen", () =>
  withSession(async (session) => {
    await session.writeWhole(EMPTY);
    await otherParty(session.path, add("Theirs"));
    await session.edit((machine: StateMachineDefinition) => {
      assertEquals(machine.state.states?.map(({ name }) => name), ["Theirs"]);
      assertEquals(Object.isFrozen(machine.state), true);
      return [add("Mine")];
    });
    assertEquals(await statesOf(session), ["Theirs", "Mine"]);
  }));

Deno.test("many sessions on one document lose no edit", () =>
  withSession(async (session) => {
    await session.writeWhole(EMPTY);
    const sessions = Array.from({ length: 5 }, () => openSession({ path: session.path }));
    await Promise.all(
      sessions.flatMap((one, at) => [0, 1, 2, 3].map((n) => one.edit(() => [add(`S${at}_${n}`)]))),
    );
    assertEquals((await statesOf(session)).length, 20);
    await Promise.all(sessions.map((one) => one.undo()));
    assertEquals((await statesOf(session)).filter((name) => name.endsWith("_3")), []);
    await Promise.all(sessions.map((one) => one.close()));
  }));

Deno.test("a dry run writes nothing, makes no folder and can not be undone", () =>
  withSession(async (session, folder) => {
    await session.switchTo(`${folder}/new/door.smdf.json`);
    const dry = await session.writeWhole(EMPTY, { dryRun: true });
    assertEquals([dry.changed, dry.dryRun], [true, true]);
    assertEquals(Array.from(Deno.readDirSync(folder)), []);
    await session.writeWhole(EMPTY);
    await session.edit(() => [add("A")], { dryRun: true });
    assertEquals(await statesOf(session), []);
    const error = await assertRejects(() => session.undo(), ToolError);
    assertEquals(error.code, "nothing_left");
  }));

Deno.test("a link stays a link, and what is written is where it leads", {
  ignore: Deno.build.os === "windows",
}, () =>
  withSession(async (session, folder) => {
    await Deno.symlink(`${folder}/real.smdf.json`, session.path);
    await session.writeWhole(EMPTY);
    await session.edit(() => [add("A")]);
    assertEquals((await Deno.lstat(session.path)).isSymlink, true);
    assertStringIncludes(await Deno.readTextFile(`${folder}/real.smdf.json`), '"A"');
  }));

Deno.test("what lies outside the root is neither read nor written, however it is named", () =>
  withSession(async (session, folder) => {
    await Deno.mkdir(`${folder}/root`);
    await Deno.symlink(`${folder}/away.smdf.json`, `${folder}/root/link.smdf.json`);
    const inside = openSession({ path: `${folder}/root/link.smdf.json`, root: `${folder}/root` });
    for (
      const work of [() => inside.read(), () => inside.writeWhole(EMPTY), () => inside.resolve(session.path)]
    ) {
      const error = await assertRejects(work, ToolError);
      assertEquals(error.code, "outside_root", error.message);
    }
    assertEquals(await Deno.stat(`${folder}/away.smdf.json`).then(() => true, () => false), false);
    await inside.close();
  }));

Deno.test("a session tells of its own changes and of a switch", () =>
  withSession(async (session, folder) => {
    const heard: SessionChange[] = [];
    const end = session.onChange((change) => void heard.push(change));
    await session.writeWhole(EMPTY);
    await session.edit(() => [add("A")]);
    await session.edit(() => [add("B")], { dryRun: true });
    await session.edit(() => []);
    await session.switchTo(`${folder}/shop.erdf.json`);
    end();
    await session.switchTo(`${folder}/door.smdf.json`);
    assertEquals(heard, [
      { type: "content" },
      { type: "content" },
      { type: "switched", kind: "erd", previousKind: "machine" },
    ]);
  }));

Deno.test("a session that watches tells of what others do, and its own changes once", () =>
  withSession(async (session, folder) => {
    await session.writeWhole(EMPTY);
    let count = 0;
    let wake = () => {};
    session.onChange(() => {
      count++;
      wake();
    });
    const next = () => new Promise<void>((resolve) => wake = resolve);
    const end = session.watch();
    await session.watching;
    const theirs = next();
    await otherParty(session.path, add("Theirs"));
    await theirs;
    await session.edit(() => [add("Mine")]);
    const more = next();
    await otherParty(session.path, add("More"));
    await more;
    assertEquals(count, 3);
    const switched = next();
    await session.switchTo(`${folder}/other.smdf.json`);
    await switched;
    await session.watching;
    const made = next();
    await Deno.writeTextFile(`${folder}/other.smdf.json`, JSON.stringify(EMPTY));
    await made;
    end();
  }));

Deno.test("the machine at the start is the one that the session saw first", () =>
  withSession(async (session) => {
    assertEquals(session.atStart, undefined);
    await session.writeWhole(EMPTY);
    await session.edit(() => [add("A")]);
    assertEquals(session.atStart, EMPTY);
  }));

Deno.test("a hub that is not there costs a sentence, and the file has the change", () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  const hub = { url: `http://127.0.0.1:${port}`, name: "test" };
  return withSession(async (session) => {
    const { live } = await session.writeWhole(EMPTY);
    assertEquals(live, { status: "failed", reason: `Nothing answers at ${hub.url}.` });
    assertEquals(await statesOf(session), []);
    assertEquals(session.hubStatus, `Nothing answers at ${hub.url}.`);
  }, { hub });
});
