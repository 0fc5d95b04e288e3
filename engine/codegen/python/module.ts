/**
 * Prints the plan of a module as Python, with the same parts in the same order as in TypeScript.
 *
 * @module
 */
import { MADE_BY } from "../made_by.ts";
import type { Printed } from "../dialect.ts";
import { commentLine } from "../escape.ts";
import { brackets, sequence } from "../layout.ts";
import type { GenerateOptions } from "../options.ts";
import type { CodePlan } from "../plan.ts";
import { ExpressionPrinter } from "../print_expression.ts";
import { chartLines } from "./chart.ts";
import { contextLines, feederLines } from "./context.ts";
import { PythonDialect } from "./dialect.ts";
import { Imports } from "./imports.ts";
import { docOf, lineOf } from "./lines.ts";
import { StatePrinter } from "./states.ts";
import { typeLines } from "./types.ts";

const RUNTIME = "loom_engine.runtime";

/** The Python module of a plan. */
export function pythonModule(plan: CodePlan, { runtime = RUNTIME, types }: GenerateOptions): string {
  const imports = new Imports();
  const parts: string[] = [];
  const dialect = new PythonDialect({
    use: (name) => imports.runtime(name),
    addPart: (value) => {
      const name = plan.spelled.part().python;
      parts.push(...partLines(name, value, plan, imports));
      return name;
    },
  });
  const states = new StatePrinter({
    plan,
    dialect,
    imports,
    addLines: (lines) => parts.push(...lines),
    takeParts: () => parts.splice(0),
    expressions: new ExpressionPrinter(dialect, plan.scope),
  });
  const lines = [
    ...typeLines(plan, imports, types !== undefined),
    ...states.lines(),
    ...contextLines(plan, imports, dialect),
    ...feederLines(plan, imports),
    ...chartLines(plan, imports),
  ];
  return [...headLines(plan), ...imports.lines(runtime, plan, types), ...lines].join("\n") + "\n";
}

function headLines({ machine, namespace }: CodePlan): string[] {
  const place = namespace === undefined || commentLine(namespace) === ""
    ? ""
    : ` (${commentLine(namespace)})`;
  const text = `${MADE_BY}${commentLine(machine)}${place}.`;
  return docOf(`${text}\n\nChange the definition, not this file.`, "");
}

/** A function for a part of an expression that would be too deep. */
function partLines(name: string, value: Printed, { names }: CodePlan, imports: Imports): string[] {
  imports.typing("Any");
  imports.runtime("Payload");
  const type = value.type === "boolean" ? "bool" : "Any";
  return [
    "",
    "",
    `def ${name}(c: ${names.context}, p: Payload | None) -> ${type}:`,
    lineOf(sequence("return ", brackets("(", [value.piece], ")", { hasLastComma: false })), "    "),
  ];
}
