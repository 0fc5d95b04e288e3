/**
 * Prints the plan of a module as TypeScript, part by part from top to bottom.
 *
 * @module
 */
import { MADE_BY } from "../made_by.ts";
import { HOLD, type Printed, USES } from "../dialect.ts";
import { commentLine } from "../escape.ts";
import { sequence } from "../layout.ts";
import type { GenerateOptions } from "../options.ts";
import type { CodePlan } from "../plan.ts";
import { ExpressionPrinter } from "../print_expression.ts";
import { chartLines } from "./chart.ts";
import { contextLines, feederLines } from "./context.ts";
import { body, TypeScriptDialect } from "./dialect.ts";
import { Imports } from "./imports.ts";
import { lineOf } from "./lines.ts";
import { StatePrinter } from "./states.ts";
import { typeLines } from "./types.ts";

const RUNTIME = "@loom/engine/runtime";

/** The TypeScript module of a plan. */
export function typeScriptModule(plan: CodePlan, { runtime = RUNTIME, types }: GenerateOptions): string {
  const imports = new Imports();
  const parts: string[] = [];
  const dialect = new TypeScriptDialect({
    use: (name) => imports.value(name),
    addPart: (value) => {
      const name = plan.spelled.part().typescript;
      parts.push(...partLines(name, value, plan, imports));
      return name;
    },
    declared: plan.declared?.members,
  });
  const states = new StatePrinter({
    plan,
    dialect,
    imports,
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
  return [
    `// ${MADE_BY}${commentLine(machine)}${place}. Change the definition, not this file.`,
    "// deno-fmt-ignore-file",
  ];
}

/** A function for a part of an expression that would be too deep. */
function partLines(name: string, value: Printed, { names }: CodePlan, imports: Imports): string[] {
  imports.type("Payload");
  const [c, p] = [
    (value.uses & USES.context) === 0 ? "_c" : "c",
    (value.uses & USES.payload) === 0 ? "_p" : "p",
  ];
  const type = value.type === "boolean" ? "boolean" : "unknown";
  return [
    "",
    `function ${name}(${c}: ${names.context}, ${p}: Payload | undefined): ${type} {`,
    lineOf(sequence("return ", value.hold > HOLD.loose ? value.piece : body(value.piece)), "  ", ";"),
    "}",
  ];
}
