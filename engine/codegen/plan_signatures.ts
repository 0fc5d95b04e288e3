import { identifierOf } from "../naming/identifier.ts";
import { RESERVED_WORDS } from "../naming/reserved.ts";
import type { Spelling } from "../naming/type_map.ts";
import type { MemberType } from "../typing/data_type.ts";
import type { Signature } from "../typing/signatures.ts";

/** The signature of a function of the host, or of a method of an object, in each language. */
export interface SignaturePlan {
  readonly name: string;
  /** Parameters and result of a method: `(arg1: number): boolean`, `(self, arg1: float, /) -> bool`. */
  readonly method: Spelling;
  /** The type of a Python function: `Callable[[float], bool]`. */
  readonly callable: string;
}

/** A parameter in each language. */
interface Parameter {
  readonly type: Spelling;
  readonly isAlways: boolean;
}

/** Spells a signature; `spelled` spells a type. */
export function planSignature(
  name: string,
  { args, least, keywords, result }: Signature,
  spelled: (type: MemberType) => Spelling,
): SignaturePlan {
  const positional = args.map((type, index): Parameter => ({ type: spelled(type), isAlways: index < least }));
  const named = [...keywords].map(([key, { isAlways, ...type }]) => ({ key, type: spelled(type), isAlways }));
  const given = resultOf(result, spelled);
  const isFixed = least === args.length;
  const parameters = {
    typescript: isFixed || named.length === 0
      ? typeScriptParameters(positional, named)
      : "...args: unknown[]",
    python: pythonParameters(positional, named),
  };
  const types = isFixed && named.length === 0
    ? `[${positional.map(({ type }) => type.python).join(", ")}]`
    : "...";
  return {
    name,
    method: {
      typescript: `(${parameters.typescript}): ${given.typescript}`,
      python: `(${parameters.python}) -> ${given.python}`,
    },
    callable: `Callable[${types}, ${given.python}]`,
  };
}

/** The spelling of a result; one that nobody uses may be anything. */
export function resultOf(result: Signature["result"], spelled: (type: MemberType) => Spelling): Spelling {
  if (result === "nothing") return { typescript: "void", python: "object" };
  if (result === undefined || result.kind === "any") return { typescript: "unknown", python: "object" };
  return spelled({ type: result, isOptional: false });
}

function typeScriptParameters(
  positional: readonly Parameter[],
  named: readonly (Parameter & { readonly key: string })[],
): string {
  const list = positional.map(({ type, isAlways }, index) =>
    `arg${index + 1}${isAlways ? "" : "?"}: ${type.typescript}`
  );
  if (named.length > 0) {
    const members = named.map(({ key, type, isAlways }) =>
      `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}${
        isAlways ? "" : "?"
      }: ${type.typescript}`
    );
    const mark = named.some(({ isAlways }) => isAlways) ? "" : "?";
    list.push(`options${mark}: { ${members.join("; ")} }`);
  }
  return list.join(", ");
}

function pythonParameters(
  positional: readonly Parameter[],
  named: readonly (Parameter & { readonly key: string })[],
): string {
  const list = ["self"];
  positional.forEach(({ type, isAlways }, index) => {
    list.push(`arg${index + 1}: ${type.python}${isAlways ? "" : " = ..."}`);
  });
  list.push("/");
  // A keyword that Python cannot spell is not said.
  const isSpelled = named.every(({ key }) => identifierOf(key) === key && !RESERVED_WORDS.has(key));
  if (!isSpelled) return `${list.join(", ")}, **options: Any`;
  if (named.length > 0) list.push("*");
  for (const { key, type, isAlways } of named) {
    list.push(`${key}: ${type.python}${isAlways ? "" : " = ..."}`);
  }
  return list.join(", ");
}
