import { parseFile } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";

const ROOT = new URL("../../", import.meta.url);
const FOLDERS = ["examples/", "../shared/corpus/machines/", "../shared/corpus/wave-count/"];

/** The machines that stand in files: the examples, and the corpus where it is there. */
export function machineFiles(): { readonly name: string; readonly definition: StateMachineDefinition }[] {
  return FOLDERS.flatMap((folder) =>
    filesIn(new URL(folder, ROOT)).map((name) => ({
      name,
      definition: parseFile(name, () => Deno.readTextFileSync(new URL(folder + name, ROOT))),
    }))
  );
}

function filesIn(folder: URL): string[] {
  try {
    return Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => name.includes(".smdf."))
      .sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
