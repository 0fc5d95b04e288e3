/** A parsed type expression of a {@linkcode FieldShape}. */
export type TypeExpression =
  | { readonly kind: "primitive"; readonly name: Primitive }
  | { readonly kind: "literal"; readonly value: string }
  | { readonly kind: "array"; readonly of: TypeExpression }
  | { readonly kind: "union"; readonly of: readonly TypeExpression[] }
  | { readonly kind: "shape"; readonly name: string; readonly partial: boolean };

/** The primitive types. */
export type Primitive = "string" | "number" | "integer" | "boolean" | "null" | "unknown";

const PRIMITIVES: ReadonlySet<string> = new Set([
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "unknown",
]);
const parsed = new Map<string, TypeExpression>();

/**
 * Parses a type expression such as `"a" | "b"`, `State[]` or `Partial<State>`.
 *
 * @throws {TypeError} When the text is no type expression: a mistake in a shape table, not in a document.
 */
export function parseType(text: string): TypeExpression {
  let type = parsed.get(text);
  if (!type) parsed.set(text, type = parseUnion(text));
  return type;
}

function parseUnion(text: string): TypeExpression {
  const parts = text.split("|").map((part) => part.trim());
  const types = parts.map(parseSingle);
  return types.length === 1 ? types[0]! : { kind: "union", of: types };
}

function parseSingle(text: string): TypeExpression {
  if (text.endsWith("[]")) return { kind: "array", of: parseSingle(text.slice(0, -2)) };
  const literal = /^"([^"]*)"$/.exec(text);
  if (literal) return { kind: "literal", value: literal[1]! };
  if (PRIMITIVES.has(text)) return { kind: "primitive", name: text as Primitive };
  const shape = /^(?:Partial<(\w+)>|(\w+))$/.exec(text);
  if (!shape) throw new TypeError(`Cannot read the type expression ${JSON.stringify(text)} of a shape table`);
  return { kind: "shape", name: (shape[1] ?? shape[2])!, partial: shape[1] !== undefined };
}

/** The type of the items where a value can be a list. */
export function itemType(type: TypeExpression): TypeExpression | undefined {
  if (type.kind === "array") return type.of;
  return type.kind === "union" ? type.of.map(itemType).find((item) => item !== undefined) : undefined;
}
