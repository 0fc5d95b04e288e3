/** The target of a foreign key. */
export interface AttributeReference {
  /** The entity. */
  readonly entity: string;
  /** The attribute; `undefined` for a reference to the entity alone. */
  readonly attribute?: string;
}

/**
 * Reads a reference: `Entity` or `Entity.attribute`. The first dot divides it.
 *
 * @example
 * ```ts
 * import { parseReference } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseReference("Member.member_id"), { entity: "Member", attribute: "member_id" });
 * assertEquals(parseReference("Member"), { entity: "Member" });
 * ```
 */
export function parseReference(text: string): AttributeReference {
  const dot = text.indexOf(".");
  return dot < 0 ? { entity: text } : { entity: text.slice(0, dot), attribute: text.slice(dot + 1) };
}
