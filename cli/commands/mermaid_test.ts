import { assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

const DIAGRAM = `stateDiagram-v2
    [*] --> Closed
    Closed --> Open : open
    Open --> Closed : close
`;

/** What is read from the diagram. */
const { events, state } = {
  ...DOOR,
  events: [{ name: "Events", events: [{ id: "open" }, { id: "close" }] }],
};

function settings(name?: string): object {
  const named = name === undefined ? {} : { name };
  return { namespace: "Mermaid", ...named, asynchronous: false, _source: { kind: "mermaid" } };
}

Deno.test("loom convert makes a document from a diagram, called after its file", async () => {
  await using folder = await TempFolder.make();
  for (const file of ["front-door.mmd", "front-door.mermaid", "front-door.txt"]) {
    const { code, out, err } = await loom(["convert", await folder.write(file, DIAGRAM), "--to", "json"]);
    assertEquals({ code, err }, { code: 0, err: "" });
    assertEquals(JSON.parse(out), { stateMachine: { settings: settings("FrontDoor"), events, state } });
  }
});

Deno.test("loom convert reads a diagram from standard input, and gives it back", async () => {
  const { out } = await loom(["convert", "-", "--to", "json", "--bare"], { stdin: DIAGRAM });
  assertEquals(JSON.parse(out), { settings: settings(), events, state });
  assertEquals((await loom(["convert", "-", "--to", "mermaid"], { stdin: out })).out, DIAGRAM);
});

Deno.test("loom convert reads the diagram in a Markdown file", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("README.md", `# Door\n\n\`\`\`mermaid\n${DIAGRAM}\`\`\`\n`);
  const out = folder.at("door.smdf.json");
  assertEquals((await loom(["convert", path, "--out", out])).code, 0);
  assertEquals(JSON.parse(await Deno.readTextFile(out)).stateMachine.state, state);
});

Deno.test("loom convert tells on standard error what a diagram loses", async () => {
  const stdin = "stateDiagram-v2\n  direction LR\n  [*] --> A\n  A --> B\n";
  const { code, out, err } = await loom(["convert", "-", "--to", "json"], { stdin });
  assertEquals([code, JSON.parse(out).stateMachine.state.states.length], [0, 2]);
  assertEquals(
    err,
    "-:2:3: A statement about the looks of the drawing was passed over.\n" +
      '-:4:3: An arrow from "A" has no label and is taken at once: give it the event that it waits for.\n',
  );
  const json = await loom(["convert", "-", "--to", "json", "--json", "--quiet"], { stdin });
  assertEquals(JSON.parse(json.out).remarks.map(({ code }: { code: string }) => code), ["looks", "no_label"]);
  assertEquals(json.err, "");
});

Deno.test("loom convert reads what --from says", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.json", DIAGRAM);
  assertEquals((await loom(["convert", path, "--to", "json"])).code, 4);
  assertEquals((await loom(["convert", path, "--from", "mermaid", "--to", "json"])).code, 0);
  assertEquals((await loom(["convert", "-", "--from", "mermaid", "--to", "xml"], { stdin: "{}" })).code, 4);
});

Deno.test("loom convert tells where a diagram cannot be read", async () => {
  await using folder = await TempFolder.make();
  const path = await folder.write("door.mmd", "stateDiagram-v2\n  Closed -> Open\n");
  const { code, err } = await loom(["convert", path, "--to", "json", "--json"]);
  assertEquals(code, 4);
  const { error } = JSON.parse(err);
  assertEquals([error.code, error.path, error.line, error.column], ["mermaid_syntax", path, 2, 10]);
  assertStringIncludes(error.message, "write -->.");
});

Deno.test("loom load takes over a diagram", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", { ...DOOR, state: { name: "Root" } });
  const diagram = await folder.write("door.mmd", DIAGRAM);
  assertEquals(await loom(["--doc", doc, "load", diagram]), {
    code: 0,
    out: `loaded ${diagram} → ${doc}\n`,
    err: "",
  });
  assertEquals(JSON.parse(await Deno.readTextFile(doc)), { settings: settings("Door"), events, state });
});

Deno.test("commands that look read a diagram as well", async () => {
  assertEquals((await loom(["list", "states", "-"], { stdin: DIAGRAM })).out, "Root\n  Closed\n  Open\n");
  const { code, out } = await loom(["run", "-", "--events", "open"], { stdin: DIAGRAM });
  assertEquals(code, 0);
  assertStringIncludes(out, "Closed → Open");
});
