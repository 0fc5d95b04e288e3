import type { RuntimeName } from "../dialect.ts";
import { typeScriptString } from "../escape.ts";
import { brackets, sequence } from "../layout.ts";
import type { CodePlan } from "../plan.ts";
import { lineOf } from "./lines.ts";

/** Imports of a module from the runtime library. */
export class Imports {
  readonly #names = new Map<string, string>();

  /** Notes a name that is there at run time. */
  value(name: RuntimeName | "Chart" | "Context" | "ContextAsync" | "State" | "StateKind"): void {
    this.#names.set(name, name);
  }

  /** Notes a type. */
  type(
    name: "Action" | "ContextOptions" | "DataOptions" | "Payload" | "SendResult" | "TaskTools" | "Transition",
  ): void {
    this.#names.set(name, `type ${name}`);
  }

  /** The import declarations. */
  lines(runtime: string, plan: CodePlan, types: string | undefined): string[] {
    const names = [...this.#names.keys()].sort(byLetters).map((name) => this.#names.get(name) ?? name);
    const lines = [importLine("import {", names, runtime)];
    if (types === undefined) return lines;
    const classes = [
      ...plan.objectTypes.map(({ source, name }) => [source, name] as const),
      ...plan.parameterTypes,
    ].filter(([source]) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(source));
    if (classes.length === 0) return lines;
    const clauses = classes.map(([source, name]) => source === name ? name : `${source} as ${name}`);
    return [...lines, importLine("import type {", clauses, types)];
  }
}

function importLine(open: string, names: readonly string[], module: string): string {
  return lineOf(
    sequence(brackets(open, names, "}", { isSpaced: true }), ` from ${typeScriptString(module)}`),
    "",
    ";",
  );
}

function byLetters(a: string, b: string): number {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one < other ? -1 : one > other ? 1 : a < b ? -1 : 1;
}
