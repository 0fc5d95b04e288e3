import { LoomError, type StateMachineDefinition, type TextDocument } from "@loom/protocol";
import { type ConfigSource, readConfig } from "../read_machine.ts";
import { CreatorCall, isPlain, SourceCode } from "../values.ts";
import { SourceModule } from "./module.ts";
import { parseSource } from "./parse.ts";
import { TypeReader } from "./read_types.ts";
import { bare, keyOf, nodesIn, part, parts, type SyntaxNode, word } from "./syntax.ts";

type Parts = Readonly<Record<"guards" | "actions" | "delays" | "actors", Readonly<Record<string, unknown>>>>;

/**
 * Reads a machine from TypeScript or JavaScript that makes it with XState: `setup(...).createMachine(...)`,
 * `createMachine(...)`, and the forms of XState 4. The source is parsed, never run. Functions that the language of guards
 * and actions can say become expressions; all others stay functions of the host, and are listed. Of several machines the
 * exported one is the document, all others are its parts.
 *
 * @param name The machine's name where the source gives none.
 * @throws {LoomError} `xstate_syntax` when the source does not parse, `xstate_source` when it makes no machine,
 * `too_deep` when states nest deeper than 200 levels.
 */
export function readXStateSource(text: string, name?: string): TextDocument<StateMachineDefinition> {
  const module = new SourceModule(parseSource(text));
  const machines = machinesIn(module);
  const [machine] = machines;
  if (machine === undefined) {
    throw new LoomError(
      "xstate_source",
      "This source makes no machine of XState: give one that calls createMachine with an object.",
    );
  }
  const paths = pathsOf(machines);
  const read = readConfig(sourceOf(machine, module, paths, name));
  const parts = machines.slice(1).map((other) => {
    const { definition, remarks } = readConfig(sourceOf(other, module, paths, undefined));
    return { path: paths.get(other.call) ?? "", definition, remarks };
  });
  const remarks = [read, ...parts].flatMap((one) => one.remarks).sort((one, other) => one.line - other.line);
  return {
    definition: read.definition,
    remarks,
    ...(parts.length === 0 ? {} : { parts: parts.map(({ path, definition }) => ({ path, definition })) }),
  };
}

/** A call that makes a machine. */
interface FoundMachine {
  readonly call: SyntaxNode;
  readonly config: Readonly<Record<string, unknown>>;
  /** The name that the source gives it. */
  readonly title: string;
}

/** The paths of the documents that machines of a source become, beside each other. */
function pathsOf(machines: readonly FoundMachine[]): ReadonlyMap<SyntaxNode, string> {
  const names = new Set<string>();
  return new Map(machines.map(({ call, config, title }) => {
    const id = typeof config["id"] === "string" ? config["id"] : title;
    const base = id.replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "") || "machine";
    let name = base;
    for (let count = 2; names.has(name); count++) name = `${base}_${count}`;
    names.add(name);
    return [call, `${name}.smdf.json`];
  }));
}

