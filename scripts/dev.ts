/**
 * Opens the checkout example in the designer, whose pages load again when their sources change. Where there is no browser to open,
 * or with `--print`, it shows the loom at work in the terminal: validates the example, draws it into a new temporary folder and
 * walks an order through it.
 *
 * @module
 */
import { showFile } from "../bridge/drawing/viewer.ts";
import { buildPageAssets } from "./build.ts";
import { ROOT, runDeno } from "./repository.ts";

const LOOM = ["run", "-A", "cli/main.ts"];

const CHECKOUT = "examples/checkout.smdf.json";

/** An order that is interrupted, goes on where it was, and is placed. */
const WALK = [
  "add_item",
  "check_out",
  "pay",
  "choose_address",
  "save_for_later",
  "resume",
  "payment_accepted",
  "choose_carrier",
  "confirm",
];

/** The folders whose changes make the server start again. */
const WATCHED = ["designer", "protocol", "engine", "bridge", "hub", "cli"].map((name) =>
  new URL(name, ROOT).pathname
);

function isSource(path: string): boolean {
  return /\.(?:tsx?|json)$/.test(path) && !/_test\.|\/assets\//.test(path);
}

/** The silence after which a change counts as complete, in milliseconds. */
const PAUSE = 200;

const commands = (pictures: string): readonly (readonly string[])[] => [
  ["validate", CHECKOUT],
  ["render", CHECKOUT, "--out", pictures],
  ["run", CHECKOUT, "--events", WALK.join(",")],
];

async function show(): Promise<number> {
  const pictures = await Deno.makeTempDir({ prefix: "loom-" });
  for (const command of commands(pictures)) {
    console.log(`\n$ loom ${command.join(" ")}`);
    const code = await runDeno([...LOOM, ...command]);
    if (code !== 0) return code;
  }
  console.log(`\nIn the browser, while it is edited: deno task loom serve ${CHECKOUT} --web`);
  return 0;
}

/** Serves a copy of the example until the program is interrupted, and starts the server again when sources change. */
async function serve(): Promise<number> {
  const folder = await Deno.makeTempDir({ prefix: "loom-" });
  for (const { name, isFile } of Deno.readDirSync(new URL("examples", ROOT))) {
    if (isFile) await Deno.copyFile(new URL(`examples/${name}`, ROOT), `${folder}/${name}`);
  }
  await buildPageAssets();
  let server = startServer(folder);
  const address = await pageAddress(server.stdout);
  if (address === undefined) return (await server.status).code;
  open(address);
  console.log(`${address}\nThe example is a copy, in ${folder}. Ctrl-C ends this.`);
  const restart = async () => {
    try {
      await buildPageAssets();
      server.kill("SIGTERM");
      await server.status;
      server = startServer(folder);
      await pageAddress(server.stdout);
      console.log("Sources changed: the pages load again.");
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let work = Promise.resolve();
  for await (const { kind, paths } of Deno.watchFs(WATCHED)) {
    if (kind === "access" || !paths.some(isSource)) continue;
    // An editor writes a file in several steps.
    clearTimeout(timer);
    timer = setTimeout(() => work = work.then(restart), PAUSE);
  }
  return 0;
}

function startServer(folder: string) {
  const args = [...LOOM, "serve", `${folder}/checkout.smdf.json`, "--web"];
  return new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stdout: "piped" }).spawn();
}

/** The second line that the server prints, once it listens; nothing when it ends before that. */
async function pageAddress(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | undefined> {
  let text = "";
  for await (const part of stdout.pipeThrough(new TextDecoderStream()).values({ preventCancel: true })) {
    text += part;
    const [, pages, rest] = text.split("\n");
    if (rest !== undefined) return pages;
  }
  return undefined;
}

/** True where a browser can be shown to somebody. */
function hasScreen(): boolean {
  return Deno.build.os !== "linux" || Boolean(Deno.env.get("DISPLAY") ?? Deno.env.get("WAYLAND_DISPLAY"));
}

/** Shows an address in the person's browser; where that cannot be, the address stands in the terminal. */
function open(address: string): void {
  try {
    showFile(address);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

if (import.meta.main) Deno.exit(await (hasScreen() && !Deno.args.includes("--print") ? serve() : show()));
