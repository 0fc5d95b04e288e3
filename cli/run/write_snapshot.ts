import type { MachineSnapshot } from "@loom/engine/runtime";
import { isObject } from "@loom/protocol";
import { writeText } from "../write_text.ts";

/**
 * Writes where a machine stands, into a file of any name; only an older snapshot is replaced.
 *
 * @throws {DocumentError} `exists`, `is_document`, or why the file cannot be written.
 */
export async function writeSnapshot(path: string, snapshot: MachineSnapshot): Promise<void> {
  const text = JSON.stringify(snapshot, null, 2) + "\n";
  await writeText(path, text, { endings: [""], sources: [], isMarked: false, isOurs: isSnapshot });
}

function isSnapshot(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Array.isArray(value["configuration"]) && Array.isArray(value["timers"]);
  } catch {
    return false;
  }
}
