import type { LayoutGraph } from "@loom/protocol";
import { type Ends, flatGraph } from "./flat.ts";

/** A graph with a name to find it by. */
export interface NamedGraph {
  readonly name: string;
  readonly graph: LayoutGraph;
}

const FILE = new URL("../../../../shared/corpus/graphs/north.json", import.meta.url);

interface FileGraph {
  readonly id: string;
  readonly nodes: number;
  readonly edges: readonly Ends[];
}

/** The graphs of the North collection, multiple edges and loops included; none when the folder is not there. */
export async function northGraphs(): Promise<NamedGraph[]> {
  const text = await Deno.readTextFile(FILE).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "[]";
    throw error;
  });
  return (JSON.parse(text) as FileGraph[]).map(({ id, nodes, edges }) => ({
    name: id,
    graph: flatGraph(nodes, edges),
  }));
}
