import type { StateMachineDefinition } from "../../types.ts";
import { buildDefinition, type DefinitionOptions } from "./build_definition.ts";
import type { Diagram } from "./diagram.ts";
import { findDiagram } from "./find_diagram.ts";
import { forksToRegions } from "./forks.ts";
import { checkDepth, type FailTooDeep, type Graph, graphOf } from "./graph.ts";
import { errorAt, MermaidSyntaxError } from "./error.ts";
import { readStatements } from "./read_statements.ts";
import { type MermaidRemark, Remarks } from "./remarks.ts";

/** Names that a diagram does not give, and limits for reading it. */
export interface ParseMermaidOptions {
  /** The machine's name where the diagram has no title. Default: none. */
  name?: string;
  /** The machine's namespace. Default: `Mermaid`. */
  namespace?: string;
  /** The longest text to read, in UTF-16 units. Default: 4 Mi. */
  maxLength?: number;
  /** The deepest nesting of states. Default: 200. */
  maxDepth?: number;
}

/** A machine that was read from a diagram. */
export interface MermaidImport {
  /** The machine. */
  readonly definition: StateMachineDefinition;
  /** Parts that could not be imported unchanged, and choices that were made, in the order of the text. */
  readonly remarks: readonly MermaidRemark[];
}

const DEFAULT_MAX_LENGTH = 4 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 200;

/**
 * Reads a machine from a Mermaid state diagram, `stateDiagram-v2` or `stateDiagram`; of a Markdown text, from
 * its first `mermaid` fence that contains one. It accepts what Mermaid accepts, and the machine has what
 * Mermaid draws: the same states in the same places with the same arrows. `renderMermaid` gives the diagram
 * back.
 *
 * @param text The diagram.
 * @param options Names, and bounds on length and depth other than the default ones.
 * @returns The machine, which is valid, and remarks about it.
 * @throws {MermaidSyntaxError} `mermaid_kind` when the text is no state diagram, `mermaid_syntax` at the first place
 * that cannot be read, `too_large` or `too_deep` when it passes a bound.
 *
 * @example
 * ```ts
 * import { parseMermaid } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const { definition } = parseMermaid(`stateDiagram-v2
 *   [*] --> Closed
 *   Closed --> Open : open [not locked] / log("opened")
 *   Open --> Closed : close`);
 * assertEquals(definition.events, [{ name: "Events", events: [{ id: "open" }, { id: "close" }] }]);
 * assertEquals(definition.state.states?.[0], {
 *   name: "Closed",
 *   transitions: [
 *     { event: "open", nextState: "Open", condition: "not locked", actions: [{ code: 'log("opened")' }] },
 *   ],
 * });
 * ```
 */
export function parseMermaid(text: string, options: ParseMermaidOptions = {}): MermaidImport {
  const { name, namespace = "Mermaid", maxLength = DEFAULT_MAX_LENGTH, maxDepth = DEFAULT_MAX_DEPTH } =
    options;
  if (text.length > maxLength) throw tooLarge(text.length, maxLength);
  const diagram = readStatements(text, findDiagram(text), maxDepth);
  const failTooDeep = (at: number): never => {
    const problem = `States nest more than ${maxDepth} levels deep`;
    throw errorAt("too_deep", text, at, problem, "make the diagram flatter");
  };
  return machineOfDiagram(diagram, text, {
    name,
    namespace,
    source: "mermaid",
    maxDepth,
    tooDeep: failTooDeep,
  });
}

/** Options of {@linkcode machineOfDiagram}. */
export interface DiagramOptions extends DefinitionOptions {
  /** Greatest depth of nested states. */
  readonly maxDepth: number;
  /** Ends reading because states nest too deep. */
  readonly tooDeep: FailTooDeep;
}

/** Makes the machine of a diagram whose statements were read. */
export function machineOfDiagram(diagram: Diagram, text: string, options: DiagramOptions): MermaidImport {
  const { maxDepth, tooDeep } = options;
  const graph = graphOf(diagram, maxDepth, tooDeep);
  const remarks = new Remarks();
  for (const at of diagram.looks) remarks.add("looks", at);
  remarkShapes(graph, forksToRegions(graph), remarks);
  checkDepth(graph.nodes, maxDepth, tooDeep);
  const definition = buildDefinition(diagram, graph, options, remarks);
  return { definition, remarks: remarks.all(text) };
}

/** Forks and joins are remarked on before their shape is lost. */
function remarkShapes(graph: Graph, converted: ReadonlySet<unknown>, remarks: Remarks): void {
  for (const node of graph.nodes) {
    const { shape } = node;
    if (shape !== "fork" && shape !== "join" && shape !== "choice") continue;
    if (!converted.has(node)) remarks.add(shape, node.at, node.id);
  }
}

function tooLarge(length: number, maxLength: number): MermaidSyntaxError {
  const message = `The diagram is ${length} characters long and at most ${maxLength} are read: split it.`;
  return new MermaidSyntaxError("too_large", message, 1, 1);
}
