import { commentLine, pythonString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import { jsonLiteral } from "../json_literal.ts";
import type { DataPlan } from "../plan_data.ts";
import type { CodePlan, EventPlan, FeederPlan } from "../plan.ts";
import { dictOf, type PythonDialect } from "./dialect.ts";
import { docOf, lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The class that runs the machine. */
export function contextLines(plan: CodePlan, imports: Imports, dialect: PythonDialect): string[] {
  const { names, machine, description, isAsync, events } = plan;
  const base = isAsync ? "ContextAsync" : "Context";
  imports.runtime(base);
  imports.typing("Any");
  const written = docOf(description ?? "", "    ");
  return [
    "",
    "",
    `class ${names.context}(${base}):`,
    ...(written.length > 0 ? written : docOf(`Runs ${commentLine(machine)}.`, "    ")),
    ...(plan.declared ? ["", `    data: ${names.data}`] : []),
    ...constructorLines(plan, dialect),
    ...events.flatMap((event) => event.isDeclared ? eventLines(event) : []),
  ];
}

/** The classes that send the events of sources. */
export function feederLines({ feeders, names, isAsync }: CodePlan, imports: Imports): string[] {
  if (isAsync && feeders.some(({ events }) => events.length > 0)) {
    imports.future();
    imports.runtime("SendResult");
  }
  return feeders.flatMap(({ source, className, events }: FeederPlan) => [
    "",
    "",
    `class ${className}:`,
    ...docOf(`Sends the events of ${commentLine(source)}.`, "    "),
    "",
    `    def __init__(self, context: ${names.context}) -> None:`,
    "        self._context = context",
    ...events.flatMap((event) => {
      const type = isAsync ? "Future[SendResult]" : "bool";
      const call = isAsync
        ? brackets("self._context.post(", [pythonString(event.id), ...payloadOf(event)], ")")
        : brackets(
          `self._context.${event.handler?.python ?? ""}(`,
          event.parameters.map(({ name }) => name.python),
          ")",
        );
      return methodLines(event, event.method.python, type, call);
    }),
  ]);
}

function constructorLines({ names, objects, hidden, declared }: CodePlan, dialect: PythonDialect): string[] {
  const name = pythonString(names.context);
  const parameters = [
    "self",
    ...objects.map(({ name, type }) => `${name}: ${type.python}`),
    ...(declared ? ["*", `data: ${declared.given} | None = None`] : []),
    ...(hasFunctions(declared) ? [`functions: ${declared.functionsType} | None = None`] : []),
    ...(declared && declared.tasks.length > 0 ? [`tasks: ${declared.tasksType} | None = None`] : []),
    "**options: Any",
  ];
  return [
    "",
    lineOf(brackets("def __init__(", parameters, ")", { hasLastComma: false }), "    ", " -> None:"),
    ...objects.map(({ name }) => `        self.${name} = ${name}`),
    declared
      ? lineOf(
        brackets("super().__init__(", [
          name,
          "CHART",
          withInitial(declared, dialect),
          ...functionsOf(declared, dialect),
          "**options",
        ], ")"),
        "        ",
      )
      : `        super().__init__(${name}, CHART, **options)`,
    ...hidden.flatMap(({ instance, name }) => {
      const key = pythonString(instance);
      return [
        `        if ${dialect.runtime("own")}(self, ${key}) is None:`,
        `            ${dialect.runtime("assign")}(self, ${key}, ${name})`,
      ];
    }),
  ];
}

function withInitial({ initial }: DataPlan, dialect: PythonDialect): Piece {
  const data = brackets(`${dialect.runtime("withInitial")}(`, ["data", jsonLiteral(initial, dialect)], ")");
  return sequence("data=", data);
}

function hasFunctions(declared: DataPlan | undefined): declared is DataPlan {
  return declared !== undefined && declared.functions.length > 0;
}

function functionsOf({ functions, tasks }: DataPlan, dialect: PythonDialect): Piece[] {
  const given = [functions.length > 0 ? "functions" : "", tasks.length > 0 ? "tasks" : ""].filter(Boolean);
  return given.map((name) =>
    sequence(`${name}=`, brackets(`${dialect.runtime("hostFunctions")}(`, [name], ")"))
  );
}

function eventLines(event: EventPlan): string[] {
  const call = brackets("self.fire(", [String(event.number), ...payloadOf(event)], ")");
  return methodLines(event, event.handler?.python ?? "", "bool", call);
}

function methodLines(event: EventPlan, name: string, type: string, call: Piece): string[] {
  const parameters = ["self", ...event.parameters.map((one) => `${one.name.python}: ${one.type.python}`)];
  const args = event.parameters.flatMap((one): [string, string][] =>
    one.description === undefined ? [] : [[one.name.python, one.description]]
  );
  const written = docOf(event.description ?? "", "        ", args);
  const doc = written.length > 0
    ? written
    : docOf(`Sends \`\`${commentLine(event.id)}\`\`.`, "        ", args);
  return [
    "",
    lineOf(brackets(`def ${name}(`, parameters, ")"), "    ", ` -> ${type}:`),
    ...doc,
    lineOf(sequence("return ", call), "        "),
  ];
}

function payloadOf({ parameters }: EventPlan): Piece[] {
  if (parameters.length === 0) return [];
  return [dictOf(parameters.map(({ key, name }): [string, Piece] => [key, name.python]))];
}
