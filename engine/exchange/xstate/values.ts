/**
 * Values of a configuration that source code computes and JSON cannot hold.
 *
 * @module
 */
import { isObject } from "@loom/protocol";
import type { SyntaxNode } from "./source/syntax.ts";

/** A part of the source that is no plain value: most often a function. */
export class SourceCode {
  /** The node of the syntax tree. */
  readonly node: SyntaxNode;
  /** The name that the source gives it. */
  readonly name: string | undefined;

  constructor(node: SyntaxNode, name?: string) {
    this.node = node;
    this.name = name;
  }
}

/** A call of a function of XState, such as `assign` or `and`. */
export class CreatorCall {
  /** The name that XState exports it under. */
  readonly creator: string;
  /** The arguments: plain values, source code, or further calls. */
  readonly args: readonly unknown[];
  /** The node of the syntax tree. */
  readonly node: SyntaxNode;

  constructor(creator: string, args: readonly unknown[], node: SyntaxNode) {
    this.creator = creator;
    this.args = args;
    this.node = node;
  }
}

/** The place of a guard, an action or a value in the configuration. */
export interface Spot {
  /** The keys to it. */
  readonly path: readonly string[];
  /** The words that name a function which has no name. */
  readonly words: readonly string[];
  /** The events that lead to it; none where they are not known. */
  readonly events: readonly string[];
  readonly params?: unknown;
  /** The named parts that are being read, so that none reads itself. */
  readonly within?: ReadonlySet<string>;
}

/** True for a value that has source code anywhere inside. */
export function hasCode(value: unknown): boolean {
  return value instanceof SourceCode || value instanceof CreatorCall ||
    (isObject(value) || Array.isArray(value)) && Object.values(value).some(hasCode);
}

/** True for an object whose members are written out. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !(value instanceof SourceCode) && !(value instanceof CreatorCall);
}

/** The values of a member in a list, or alone. */
export function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
}

/** A text, or nothing. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
