import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runLoom } from "../cli/mod.ts";
import { memoryIo } from "../cli/testing/memory_io.ts";
import { IDEAS, KINDS_WITH_MIND_MAP } from "./mind_map/mind_map_kind.ts";

interface Scene extends AsyncDisposable {
  readonly path: string;
  /** Runs a command line with `$` for the path of the map. */
  loom(...args: string[]): Promise<{ code: number; out: string; err: string }>;
  map(): Promise<Record<string, unknown>>;
}

async function openScene(content?: object): Promise<Scene> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/ideas.mmap.json`;
  if (content !== undefined) await Deno.writeTextFile(path, JSON.stringify(content, null, 2) + "\n");
  return {
    path,
    async loom(...args) {
      const io = memoryIo();
      const code = await runLoom(args.map((arg) => arg.replaceAll("$", path)), io, {
        kinds: KINDS_WITH_MIND_MAP,
      });
      return { code, out: io.out(), err: io.err() };
    },
    map: async () => JSON.parse(await Deno.readTextFile(path)),
    async [Symbol.asyncDispose]() {
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("the CLI makes, edits and checks a document of a kind that it does not know", async () => {
  await using scene = await openScene();
  const { loom } = scene;
  assertEquals((await loom("new", "$")).code, 0);
  assertEquals(await scene.map(), { title: "Ideas", topics: [] });
  assertEquals((await loom("--doc", "$", "add-topic", "Home")).out, "+ topic Home\n");
  assertEquals(
    (await loom("--doc", "$", "add-topic", "Roof", "--parent", "Home", "--note", "Leaks.")).code,
    0,
  );
  await loom("--doc", "$", "add-topic", "Work");
  assertEquals((await loom("--doc", "$", "add-link", "Roof", "Work", "--label", "costs")).code, 0);
  await loom("--doc", "$", "rename-topic", "Work", "Job");
  assertEquals(await scene.map(), {
    title: "Ideas",
    topics: [{ name: "Home", topics: [{ name: "Roof", note: "Leaks." }] }, { name: "Job" }],
    links: [{ from: "Roof", to: "Job", label: "costs" }],
  });
  assertEquals((await loom("validate", "$")).code, 0);
  const removed = await loom("--doc", "$", "remove-topic", "Job");
  assertEquals([removed.out, removed.err], ["- topic Job\n", "1 link leads nowhere now.\n"]);
  const invalid = await loom("validate", "$");
  assertEquals(invalid.code, 1);
  assertStringIncludes(invalid.out, "error M001");
});

Deno.test("the CLI words the refusal of an edit, and changes nothing", async () => {
  await using scene = await openScene(IDEAS);
  const refusal = await scene.loom("--doc", "$", "add-topic", "Shed", "--parent", "Nowhere");
  assertEquals(refusal.code, 3);
  assertEquals(
    refusal.err,
    'error: There is no topic "Nowhere": add it with "loom add-topic Nowhere".\n',
  );
  const again = await scene.loom("--doc", "$", "add-topic", "Home", "--json");
  assertEquals(JSON.parse(again.err).error.code, "duplicate");
  assertEquals(await scene.map(), IDEAS);
});

Deno.test("the CLI shows, lists, compares and draws such a document", async () => {
  await using scene = await openScene(IDEAS);
  const { loom } = scene;
  assertMatch((await loom("show", "$")).out, /^Ideas {2}mind map\n\ntopics +4\n/);
  assertStringIncludes((await loom("--doc", "$", "show", "Roof")).out, '"name": "Roof"');
  const rows = (await loom("list", "topics", "$")).out.split("\n").map((line) => line.split(" ")[0]);
  assertEquals(rows, ["Home", "Garden", "Roof", "Work", ""]);
  assertEquals((await loom("list", "nothing", "$")).code, 2);
  assertEquals((await loom("diff", "$", "$")).code, 0);
  const text = await loom("render", "$", "--as", "ascii", "--out", "-");
  assertEquals(text.out, "Ideas\n  Home\n    Garden\n    Roof\n  Work\n");
  for (const format of ["svg", "png", "mermaid"]) {
    assertEquals((await loom("render", "$", "--as", format)).code, 0, format);
  }
  assertStringIncludes(await Deno.readTextFile(scene.path.replace(".mmap.json", ".svg")), "Garden");
});

Deno.test("the CLI applies and loads such documents", async () => {
  await using scene = await openScene(IDEAS);
  await using other = await openScene({ title: "Other", topics: [{ name: "One" }] });
  const patch = scene.path.replace("ideas.mmap.json", "patch.json");
  const { out } = await scene.loom("diff", "$", other.path, "--json");
  await Deno.writeTextFile(patch, out);
  assertEquals((await scene.loom("--doc", "$", "apply", patch)).code, 0);
  assertEquals(await scene.map(), await other.map());
  await Deno.writeTextFile(patch, JSON.stringify([{ op: "topic.fold", name: "One" }]));
  assertEquals((await scene.loom("--doc", "$", "apply", patch)).code, 3);
  await Deno.writeTextFile(other.path, JSON.stringify(IDEAS));
  assertEquals((await scene.loom("--doc", "$", "load", other.path)).code, 0);
  assertEquals(await scene.map(), IDEAS);
});

Deno.test("commands of other kinds refuse such a document, and its commands refuse theirs", async () => {
  await using scene = await openScene(IDEAS);
  const { loom } = scene;
  for (const args of [["--doc", "$", "add-state", "A"], ["run", "$", "--events", "a"], ["generate", "$"]]) {
    const { code, err } = await loom(...args);
    assertEquals(code, 3, err);
    assertStringIncludes(err, "is a mind map and this needs a state machine");
  }
  const door = scene.path.replace("ideas.mmap.json", "door.smdf.json");
  await loom("new", door);
  const { code, err } = await loom("--doc", door, "add-topic", "A");
  assertEquals(code, 3);
  assertStringIncludes(err, "is a state machine and this needs a mind map");
});

Deno.test("the help has the commands of such documents", async () => {
  await using scene = await openScene();
  assertStringIncludes((await scene.loom("help")).out, "add-topic");
  const { out } = await scene.loom("help", "add-topic");
  assertStringIncludes(out, "loom add-topic <name> [options]");
  assertStringIncludes(out, "--parent <parent>");
  assertStringIncludes((await scene.loom("completions", "bash")).out, "add-topic");
});
