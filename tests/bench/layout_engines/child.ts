/**
 * Arranges one random sparse graph with one engine, in a process that can be ended when it takes too long; called with
 * the name of an engine, a number of nodes and a seed. Writes {@linkcode BEGUN}, {@linkcode ARRANGED} and the figures as
 * JSON to the standard output, a line each.
 *
 * @module
 */
import { sparseGraph } from "../../layout/graphs/flat.ts";
import { figuresOf } from "./figures.ts";
import { LAYOUT_ENGINES } from "./mod.ts";

/** What the process says when it begins to arrange. */
export const BEGUN = "begun";
/** What it says when it has done so. */
export const ARRANGED = "arranged";

const WARM_UP_GRAPHS = 20;
const WARM_UP_NODES = 50;

if (import.meta.main) {
  const [name, count, seed] = Deno.args;
  const engine = LAYOUT_ENGINES.find((one) => one.name === name);
  if (engine === undefined) throw new Error(`There is no layout engine ${name}.`);
  for (let i = 0; i < WARM_UP_GRAPHS; i++) engine.prepare(sparseGraph(WARM_UP_NODES, i))()();
  const graph = sparseGraph(Number(count), Number(seed));
  console.log(BEGUN);
  console.log(JSON.stringify(figuresOf(engine, graph, () => console.log(ARRANGED))));
}
