/**
 * The packages for npm, installed into an empty folder: what people who have only Node get.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { closeStdio } from "../mcp/testing/close_stdio.ts";
import { Client, StdioClientTransport } from "../mcp/testing/sdk.ts";
import { HAS_BROWSER, openBrowser } from "./browser/browser.ts";
import { runProgram } from "./executables.ts";

const ROOT = new URL("../", import.meta.url);

/** Imports every module that the packages export; prints those that cannot be. */
const IMPORT_ALL = `
import { readdirSync, readFileSync } from "node:fs";
let count = 0;
for (const folder of readdirSync("node_modules/@loom")) {
  const { name, exports = {} } = JSON.parse(readFileSync(\`node_modules/@loom/\${folder}/package.json\`, "utf8"));
  if (name === "@loom/cli") continue;
  for (const entry of Object.keys(exports)) {
    const names = Object.keys(await import(name + entry.slice(1)));
    if (names.length === 0) throw new Error(name + entry.slice(1) + " is empty");
    count++;
  }
}
console.log(count > 20 ? "all" : count);
`;

const PROGRAM = `
import { Machine, parseJson } from "@loom/engine";
import { readFileSync } from "node:fs";
import { DoorContext } from "./door_fsm.ts";

const machine: Machine = new Machine(parseJson(readFileSync("door.smdf.json", "utf8")));
machine.send("open");
const door = new DoorContext();
door.enterInitialState();
door.onOpen();
console.log(machine.state, door.state);
`;

/** A folder in which the packages are installed, with React, and a document. */
async function installed(): Promise<string> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "loom-npm-" }));
  const packages = `${folder}/packages`;
  await succeed(Deno.execPath(), ["run", "-A", "scripts/npm.ts", packages], ROOT);
  await Deno.writeTextFile(`${folder}/package.json`, '{ "type": "module", "private": true }');
  const tarballs = Array.from(Deno.readDirSync(packages), ({ name }) => `${packages}/${name}`);
  await succeed("npm", [
    ...[
      "install",
      "--silent",
      "--no-audit",
      "--no-fund",
      "react@19",
      "react-dom@19",
      "@types/react@19",
      "node@22",
    ],
    ...tarballs.filter((path) => path.endsWith(".tgz")),
  ], folder);
  await Deno.copyFile(new URL("examples/door.smdf.json", ROOT), `${folder}/door.smdf.json`);
  return folder;
}

async function succeed(command: string, args: readonly string[], cwd: string | URL): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, args, { cwd });
  assertEquals(code, 0, `${command} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

Deno.test({
  name: "packages for npm run in an empty folder, under Node",
  // The browser's driver keeps what it opened until the process ends.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn(t) {
    const folder = await installed();
    /** The oldest Node that is supported. */
    const node = `${folder}/node_modules/.bin/node`;
    const npx = (...args: string[]) => succeed("npx", ["--no-install", ...args], folder);
    const file = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
    try {
      await t.step("every export loads in Node", async () => {
        await file("import_all.js", IMPORT_ALL);
        const { stdout, stderr } = await runProgram(node, ["import_all.js"], { cwd: folder });
        assertEquals([stdout.trim(), stderr], ["all", ""]);
      });

      await t.step("npx loom validates, draws, runs and generates", async () => {
        assertMatch(await npx("@loom/cli", "--version"), /^loom \d+\.\d+\.\d+ \(commit /);
        await npx("loom", "validate", "door.smdf.json");
        await npx("loom", "render", "door.smdf.json", "--as", "png");
        assert((await Deno.stat(`${folder}/door.png`)).size > 1000);
        assertStringIncludes(await npx("loom", "run", "door.smdf.json", "--events", "open"), "Open");
        await npx("loom", "generate", "door.smdf.json", "-l", "typescript", "-o", ".");
        const { code } = await runProgram("npx", ["--no-install", "loom", "validate", "no.smdf.json"], {
          cwd: folder,
        });
        assertEquals(code, 4);
      });

      await t.step("the engine and generated code type-check, and run in Node", async () => {
        await file("main.ts", PROGRAM);
        await succeed(Deno.execPath(), ["check", "--quiet", "main.ts"], folder);
        await bundle(folder, "main.ts", "main.js", ["--packages", "external"]);
        assertEquals((await succeed(node, ["main.js"], folder)).trim(), "Opened Opened");
      });

      await t.step("npx loom-mcp serves an agent", async () => {
        const client = new Client({ name: "test", version: "0.0.0" });
        const env = { ...Deno.env.toObject(), LOOM_PROJECT_FILE: `${folder}/door.smdf.json` };
        const args = ["--no-install", "loom-mcp"];
        const transport = new StdioClientTransport({
          command: "npx",
          args,
          cwd: folder,
          env,
          stderr: "ignore",
        });
        await client.connect(transport);
        try {
          const { isError } = await client.callTool({ name: "validate_definition", arguments: {} });
          assertEquals(isError ?? false, false);
        } finally {
          await closeStdio(client, transport);
        }
      });

      await t.step({
        name: "the hook shows a shared document on a page of React 19",
        ignore: !HAS_BROWSER,
        fn: () => showsPage(folder),
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** Bundles a module of the folder with the packages that are installed in it. */
async function bundle(
  folder: string,
  entry: string,
  output: string,
  options: readonly string[],
): Promise<void> {
  await succeed(Deno.execPath(), ["bundle", "--quiet", ...options, "--output", output, entry], folder);
}

async function showsPage(folder: string): Promise<void> {
  const page = await Deno.readTextFile(new URL("browser/react_page.ts", import.meta.url));
  await Deno.writeTextFile(`${folder}/page.ts`, page);
  await bundle(folder, "page.ts", "page.js", ["--platform", "browser"]);
  const script = await Deno.readTextFile(`${folder}/page.js`);
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    ({ url }) =>
      new URL(url).pathname === "/page.js"
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response('<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>', {
          headers: { "content-type": "text/html" },
        }),
  );
  const hub = new Deno.Command(`${folder}/node_modules/.bin/loom`, {
    args: ["serve", "--port", "0"],
    cwd: folder,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = hub.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const { value: url = "" } = await output.read();
    await using browser = await openBrowser();
    const shown = await browser.page();
    const query = new URLSearchParams({ hub: url.trim(), doc: `${folder}/door.smdf.json`, name: "Ann" });
    await shown.goto(`http://127.0.0.1:${server.addr.port}/?${query}`);
    await shown.locator("#states").getByText("Closed").waitFor();
    await shown.getByRole("button", { name: "Add" }).click();
    await shown.locator("#states").getByText("Ann1").waitFor();
    assertEquals(browser.complaints.filter((text) => !text.includes("favicon")), []);
  } finally {
    hub.kill("SIGTERM");
    await hub.status;
    await output.cancel();
  }
}
