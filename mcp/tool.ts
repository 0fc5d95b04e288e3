import { type KindName, LoomError, type Refusal } from "@loom/protocol";
import type * as z from "zod";
import type { Session } from "./session/session.ts";

/** The effect of a tool; its annotations follow from it. */
export type ToolEffect =
  /** It reads. */
  | "read"
  /** It changes the document, and nothing is lost: calling it again changes it again. */
  | "add"
  /** It changes the document; calling it again changes nothing more. */
  | "set"
  /** It takes something away. */
  | "remove"
  /** It writes a file beside the document. */
  | "export";

/** The groups of tools that a client can ask for by name. */
export type Toolset = "project" | "machine" | "read" | "generate" | "simulate" | "exchange" | "narrative";

/** The named values that a tool takes or gives, as zod types. */
export type Fields = z.ZodRawShape;

/** The values that such fields stand for. */
export type Values<Shape extends Fields> = z.infer<z.ZodObject<Shape>>;

/** The context of a tool call. */
export interface ToolCall {
  /** The client's session: its active document and its edits. */
  readonly session: Session;
  /** The kind of document that the tool is for. Default: every kind. */
  readonly kind?: KindName | undefined;
  /** Aborted when the client takes its call back. */
  readonly signal: AbortSignal;
  /** Tells how far long work is, where the client asked for that. */
  readonly progress: (done: number, total: number, message: string) => void;
}

/** An image beside the text of an answer. */
export interface ToolImage {
  readonly data: Uint8Array;
  readonly mimeType: string;
}

/** A link to a file that a tool made. */
export interface ToolLink {
  /** The absolute path. */
  readonly path: string;
  readonly mimeType: string;
}

/** The answer of a tool. */
export interface ToolAnswer<Output> {
  /** For the agent: short. */
  readonly text: string;
  /** Longer texts that follow, each a block of its own. */
  readonly more?: readonly string[];
  /** A file that it made, for clients that understand links. */
  readonly link?: ToolLink;
  /** An image that follows. */
  readonly image?: ToolImage;
  /** True when what was asked about is not as it should be. Default: `false`. */
  readonly isError?: boolean;
  /** The same for programs, as the output fields say. */
  readonly data: Output;
}

/** A tool: one row of the table. */
export interface Tool<Input extends Fields = Fields, Output extends Fields = Fields> {
  /** Its name: lower case words joined by `_`. */
  readonly name: string;
  /** The title for people. */
  readonly title: string;
  /** One sentence: what it does. */
  readonly description: string;
  /** The group that it is part of. */
  readonly toolset: Toolset;
  /** Its effect. */
  readonly effect: ToolEffect;
  /** The kind of document that it is for. Default: every kind. */
  readonly kind?: KindName;
  /** The kind whose tools it is among, where it works from documents of others too. Default: `kind`. */
  readonly about?: KindName;
  /** Its parameters. */
  readonly input: Input;
  /** The fields of its answer. */
  readonly output: Output;
  /** Does it. */
  run(
    values: Values<Input>,
    call: ToolCall,
  ): Promise<ToolAnswer<Values<Output>>> | ToolAnswer<Values<Output>>;
}

/** Makes a row, with the types of its fields in its handler. */
export function defineTool<const Input extends Fields, const Output extends Fields>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** Options of a {@linkcode ToolError}. */
export interface ToolErrorOptions extends ErrorOptions {
  /** The refusal, in the spelling of no surface. */
  readonly refusal?: Refusal;
}

/** The error of a tool that refuses: what is wrong, what exists, what to call next. */
export class ToolError extends LoomError {
  /** The refusal, in the spelling of no surface; `undefined` for an error that only tools have. */
  readonly refusal: Refusal | undefined;

  /** Makes the error from its stable code and its sentences. */
  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(code, message, options);
    this.name = "ToolError";
    this.refusal = options.refusal;
  }
}
