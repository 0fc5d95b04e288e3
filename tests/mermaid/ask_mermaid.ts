/**
 * Asks Mermaid itself to read the text of a diagram. It runs in a process of its own: its packages weigh 170 MB, and are in
 * another lock file than those that every task of the repository fetches.
 *
 * @module
 */
import { LineProcess } from "../line_process.ts";

/** A state diagram as Mermaid reads it. */
export interface MermaidState {
  readonly nodes: readonly MermaidNode[];
  readonly edges: readonly { start: string; end: string; label?: string; arrowTypeEnd: string }[];
}

/** A box or a note of a state diagram. */
export interface MermaidNode {
  readonly id: string;
  readonly label?: string;
  readonly description?: readonly string[] | string;
  readonly shape: string;
  readonly parentId?: string;
  readonly type?: string;
}

/** A message of a sequence diagram, or a bound of a frame. */
export interface MermaidMessage {
  readonly type: number;
  readonly from?: string;
  readonly to?: string;
  readonly message?: unknown;
}

/** A sequence diagram as Mermaid reads it. */
export interface MermaidSequence {
  /** The names of the participants. */
  readonly actors: readonly string[];
  readonly messages: readonly MermaidMessage[];
}

/** The answer of the program. */
export interface MermaidAnswer {
  readonly state?: MermaidState;
  readonly sequence?: MermaidSequence;
  /** The error of Mermaid, when it cannot read the text. */
  readonly error?: string;
}

const mermaid = new LineProcess(new URL("../peers/mermaid_main.ts", import.meta.url));
Deno.test.afterAll(() => mermaid[Symbol.asyncDispose]());

/**
 * Has Mermaid read a diagram.
 *
 * @throws {Error} with the message of Mermaid, when it cannot read the text.
 */
export async function askMermaid(text: string): Promise<MermaidAnswer> {
  const answer = await mermaid.ask<MermaidAnswer>(text);
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

const NAMED: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&" };

/** Mermaid carries `#35;` and `#quot;` in a spelling of its own until a browser shows them. */
export function decoded(text: string): string {
  return text.replaceAll(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/ﬂ°(\w+)¶ß/g, (whole, name) => NAMED[name] ?? whole);
}
