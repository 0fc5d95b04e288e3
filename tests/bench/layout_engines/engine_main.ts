/**
 * Arranges graphs with one engine, in a process of its own; called with the name of the engine. Each line of the standard
 * input has graphs as JSON, and is answered with a line that has their figures.
 *
 * @module
 */
import type { LayoutGraph } from "@loom/protocol";
import { lines } from "../../line_process.ts";
import { figuresOf } from "./figures.ts";
import { LAYOUT_ENGINES } from "./mod.ts";

if (import.meta.main) {
  const engine = LAYOUT_ENGINES.find(({ name }) => name === Deno.args[0]);
  if (engine === undefined) throw new Error(`There is no layout engine ${Deno.args[0]}.`);
  for await (const line of lines(Deno.stdin.readable)) {
    const graphs: readonly LayoutGraph[] = JSON.parse(line);
    console.log(JSON.stringify(graphs.map((graph) => figuresOf(engine, graph))));
  }
}
