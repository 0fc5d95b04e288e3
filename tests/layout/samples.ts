/**
 * The machines and graphs that the quality of drawings is tested on: examples, corpus and generated ones.
 *
 * @module
 */
import { parseJson } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { oddGraph, planGraph, sparseGraph, treeGraph } from "./graphs/flat.ts";
import { generatedMachine } from "./graphs/machine.ts";
import type { NamedGraph } from "./graphs/north.ts";

/** A machine with a name to find it by. */
export interface NamedMachine {
  readonly name: string;
  readonly definition: StateMachineDefinition;
}

const ROOT = new URL("../../", import.meta.url);
/** The folder of the examples, from the root of the repository. */
export const EXAMPLES: readonly string[] = ["examples/"];
/** The folders of machines that others wrote; they need not be there. */
export const CORPUS: readonly string[] = ["../shared/corpus/machines/", "../shared/corpus/wave-count/"];

const SUFFIX = ".smdf.json";

/** The machines in some folders; a folder that is not there has none. */
export function writtenMachines(folders: readonly string[] = [...EXAMPLES, ...CORPUS]): NamedMachine[] {
  return folders.map((path) => new URL(path, ROOT)).flatMap((folder) =>
    fileNames(folder).filter((name) => name.endsWith(SUFFIX)).sort().map((name) => ({
      name: name.slice(0, -SUFFIX.length),
      definition: parseJson(Deno.readTextFileSync(new URL(name, folder))),
    }))
  );
}

/** Machines of some sizes, as many of each as there are seeds. */
export function generatedMachines(
  sizes: readonly number[],
  seeds: readonly number[],
  nested: boolean,
): NamedMachine[] {
  return sizes.flatMap((states) =>
    seeds.map((seed) => {
      const definition = generatedMachine({ states, seed, nested });
      return { name: definition.settings.name ?? "", definition };
    })
  );
}

/** Graphs without nesting, of each kind and size. */
export function generatedGraphs(sizes: readonly number[], seeds: readonly number[]): NamedGraph[] {
  return Object.entries({ sparseGraph, planGraph, treeGraph, oddGraph }).flatMap(([kind, make]) =>
    sizes.flatMap((size) =>
      seeds.map((seed) => ({ name: `${kind}(${size}, ${seed})`, graph: make(size, seed) }))
    )
  );
}

function fileNames(folder: URL): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
