/** A node of the syntax tree of a program (ESTree, and its extension for TypeScript). */
export interface SyntaxNode {
  /** The type of the node, such as `CallExpression`. */
  readonly type: string;
  /** The place of its first character: the line from 1, the column from 0. */
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  /** The parts of the node. */
  readonly [member: string]: unknown;
}

/** True for a node of the syntax tree. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" &&
    "loc" in value;
}

/** The node that a member holds. */
export function part(node: SyntaxNode | undefined, member: string): SyntaxNode | undefined {
  const value = node?.[member];
  return isNode(value) ? value : undefined;
}

/** The nodes that a member holds in a list. */
export function parts(node: SyntaxNode | undefined, member: string): readonly SyntaxNode[] {
  const value = node?.[member];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The text that a member holds, or that of the node it holds, when it is a name. */
export function word(node: SyntaxNode | undefined, member: string): string {
  const value = node?.[member];
  if (typeof value === "string") return value;
  return isNode(value) && typeof value["name"] === "string" ? value["name"] : "";
}

const WRAPPERS = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
  "ParenthesizedExpression",
  "ChainExpression",
]);

/** The expression inside casts, brackets and `!`, and the last one of `(0, called)`. */
export function bare(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (WRAPPERS.has(at.type) || at.type === "SequenceExpression") {
    const inner = at.type === "SequenceExpression" ? parts(at, "expressions").at(-1) : part(at, "expression");
    if (inner === undefined) break;
    at = inner;
  }
  return at;
}

/** All nodes of a tree, outer ones first, in the order of the text. */
export function nodesIn(root: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  const waiting: SyntaxNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    const inner = Object.values(node).flatMap((value) =>
      isNode(value) ? [value] : Array.isArray(value) ? value.filter(isNode) : []
    );
    waiting.push(...inner.reverse());
  }
  return found;
}

/** True for a function of any spelling. */
export function isFunction(node: SyntaxNode): boolean {
  return /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);
}

/** The key of a property or member that is written out, not computed. */
export function keyOf(node: SyntaxNode, member: "key" | "property"): string | undefined {
  const key = part(node, member);
  if (key === undefined) return undefined;
  if (key.type === "Literal" && (node["computed"] !== true || typeof key["value"] === "string")) {
    return String(key["value"]);
  }
  return node["computed"] !== true && key.type === "Identifier" ? word(key, "name") : undefined;
}

/** The statements of a block, or the one statement that stands for it. */
export function blockOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === "BlockStatement" ? parts(node, "body") : [node];
}
