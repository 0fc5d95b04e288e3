import type { JsonValue } from "@loom/protocol";
import { pascalCase, snakeCase } from "../naming/case.ts";
import { identifierOf } from "../naming/identifier.ts";
import type { GeneratedNames } from "../naming/names.ts";
import { type Spelling, UNKNOWN_TYPE } from "../naming/type_map.ts";
import type { DataType, DeclaredData, DeclaredMember, MemberType } from "../typing/data_type.ts";
import { initialDataOf } from "../typing/initial.ts";
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
}

/** The type of an object of the data. */
export interface DataTypePlan {
  readonly name: string;
  readonly members: readonly {
    readonly key: string;
    readonly type: Spelling;
    readonly description: string | undefined;
  }[];
}

const TEXT: Spelling = { typescript: "string", python: "str" };
const SIMPLE: Readonly<Record<"text" | "number" | "integer" | "boolean" | "any", Spelling>> = {
  text: TEXT,
  number: { typescript: "number", python: "float" },
  integer: { typescript: "number", python: "int" },
  boolean: { typescript: "boolean", python: "bool" },
  any: UNKNOWN_TYPE,
};

/** Plans the types and the first values of declared data. */
export function planData(declared: DeclaredData, names: GeneratedNames): DataPlan {
  const { data } = names.machine;
  const planner = new DataPlanner(names);
  const root = { name: data, members: planner.membersOf(declared, data) };
  return {
    given: names.dataType(`${data}Start`),
    types: [...planner.types, root],
    members: new Set(declared.members.keys()),
    initial: initialDataOf(declared),
  };
}

class DataPlanner {
  readonly types: DataTypePlan[] = [];
  readonly #names: GeneratedNames;

  constructor(names: GeneratedNames) {
    this.#names = names;
  }

  membersOf({ members }: DeclaredData, owner: string): DataTypePlan["members"] {
    return [...members.values()].map((member: DeclaredMember) => ({
      key: member.name,
      type: this.#spelled(member, owner + pascalCase(snakeCase(member.name))),
      description: member.description,
    }));
  }

  #spelled({ type, isOptional }: MemberType, name: string): Spelling {
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
    const members = this.membersOf(declared, name);
    const given = this.#names.dataType(identifierOf(name));
    this.types.push({ name: given, members });
    return { typescript: given, python: given };
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
