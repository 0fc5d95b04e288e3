import type { Node } from "jsonc-parser";

/** One member of an object or element of an array, as it stands in a text. */
export interface JsonItem {
  /** Its place among the items, from 0. */
  readonly index: number;
  /** The member's key; `undefined` for an element. */
  readonly key: string | undefined;
  /** Start offset: that of the key of a member. */
  readonly start: number;
  /** End offset. */
  readonly end: number;
  /** Its value. */
  readonly node: Node;
  /** True when a later member of the same key hides it. */
  readonly hidden: boolean;
}

/** The items of a container in the order of the text; none for a scalar. */
export function itemsOf(node: Node): JsonItem[] {
  const children = node.children ?? [];
  if (node.type !== "object") {
    return children.map((child, index) => ({
      index,
      key: undefined,
      start: child.offset,
      end: endOf(child),
      node: child,
      hidden: false,
    }));
  }
  const last = new Map<string, Node>();
  for (const property of children) last.set(keyOf(property), property);
  return children.map((property, index) => ({
    index,
    key: keyOf(property),
    start: property.offset,
    end: endOf(property),
    node: valueOf(property),
    hidden: last.get(keyOf(property)) !== property,
  }));
}

/** End offset of a node. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** True when a node is an object or an array. */
export function isContainer(node: Node): boolean {
  return node.type === "object" || node.type === "array";
}

function keyOf(property: Node): string {
  return property.children?.[0]?.value as string;
}

function valueOf(property: Node): Node {
  const value = property.children?.[1];
  if (!value) throw new TypeError(`The JSON text breaks off at offset ${property.offset}.`);
  return value;
}
