import { isObject } from "@loom/protocol";

/** A node of PostgreSQL's syntax tree. */
export type PgNode = Readonly<Record<string, unknown>>;

/** A member that is a node. */
export function nodeAt(node: unknown, ...path: readonly string[]): PgNode | undefined {
  let at = node;
  for (const name of path) at = isObject(at) ? (at as PgNode)[name] : undefined;
  return isObject(at) ? at as PgNode : undefined;
}

/** A member that is a list of nodes. */
export function nodesAt(node: unknown, name: string): PgNode[] {
  const list = nodeAt(node)?.[name];
  return Array.isArray(list) ? list.filter((item): item is PgNode => isObject(item)) : [];
}

/** A member that is a text. */
export function textAt(node: unknown, name: string): string | undefined {
  const text = nodeAt(node)?.[name];
  return typeof text === "string" ? text : undefined;
}

/** The names of a list of `String` nodes. */
export function namesAt(node: unknown, name: string): string[] {
  return nodesAt(node, name).map((item) => textAt(item.String, "sval") ?? "");
}

/** The name of a table. */
export function relationAt(node: unknown, name: string): { schema?: string | undefined; name: string } {
  const relation = nodeAt(node, name);
  const schema = textAt(relation, "schemaname");
  return { schema, name: textAt(relation, "relname") ?? "" };
}

/** The type that a `TypeName` node names: its words, its size in parentheses, and its brackets. */
export function typeAt(node: unknown): { word: string; isBuiltIn: boolean; size: string; brackets: string } {
  const names = namesAt(node, "names");
  const sizes = nodesAt(node, "typmods").map((item) => nodeAt(item, "A_Const", "ival"));
  const word = names.at(-1) ?? "text";
  const isBuiltIn = names[0] === "pg_catalog";
  const numbers = sizes.map((size) => size === undefined ? undefined : String(size.ival ?? 0));
  const hasSize = numbers.length > 0 && !numbers.includes(undefined) && word !== "interval";
  return {
    word,
    isBuiltIn,
    size: hasSize ? `(${numbers.join(",")})` : "",
    brackets: nodesAt(node, "arrayBounds").map(() => "[]").join(""),
  };
}
