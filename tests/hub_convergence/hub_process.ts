/**
 * A hub in a process of its own, which can be killed.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

const PROGRAM = fromFileUrl(new URL("../../cli/hub_main.ts", import.meta.url));

/** A hub that comes back on the port it had. */
export interface HubProcess {
  readonly port: number;
  /** Kills it, as a machine that loses its power does, and starts another one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a hub for the documents in a folder. */
export async function startHub(root: string): Promise<HubProcess> {
  let running = await start(root, 0);
  const { port } = running;
  return {
    port,
    restart: async () => {
      await kill(running);
      running = await start(root, port);
    },
    close: () => kill(running),
  };
}

interface Running {
  readonly port: number;
  readonly child: Deno.ChildProcess;
  readonly output: ReadableStreamDefaultReader<Uint8Array>;
}

async function start(root: string, port: number): Promise<Running> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", PROGRAM, "--port", String(port), "--root", root],
    stdin: "null",
    stdout: "piped",
    stderr: Deno.env.get("HUB_LOG") === undefined ? "null" : "inherit",
  }).spawn();
  const output = child.stdout.getReader();
  let text = "";
  for (;;) {
    const { value, done } = await output.read();
    if (done) throw new Error(`The hub ended before it listened: ${text}`);
    text += new TextDecoder().decode(value);
    const found = /:(\d+)\s/.exec(text);
    if (found) return { port: Number(found[1]), child, output };
  }
}

async function kill({ child, output }: Running): Promise<void> {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended by itself.
  }
  await child.status;
  await output.cancel();
}
