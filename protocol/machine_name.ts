/**
 * The name of a machine after its file.
 *
 * @example
 * ```ts
 * import { machineNameFrom } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(machineNameFrom("/home/my-door.smdf.json"), "MyDoor");
 * ```
 */
export function machineNameFrom(path: string): string {
  const [stem = ""] = path.replace(/^.*[/\\]/s, "").split(".", 1);
  const words = stem.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(name) ? name : `Machine${name}`;
}
