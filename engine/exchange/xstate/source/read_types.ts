import type { DataField, DataType, Parameter } from "@loom/protocol";
import type { SourceModule } from "./module.ts";
import { keyOf, part, parts, type SyntaxNode, word } from "./syntax.ts";

/** The deepest nesting of types to follow. */
const MAX_DEPTH = 12;
const SIMPLE: Readonly<Record<string, DataType["type"]>> = {
  TSStringKeyword: "text",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
  TSArrayType: "list",
  TSTupleType: "list",
  TSTypeLiteral: "object",
  TSObjectKeyword: "object",
};

/** A type as declared data has it. */
export interface ReadType extends DataType {
  /** True when it may be null. */
  readonly optional?: boolean;
}

/** The types that a machine declares: of its context and of its events. */
export class TypeReader {
  readonly #module: SourceModule;

  constructor(module: SourceModule) {
    this.#module = module;
  }

  /** The members of an object type, with their types. */
  members(type: SyntaxNode | undefined): Map<string, ReadType> {
    const found = new Map<string, ReadType>();
    for (const [name, { type: inner, isOptional }] of this.#membersOf(type, 0)) {
      const of = this.#typeOf(inner, 1);
      found.set(name, isOptional ? { ...of, optional: true } : of);
    }
    return found;
  }

  /** The nodes of the members of an object type. */
  memberNodes(type: SyntaxNode | undefined): Map<string, SyntaxNode | undefined> {
    return new Map([...this.#membersOf(type, 0)].map(([name, { type: inner }]) => [name, inner]));
  }

  /** The members of each event of a union. */
  events(type: SyntaxNode | undefined): Map<string, Parameter[]> {
    const found = new Map<string, Parameter[]>();
    for (const one of this.#union(type, 0)) {
      const members = this.#membersOf(one, 0);
      const types = this.#union(members.get("type")?.type, 0);
      const parameters = [...members].filter(([name]) => name !== "type").map(([name, { type: inner }]) => ({
        name,
        type: this.#typeOf(inner, 1).type,
      })).map(({ name, type }): Parameter => ({ name, type: type === "enum" ? "text" : type }));
      for (const literal of types) {
        const value = part(literal, "literal")?.["value"];
        if (typeof value === "string") found.set(value, parameters);
      }
    }
    return found;
  }

  /** The type that a name stands for. */
  #resolve(type: SyntaxNode | undefined, depth: number): SyntaxNode | undefined {
    if (type === undefined || depth > MAX_DEPTH) return undefined;
    if (type.type === "TSParenthesizedType" || type.type === "TSTypeAnnotation") {
      return this.#resolve(part(type, "typeAnnotation"), depth + 1);
    }
    if (type.type !== "TSTypeReference") return type;
    const named = this.#module.types.get(word(type, "typeName"));
    if (named === undefined) return type;
    return named.type === "TSInterfaceDeclaration"
      ? named
      : this.#resolve(part(named, "typeAnnotation"), depth + 1);
  }

  #union(type: SyntaxNode | undefined, depth: number): SyntaxNode[] {
    const at = this.#resolve(type, depth);
    if (at === undefined || depth > MAX_DEPTH) return [];
    return at.type === "TSUnionType"
      ? parts(at, "types").flatMap((one) => this.#union(one, depth + 1))
      : [at];
  }

  #membersOf(type: SyntaxNode | undefined, depth: number): Map<string, Member> {
    const at = this.#resolve(type, depth);
    const found = new Map<string, Member>();
    if (at === undefined || depth > MAX_DEPTH) return found;
    const isInterface = at.type === "TSInterfaceDeclaration";
    const inner = at.type === "TSIntersectionType"
      ? parts(at, "types")
      : isInterface
      ? parts(at, "extends").map((one) => this.#module.types.get(word(one, "expression")))
      : [];
    for (const one of inner) {
      for (const [name, member] of this.#membersOf(one, depth + 1)) found.set(name, member);
    }
    for (const one of parts(isInterface ? part(at, "body") : at, isInterface ? "body" : "members")) {
      const name = one.type === "TSPropertySignature" ? keyOf(one, "key") : undefined;
      if (name === undefined) continue;
      found.set(name, {
        type: part(part(one, "typeAnnotation"), "typeAnnotation"),
        isOptional: one["optional"] === true,
      });
    }
    return found;
  }

  #typeOf(type: SyntaxNode | undefined, depth: number): ReadType {
    const all = this.#union(type, depth);
    const some = all.filter((one) => one.type !== "TSNullKeyword" && one.type !== "TSUndefinedKeyword");
    const optional = some.length < all.length ? { optional: true } : {};
    const values = some.map((one) => part(one, "literal")?.["value"]);
    const texts = values.filter((one) => typeof one === "string");
    if (texts.length > 0 && texts.length === some.length) return { type: "enum", values: texts, ...optional };
    const kinds = new Set(values.map((value, at) => kindOf(value, some[at])));
    const [kind = "any"] = kinds;
    const [only] = some;
    if (kinds.size !== 1 || only === undefined) return { type: "any", ...optional };
    if (some.length > 1 && (kind === "list" || kind === "object")) return { type: kind, ...optional };
    return { type: kind, ...this.#inside(only, kind, depth), ...optional };
  }

  /** The items of a list, the members of an object. */
  #inside(type: SyntaxNode, kind: DataType["type"], depth: number): Partial<DataType> {
    if (depth > MAX_DEPTH) return {};
    if (kind === "list") {
      const item = part(type, "elementType") ??
        parts(part(type, "typeArguments") ?? part(type, "typeParameters"), "params")[0];
      if (item === undefined) return {};
      const { optional: _optional, ...items } = this.#typeOf(item, depth + 1);
      return items.type === "any" ? {} : { items };
    }
    if (kind !== "object") return {};
    const fields = [...this.#membersOf(type, depth)].map((
      [name, { type: inner, isOptional }],
    ): DataField => ({
      name,
      ...this.#typeOf(inner, depth + 1),
      ...(isOptional ? { optional: true } : {}),
    }));
    return fields.length > 0 ? { fields } : {};
  }
}

interface Member {
  readonly type: SyntaxNode | undefined;
  readonly isOptional: boolean;
}

function kindOf(literal: unknown, type: SyntaxNode | undefined): DataType["type"] {
  if (typeof literal === "number") return "number";
  if (typeof literal === "boolean") return "boolean";
  if (type === undefined) return "any";
  if (type.type === "TSInterfaceDeclaration") return "object";
  if (type.type === "TSTypeReference") {
    const name = word(type, "typeName");
    return /^(?:Readonly)?Array$/.test(name) ? "list" : /^(?:Record|Partial)$/.test(name) ? "object" : "any";
  }
  return SIMPLE[type.type] ?? "any";
}
