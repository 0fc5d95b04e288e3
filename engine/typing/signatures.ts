import type { CallExpression } from "../expression/ast.ts";
import { ANY, type DataType, type MemberType } from "./data_type.ts";
import type { Expected } from "./infer.ts";
import { joinTypes } from "./payloads.ts";

/** Types that calls of a function pass to it and expect of it. */
export interface Signature {
  /** The types of the positional arguments. */
  readonly args: readonly MemberType[];
  /** Number of positional arguments that every call has. */
  readonly least: number;
  /** The types of the keyword arguments, and whether every call has them. */
  readonly keywords: ReadonlyMap<string, MemberType & { readonly isAlways: boolean }>;
  /** The use of its result. */
  readonly result: Expected;
}

/** The signature of one call; the types are those of its positional and then its keyword arguments. */
export function signatureOf(
  { args, kwargs }: CallExpression,
  types: readonly MemberType[],
  result: Expected,
): Signature {
  const keywords = kwargs.map(({ name }, index) => {
    const { type, isOptional } = types[args.length + index] ?? { type: ANY, isOptional: false };
    return [name, { type, isOptional, isAlways: true }] as const;
  });
  return { args: types.slice(0, args.length), least: args.length, keywords: new Map(keywords), result };
}

/** The signature that takes the calls of both. */
export function joinSignatures(one: Signature, other: Signature): Signature {
  const length = Math.max(one.args.length, other.args.length);
  const keywords = new Map<string, MemberType & { readonly isAlways: boolean }>();
  for (const name of [...one.keywords.keys(), ...other.keywords.keys()]) {
    const [a, b] = [one.keywords.get(name), other.keywords.get(name)];
    const isAlways = a !== undefined && b !== undefined && a.isAlways && b.isAlways;
    keywords.set(name, { ...joinMembers(a, b), isAlways });
  }
  return {
    args: Array.from({ length }, (_, index) => joinMembers(one.args[index], other.args[index])),
    least: Math.min(one.least, other.least),
    keywords,
    result: joinResults(one.result, other.result),
  };
}

function joinMembers(one: MemberType | undefined, other: MemberType | undefined): MemberType {
  if (!one || !other) return one ?? other ?? { type: ANY, isOptional: false };
  return { type: joinTypes(one.type, other.type), isOptional: one.isOptional || other.isOptional };
}

/** A use that asks for nothing leaves the choice to the other. */
function joinResults(one: Expected, other: Expected): Expected {
  if (isType(one) && isType(other)) return joinTypes(one, other);
  if (isType(one)) return one;
  return isType(other) ? other : one === "nothing" ? other : one;
}

function isType(expected: Expected): expected is DataType {
  return expected !== undefined && expected !== "nothing";
}
