import type { JsonValue } from "@loom/protocol";
import { pascalCase, snakeCase } from "../naming/case.ts";
import { identifierOf } from "../naming/identifier.ts";
import type { GeneratedNames } from "../naming/names.ts";
import { type Spelling, UNKNOWN_TYPE } from "../naming/type_map.ts";
import type { DataType, DeclaredData, DeclaredMember, MemberType } from "../typing/data_type.ts";
import { initialDataOf } from "../typing/initial.ts";
import type { DataUse } from "../validate/data_use.ts";
import { planSignature, resultOf, type SignaturePlan } from "./plan_signatures.ts";
import { pythonString, typeScriptString } from "./escape.ts";

/** The declared data. */
export interface DataPlan {
  /** The name of the type of what a host gives. */
  readonly given: string;
  /** The types of the objects inside, inner ones first, the data itself last. */
  readonly types: readonly DataTypePlan[];
  /** The names of its members. */
  readonly members: ReadonlySet<string>;
  /** The first values. */
  readonly initial: Readonly<Record<string, JsonValue>>;
  /** The type of the functions that guards and actions call. */
  readonly functionsType: string;
  /** Those functions. */
  readonly functions: readonly SignaturePlan[];
  /** The type of the tasks that states invoke. */
  readonly tasksType: string;
  /** Those tasks, with what they get and give. */
  readonly tasks: readonly { readonly name: string; readonly input: Spelling; readonly output: Spelling }[];
  /** The methods of objects, by `object.method`. */
  readonly methods: ReadonlyMap<string, SignaturePlan>;
}

/** Data of the machine, objects in it, what a task gets, and what an invoked machine gives. */
export type DataRole = "data" | "object" | "input" | "output";

/** The comments of types, by their role. */
export const ROLE_TEXTS: Readonly<Record<DataRole, (machine: string) => string>> = {
  data: (machine) => `The data of ${machine}.`,
  object: (machine) => `An object in the data of ${machine}.`,
  input: (machine) => `What a task of ${machine} gets.`,
  output: (machine) => `What an invoked machine gives to ${machine}.`,
};

/** The type of an object of the data. */
export interface DataTypePlan {
  readonly name: string;
  /** The place of its use. */
  readonly role: DataRole;
  readonly members: readonly {
    readonly key: string;
    readonly type: Spelling;
    readonly description: string | undefined;
  }[];
}

const NO_INPUT: Spelling = { typescript: "undefined", python: "None" };
const TEXT: Spelling = { typescript: "string", python: "str" };
const SIMPLE: Readonly<Record<"text" | "number" | "integer" | "boolean" | "any", Spelling>> = {
  text: TEXT,
  number: { typescript: "number", python: "float" },
  integer: { typescript: "number", python: "int" },
  boolean: { typescript: "boolean", python: "bool" },
  any: UNKNOWN_TYPE,
};

/** Plans the types and the first values of declared data. */
export function planData(
  { declared, calls, tasks, outputs }: DataUse,
  names: GeneratedNames,
  planner: DataPlanner,
): DataPlan {
  const { data } = names.machine;
  const root: DataTypePlan = { name: data, role: "data", members: planner.membersOf(declared, data) };
  const signatures = [...calls].map(([path, signature]) => {
    const name = path.slice(path.lastIndexOf(".") + 1);
    return [path, planSignature(name, signature, (type) => planner.spelled(type))] as const;
  });
  const given = names.dataType(`${data}Start`);
  const named = (what: string): string => typeNameOf(names, what);
  const functionsType = names.dataType(named("Functions"));
  const tasksType = tasks.size === 0 ? "" : names.dataType(named("Tasks"));
  const planned = [...tasks].map(([name, input]) => ({
    name,
    input: input === undefined
      ? NO_INPUT
      : planner.ofRole("input", input, named(`${pascalCase(snakeCase(name))}Input`)),
    output: resultOf(outputs.get(name), (type) => planner.spelled(type)),
  }));
  return {
    given,
    types: [...planner.planned, root],
    members: new Set(declared.members.keys()),
    initial: initialDataOf(declared),
    functionsType,
    tasksType,
    tasks: planned,
    functions: signatures.flatMap(([path, signature]) => path.includes(".") ? [] : [signature]),
    methods: new Map(signatures.filter(([path]) => path.includes("."))),
  };
}

/** Plans the types of objects. */
export class DataPlanner {
  /** The types planned so far, inner ones first. */
  readonly planned: DataTypePlan[] = [];
  #role: DataRole = "object";
  readonly #names: GeneratedNames;
  readonly #objects = new Map<DeclaredData, Spelling>();

  constructor(names: GeneratedNames) {
    this.#names = names;
  }

  /** The members of an object. */
  membersOf({ members }: DeclaredData, owner: string): DataTypePlan["members"] {
    return [...members.values()].map((member: DeclaredMember) => ({
      key: member.name,
      type: this.spelled(member, owner + pascalCase(snakeCase(member.name))),
      description: member.description,
    }));
  }

  /** The spelling of what a task gets, or an invoked machine gives. */
  ofRole(role: DataRole, type: MemberType, name: string): Spelling {
    this.#role = role;
    const spelling = this.spelled(type, name);
    this.#role = "object";
    return spelling;
  }

  /** The spelling of a type; the types of objects have their names already. */
  spelled({ type, isOptional }: MemberType, name = ""): Spelling {
    const spelling = this.#typeOf(type, name);
    if (!isOptional || type.kind === "any") return spelling;
    return { typescript: `${spelling.typescript} | null`, python: `${spelling.python} | None` };
  }

  #typeOf(type: DataType, name: string): Spelling {
    switch (type.kind) {
      case "enum":
        return enumOf(type.values);
      case "list": {
        const { typescript, python } = this.#typeOf(type.items, `${name}Item`);
        const item = typescript.includes(" | ") ? `(${typescript})` : typescript;
        return { typescript: `${item}[]`, python: `list[${python}]` };
      }
      case "object":
        return this.#objectOf(type.declared, name);
      default:
        return SIMPLE[type.kind];
    }
  }

  #objectOf(declared: DeclaredData | undefined, name: string): Spelling {
    if (!declared) return { typescript: "Record<string, unknown>", python: "dict[str, Any]" };
    const known = this.#objects.get(declared);
    if (known) return known;
    const members = this.membersOf(declared, name);
    const given = this.#names.dataType(identifierOf(name));
    this.planned.push({ name: given, role: this.#role, members });
    const spelling = { typescript: given, python: given };
    this.#objects.set(declared, spelling);
    return spelling;
  }
}

function enumOf(values: readonly string[]): Spelling {
  const texts = [...new Set(values)];
  if (texts.length === 0) return TEXT;
  return {
    typescript: texts.map(typeScriptString).join(" | "),
    python: `Literal[${texts.map(pythonString).join(", ")}]`,
  };
}

/** The name of a type beside that of the data. */
export function typeNameOf({ machine: { data } }: GeneratedNames, what: string): string {
  return data.replace(/Data(?=(?:_\d+)?$)/, () => what);
}

/** The signature of a method of one class; none where several objects of it are called. */
export function methodOf(
  declared: DataPlan | undefined,
  instances: readonly string[],
  method: string,
): SignaturePlan | undefined {
  const found = instances.flatMap((instance) => declared?.methods.get(`${instance}.${method}`) ?? []);
  return found.length === 1 ? found[0] : undefined;
}
