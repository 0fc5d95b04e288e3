import { TEST_LOCK } from "../../../scripts/repository.ts";
import { ARRANGED, BEGUN } from "./child.ts";
import type { LayoutEngine } from "./engine.ts";
import { type Figures, readFigures } from "./figures.ts";

/**
 * Arranges a random sparse graph in a process of its own.
 *
 * @param mostMs how long arranging may take
 * @returns the figures; `late` when the time was over, `failed` when the process ended without a drawing
 */
export async function figuresInChild(
  engine: LayoutEngine,
  size: number,
  seed: number,
  mostMs: number,
): Promise<Figures | "late" | "failed"> {
  const script = new URL("child.ts", import.meta.url).href;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", TEST_LOCK, "--no-check", script, engine.name, String(size), String(seed)],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  let isLate = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let said = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes(`${ARRANGED}\n`)) clearTimeout(timer);
    else if (said.includes(`${BEGUN}\n`) && timer === undefined) {
      timer = setTimeout(() => {
        isLate = true;
        child.kill("SIGKILL");
      }, mostMs);
    }
  }
  clearTimeout(timer);
  const { success } = await child.status;
  if (isLate) return "late";
  return success ? readFigures(said.trimEnd().split("\n").at(-1) ?? "") : "failed";
}