/** The machines of a source: the exported one first, those that another one runs last. */
function machinesIn(module: SourceModule): FoundMachine[] {
  const titles = new Map<SyntaxNode, string>();
  const exported = new Set<string>();
  for (const node of module.nodes) {
    if (node.type === "VariableDeclarator") {
      const init = part(node, "init");
      if (init !== undefined) titles.set(machineCall(bare(init)), word(node, "id"));
    }
    if (node.type === "ExportDefaultDeclaration") exported.add(word(node, "declaration"));
  }
  const found = module.nodes.flatMap((call): FoundMachine[] => {
    const [given] = parts(call, "arguments");
    if (!/^(?:createMachine|Machine)$/.test(module.creatorOf(call) ?? "") || given === undefined) return [];
    const config = module.valueOf(given);
    return isPlain(config) ? [{ call, config, title: titles.get(call) ?? "" }] : [];
  });
  const rank = ({ call, title }: FoundMachine): number =>
    title !== "" && exported.has(title) ? 0 : isRunByAnother(call, title, found) ? 2 : 1;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** True for a machine that is inside another one's call, or named there. */
function isRunByAnother(call: SyntaxNode, title: string, found: readonly FoundMachine[]): boolean {
  return found.some((other) =>
    other.call !== call &&
    nodesIn(other.call).some((node) =>
      node === call || (title !== "" && node.type === "Identifier" && node["name"] === title)
    )
  );
}

/** The call that makes a machine, behind `provide` and `withConfig`. */
function machineCall(node: SyntaxNode): SyntaxNode {
  const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
  const object = callee === undefined ? undefined : part(callee, "object");
  const isChain = callee !== undefined &&
    /^(?:provide|withConfig|withContext)$/.test(keyOf(callee, "property") ?? "");
  return isChain && object !== undefined ? machineCall(bare(object)) : node;
}

function sourceOf(
  { call, config, title }: FoundMachine,
  module: SourceModule,
  paths: ReadonlyMap<SyntaxNode, string>,
  name: string | undefined,
): ConfigSource {
  const [, options] = parts(call, "arguments");
  const setup = setupOf(call, module);
  const given = [...setup, ...(options === undefined ? [] : [options]), ...providedTo(call, title, module)];
  const types = typesOf(call, setup, module);
  const events = types.events;
  return {
    config,
    name: title || name,
    module,
    isOld: isOldForm(module),
    parts: partsOf(given.map((one) => module.valueOf(one))),
    fields: types.fields,
    events,
    payloadOf: (event) => new Set((events.get(event) ?? []).map((one) => one.name)),
    childOf: (value) =>
      value instanceof SourceCode ? paths.get(machineCall(module.follow(value.node))) : undefined,
    locate(path, value) {
      const own = value instanceof SourceCode || value instanceof CreatorCall ? value.node : undefined;
      const node = own ?? module.placeOf(config, path);
      return placeOf(node ?? call);
    },
  };
}

function placeOf({ loc: { start } }: SyntaxNode): { readonly line: number; readonly column: number } {
  return { line: start.line, column: start.column + 1 };
}

/** The arguments of `setup`, and of each `extend` behind it. */
function setupOf(call: SyntaxNode, module: SourceModule): SyntaxNode[] {
  const object = part(part(call, "callee"), "object");
  const found: SyntaxNode[] = [];
  let at = object === undefined ? undefined : module.follow(object);
  while (at?.type === "CallExpression") {
    const [given] = parts(at, "arguments");
    if (given !== undefined) found.unshift(given);
    const callee = part(at, "callee");
    const inner = callee?.type === "MemberExpression" ? part(callee, "object") : undefined;
    at = inner === undefined ? undefined : module.follow(inner);
  }
  return found;
}

/** The implementations that `provide` and `withConfig` give a machine. */
function providedTo(call: SyntaxNode, title: string, module: SourceModule): SyntaxNode[] {
  return module.nodes.flatMap((node) => {
    const callee = node.type === "CallExpression" ? part(node, "callee") : undefined;
    const object = callee === undefined ? undefined : part(callee, "object");
    const [given] = parts(node, "arguments");
    if (object === undefined || given === undefined || callee === undefined) return [];
    if (!/^(?:provide|withConfig)$/.test(keyOf(callee, "property") ?? "")) return [];
    const at = bare(object);
    return machineCall(at) === call || (title !== "" && word(at, "name") === title) ? [given] : [];
  });
}

/** Implementations by name; `services` are the actors of XState 4. */
function partsOf(given: readonly unknown[]): Parts {
  const merged = (...names: string[]): Record<string, unknown> =>
    Object.assign(
      {},
      ...given.flatMap((one) => names.map((name) => isPlain(one) && isPlain(one[name]) ? one[name] : {})),
    );
  return {
    guards: merged("guards"),
    actions: merged("actions"),
    delays: merged("delays"),
    actors: merged("services", "actors"),
  };
}

/** `cond`, `Machine`, `interpret`: the form before XState 5. */
function isOldForm(module: SourceModule): boolean {
  return module.imports("Machine") || module.imports("interpret") ||
    module.nodes.some((node) => node.type === "Property" && keyOf(node, "key") === "cond");
}

/** The types of the context and of the events, from `types`, `schema` or the type arguments. */
function typesOf(
  call: SyntaxNode,
  setup: readonly SyntaxNode[],
  module: SourceModule,
): { readonly fields: ReturnType<TypeReader["members"]>; readonly events: ReturnType<TypeReader["events"]> } {
  const reader = new TypeReader(module);
  const [config] = parts(call, "arguments");
  const given = [config, ...setup].flatMap((one) => one === undefined ? [] : [module.follow(one)]);
  const found = new Map<string, SyntaxNode | undefined>();
  const [context, event] = parts(part(call, "typeArguments") ?? part(call, "typeParameters"), "params");
  found.set("context", context).set("events", event);
  for (const one of given) {
    for (const property of parts(one, "properties")) {
      if (!/^(?:types|schema)$/.test(keyOf(property, "key") ?? "")) continue;
      for (const [name, type] of typeNodes(part(property, "value"), reader)) found.set(name, type);
    }
  }
  return { fields: reader.members(found.get("context")), events: reader.events(found.get("events")) };
}

/** `{} as { context: A; events: B }`, or `{ context: {} as A, events: {} as B }`. */
function* typeNodes(
  value: SyntaxNode | undefined,
  reader: TypeReader,
): Generator<readonly [string, SyntaxNode | undefined]> {
  if (value === undefined) return;
  const whole = castOf(value);
  if (whole !== undefined) yield* reader.memberNodes(whole);
  for (const one of parts(bare(value), "properties")) {
    const [name, inner] = [keyOf(one, "key"), part(one, "value")];
    const type = inner === undefined ? undefined : castOf(inner);
    if (name !== undefined && type !== undefined) yield [name, type];
  }
}

function castOf(node: SyntaxNode): SyntaxNode | undefined {
  return /^TS(?:As|Satisfies)Expression$|^TSTypeAssertion$/.test(node.type)
    ? part(node, "typeAnnotation")
    : undefined;
}
