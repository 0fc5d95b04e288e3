/** Names of the member in which tools keep an id of their own. */
const OWN_ID = /^(?:x-)?(?:uid|uuid|guid)$|^x-id$/i;

/**
 * The id that some tool has given to a thing of a document, in a member that the format does not know. Two versions of
 * a thing have the same one, whatever else changed; two things never have.
 *
 * @example
 * ```ts
 * import { ownIdOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(ownIdOf({ name: "Open", "x-id": "n7" }), "n7");
 * assertEquals(ownIdOf({ name: "Open", id: "open" }), undefined);
 * ```
 */
export function ownIdOf(item: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of Object.keys(item)) {
    const value = item[key];
    if (typeof value === "string" && value !== "" && OWN_ID.test(key)) return value;
  }
  return undefined;
}
