import { identifierOf } from "../../naming/identifier.ts";
import { brackets, sequence } from "../layout.ts";
import type { CodePlan } from "../plan.ts";
import { PYTHON_WORDS } from "../../naming/reserved.ts";
import { isPlainIdentifier } from "./dialect.ts";
import { lineOf } from "./lines.ts";

/** Imports of a module. */
export class Imports {
  readonly #runtime = new Set<string>();
  readonly #typing = new Set<string>();
  #isAsync = false;
  #hasCallables = false;

  /** Notes a name of the runtime library. */
  runtime(name: string): void {
    this.#runtime.add(name);
  }

  /** Notes a name of the module `typing`. */
  typing(name: "Any" | "Literal" | "Protocol" | "TypedDict"): void {
    this.#typing.add(name);
  }

  /** Notes that there are types of functions. */
  callable(): void {
    this.#hasCallables = true;
  }

  /** Notes that events are queued. */
  future(): void {
    this.#isAsync = true;
  }

  /** The import statements. */
  lines(runtime: string, plan: CodePlan, types: string | undefined): string[] {
    return [
      "",
      "from __future__ import annotations",
      "",
      `from collections.abc import ${this.#hasCallables ? "Callable, " : ""}Sequence`,
      ...(this.#isAsync ? ["from concurrent.futures import Future"] : []),
      ...(plan.states.length > 0 ? ["from enum import IntEnum"] : []),
      ...(this.#typing.size > 0 ? [importLine("typing", [...this.#typing].sort())] : []),
      "",
      importLine(runtime, [...this.#runtime].sort(byCase)),
      ...(types === undefined ? [] : typeImports(plan, types)),
    ];
  }
}

function typeImports({ objectTypes, parameterTypes }: CodePlan, types: string): string[] {
  const classes = [...objectTypes.map(({ source, name }) => [source, name] as const), ...parameterTypes]
    .filter(([source]) => isImportable(source))
    .map(([source, name]) => source === name ? name : `${source} as ${name}`);
  return classes.length === 0 ? [] : [importLine(types, classes)];
}

/** True when a module can have a class of the name: no word of the language, in whatever script. */
function isImportable(source: string): boolean {
  return isPlainIdentifier(source) || (identifierOf(source) === source && !PYTHON_WORDS.has(source));
}

function importLine(module: string, names: readonly string[]): string {
  const line = `from ${module} import ${names.join(", ")}`;
  return line.length <= 79 ? line : lineOf(sequence(`from ${module} import `, brackets("(", names, ")")), "");
}

/** Constants, classes, functions, as sorted imports of Python stand. */
function byCase(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => (/^[A-Z]/.test(name) ? "0" : "1") + name);
  return (one ?? "") < (other ?? "") ? -1 : 1;
}
