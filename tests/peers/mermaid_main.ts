/**
 * Mermaid as a program: takes texts of diagrams as lines of JSON, and answers each with a line.
 *
 * @module
 */
import DOMPurify from "dompurify";
import mermaid from "mermaid";
import { lines } from "../line_process.ts";
import type { MermaidAnswer, MermaidMessage, MermaidState } from "../mermaid/ask_mermaid.ts";

interface StateDb {
  getData(): MermaidState;
}

interface SequenceDb {
  getActorKeys(): string[];
  getActors(): Map<string, { description: string }>;
  getMessages(): MermaidMessage[];
}

// Without a window there is no sanitizer of HTML: texts stay as they were read.
Object.assign(DOMPurify, { addHook: () => {}, sanitize: (text: string) => text });
// Its diagrams are only there once something has been parsed.
await mermaid.parse("stateDiagram-v2");

async function answer(text: string): Promise<MermaidAnswer> {
  try {
    const { type, db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    if (type === "stateDiagram") {
      const { nodes, edges } = (db as unknown as StateDb).getData();
      return { state: { nodes, edges } };
    }
    if (type !== "sequence") return { error: `Mermaid takes it as a ${type}` };
    const sequence = db as unknown as SequenceDb;
    const actors = sequence.getActorKeys().map((key) => sequence.getActors().get(key)?.description ?? "");
    return { sequence: { actors, messages: sequence.getMessages() } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

for await (const line of lines(Deno.stdin.readable)) {
  console.log(JSON.stringify(await answer(JSON.parse(line))));
}
