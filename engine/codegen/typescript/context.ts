import { commentLine, typeScriptString } from "../escape.ts";
import { brackets, type Piece, sequence } from "../layout.ts";
import { jsonLiteral } from "../json_literal.ts";
import type { DataPlan } from "../plan_data.ts";
import type { CodePlan, EventPlan, FeederPlan, ParameterPlan } from "../plan.ts";
import { keyOf, type TypeScriptDialect } from "./dialect.ts";
import { docOf, lineOf } from "./lines.ts";
import type { Imports } from "./imports.ts";

/** The class that runs the machine. */
export function contextLines(plan: CodePlan, imports: Imports, dialect: TypeScriptDialect): string[] {
  const { names, machine, description, isAsync, events } = plan;
  const base = isAsync ? "ContextAsync" : "Context";
  imports.value(base);
  imports.type(plan.declared ? "DataOptions" : "ContextOptions");
  return [
    "",
    ...docOf(description ?? `Runs ${machine}.`, ""),
    `export class ${names.context} extends ${base}<${names.data}> {`,
    ...constructorLines(plan, dialect),
    ...events.flatMap((event) => event.isDeclared ? eventLines(event) : []),
    "}",
  ];
}

/** The classes that send the events of sources. */
export function feederLines({ feeders, names, isAsync }: CodePlan, imports: Imports): string[] {
  if (isAsync && feeders.some(({ events }) => events.length > 0)) imports.type("SendResult");
  return feeders.flatMap(({ source, className, events }: FeederPlan) => [
    "",
    ...docOf(`Sends the events of ${commentLine(source)}.`, ""),
    `export class ${className} {`,
    `  private readonly context: ${names.context};`,
    "",
    `  constructor(context: ${names.context}) {`,
    "    this.context = context;",
    "  }",
    ...events.flatMap((event) => {
      const type = isAsync ? "Promise<SendResult>" : "boolean";
      const call = isAsync
        ? brackets("this.context.post(", [typeScriptString(event.id), ...payloadOf(event)], ")")
        : brackets(`this.context.${event.handler?.typescript ?? ""}(`, event.parameters.map(nameOf), ")");
      return methodLines(event, event.method.typescript, type, call);
    }),
    "}",
  ]);
}

function constructorLines(
  { names, objects, hidden, declared }: CodePlan,
  dialect: TypeScriptDialect,
): string[] {
  const parameters = [
    ...objects.map(({ name, type }) => `${name}: ${type.typescript}`),
    `options: ${optionsType(names.data, declared)} = {}`,
  ];
  const name = typeScriptString(names.context);
  const fields = objects.map(({ name, type }) => `  readonly ${name}: ${type.typescript};`);
  return [
    ...(fields.length === 0 ? [] : [...fields, ""]),
    lineOf(sequence(brackets("constructor(", parameters, ")"), " {"), "  ", ""),
    declared
      ? lineOf(
        brackets("super(", [name, "CHART", withInitial(declared, names.data, dialect)], ")"),
        "    ",
        ";",
      )
      : `    super(${name}, CHART, options);`,
    ...objects.map(({ name }) => `    this.${name} = ${name};`),
    ...hidden.map(({ instance, name }) => {
      const key = typeScriptString(instance);
      return `    if (${dialect.runtime("own")}(this, ${key}) === null) ${
        dialect.runtime("assign")
      }(this, ${key}, ${name});`;
    }),
    "  }",
  ];
}

function optionsType(data: string, declared: DataPlan | undefined): string {
  if (!declared) return `ContextOptions<${data}>`;
  const { functions, functionsType, tasks, tasksType } = declared;
  const types = [data];
  if (functions.length > 0 || tasks.length > 0) types.push(functions.length > 0 ? functionsType : "unknown");
  if (tasks.length > 0) types.push(tasksType);
  return `DataOptions<${types.join(", ")}>`;
}

function withInitial({ initial }: DataPlan, data: string, dialect: TypeScriptDialect): Piece {
  const open = `${dialect.runtime("withInitial")}<${data}>(`;
  return brackets(open, ["options", jsonLiteral(initial, dialect)], ")");
}

function eventLines(event: EventPlan): string[] {
  const call = brackets("this.fire(", [String(event.number), ...payloadOf(event)], ")");
  return methodLines(event, event.handler?.typescript ?? "", "boolean", call);
}

function methodLines(event: EventPlan, name: string, type: string, call: Piece): string[] {
  const parameters = event.parameters.map((one) => `${nameOf(one)}: ${one.type.typescript}`);
  const tags = event.parameters.flatMap((one) =>
    one.description === undefined ? [] : [`@param ${nameOf(one)} ${one.description}`]
  );
  return [
    "",
    ...docOf(event.description ?? `Sends \`${commentLine(event.id)}\`.`, "  ", tags),
    lineOf(sequence(brackets(`${name}(`, parameters, ")"), `: ${type} {`), "  ", ""),
    lineOf(sequence("return ", call), "    ", ";"),
    "  }",
  ];
}

function payloadOf({ parameters }: EventPlan): Piece[] {
  if (parameters.length === 0) return [];
  const members = parameters.map((one) => {
    const [key, name] = [keyOf(one.key), nameOf(one)];
    return key === name ? name : `${key}: ${name}`;
  });
  return [brackets("{", members, "}", { isSpaced: true })];
}

function nameOf({ name }: ParameterPlan): string {
  return name.typescript;
}
