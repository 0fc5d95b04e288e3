import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

async function made(...args: string[]) {
  await using folder = await TempFolder.make();
  const path = folder.at("my-door.smdf.json");
  const { code, err } = await loom(["new", path, ...args]);
  assertEquals(code, 0, err);
  return JSON.parse(await Deno.readTextFile(path));
}

Deno.test("loom new makes a wrapped machine called after its file", async () => {
  const { stateMachine } = await made();
  assertEquals(stateMachine, {
    settings: { namespace: "MyApp", name: "MyDoor", asynchronous: false },
    events: [{ name: "Internal", events: [] }],
    state: { name: "Root", states: [] },
  });
});

Deno.test("loom new takes names from its options, and leaves the wrapper out with --bare", async () => {
  const { settings } = await made("--bare", "--namespace", "Home", "--machine-name", "Gate");
  assertEquals(settings, { namespace: "Home", name: "Gate", asynchronous: false });
});

for (const template of ["empty", "door", "timer", "regions"]) {
  Deno.test(`loom new --template ${template} makes a document without errors`, async () => {
    const stdin = JSON.stringify(await made("--template", template));
    const { out } = await loom(["validate", "-", "--json"], { stdin });
    const findings: { severity: string }[] = JSON.parse(out).documents[0].findings;
    const limit = template === "empty" ? "error" : "warning";
    assertEquals(findings.filter(({ severity }) => severity === limit || severity === "error"), []);
  });
}

Deno.test("loom new adds the ending to a bare name", async () => {
  await using folder = await TempFolder.make();
  const { out } = await loom(["new", folder.at("door"), "--quiet"]);
  assertEquals(out, `+ ${folder.at("door.smdf.json")}\n`);
});

Deno.test("loom new replaces a document only with --overwrite", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", { state: { name: "Mine" } });
  assertEquals((await loom(["new", path])).code, 3);
  assertStringIncludes(await Deno.readTextFile(path), "Mine");
  assertEquals((await loom(["new", path, "--overwrite"])).code, 0);
});

Deno.test("loom new never replaces what cannot be parsed", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.smdf.json", "{");
  assertEquals((await loom(["new", path, "--overwrite"])).code, 4);
  assertEquals(await Deno.readTextFile(path), "{");
});

Deno.test("loom new --dry-run shows the document and makes none", async () => {
  await using folder = await TempFolder.make();
  const { out } = await loom(["new", folder.at("door.smdf.json"), "--dry-run"]);
  assertEquals(JSON.parse(out).stateMachine.settings.name, "Door");
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

for (const name of ["door.smdf.xml", "-"]) {
  Deno.test(`loom new refuses to make ${name}`, async () => {
    assertEquals((await loom(["new", name])).code, 2);
  });
}

Deno.test("loom new refuses the name of a document of another kind", async () => {
  await using folder = await TempFolder.make();
  const { code, err } = await loom(["new", folder.at("door.board.json")], { kinds: withBoard(LOOM_KINDS) });
  assertEquals(code, 3);
  assertStringIncludes(err, "choose a name that ends in .smdf.json.");
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

for (const args of [["new", ""], ["--doc", "", "new"]]) {
  Deno.test(`loom ${args.map((word) => word || '""').join(" ")} makes nothing`, async () => {
    assertEquals(await loom(args), {
      code: 2,
      out: "",
      err: "error: The path is empty: name the document to make.\n",
    });
  });
}
