import { isObject } from "@loom/protocol";
import { sha256 } from "../sha256.ts";
import { shellEvent, type SpooledEvent, spooledEvent } from "./shell_event.ts";

/** The most events that wait; the oldest make room. */
export const MOST_SPOOLED = 500;

/**
 * Keeps an event in a folder until a bridge takes it. The file is for its owner alone.
 *
 * @param folder made if it is missing
 * @returns how many of the oldest had to make room
 */
export async function spoolEvent(folder: string, event: SpooledEvent, now: Date): Promise<number> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${String(now.getTime()).padStart(13, "0")}-${sha256(event.event_id).slice(0, 12)}.json`;
  const temporary = `${folder}/.${name}.${crypto.randomUUID().slice(0, 8)}`;
  try {
    await Deno.writeTextFile(temporary, JSON.stringify(event), { createNew: true, mode: 0o600 });
    await Deno.rename(temporary, `${folder}/${name}`);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
  const surplus = (await spooledFiles(folder)).slice(0, -MOST_SPOOLED);
  for (const path of surplus) await Deno.remove(path).catch(() => {});
  return surplus.length;
}

/** The events that wait, the oldest first; none when there is no such folder. */
export async function spooledFiles(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile && /^\d+-[0-9a-f]+\.json$/.test(name)) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort().map((name) => `${folder}/${name}`);
}

/**
 * An event that waits; `undefined` when the file holds none.
 *
 * @throws {Deno.errors.NotFound} when there is no such file
 */
export async function readSpooled(path: string): Promise<SpooledEvent | undefined> {
  const bytes = await Deno.readFile(path);
  const byShell = shellEvent(bytes, new Date(Number(/(\d+)-[^/]*$/.exec(path)?.[1])));
  if (byShell !== undefined) return byShell;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  return isObject(value) && isObject(value.payload) ? spooledEvent(value, value.payload) : undefined;
}

/** Appends a line to a file in one write, so that lines of programs that run at once do not mix. */
export async function appendLine(path: string, line: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  await file.write(new TextEncoder().encode(line));
}
