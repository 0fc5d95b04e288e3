/**
 * The path that a system means by that of a member.
 *
 * @param systemPath The path of the system document, with `/` between its parts.
 * @param memberPath As the system writes it: absolute, or from the system's folder.
 * @returns The path without `.` and `..`.
 *
 * @example
 * ```ts
 * import { resolveMemberPath } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(resolveMemberPath("/shop/all.sysdf.json", "../door/door.smdf.json"), "/door/door.smdf.json");
 * ```
 */
export function resolveMemberPath(systemPath: string, memberPath: string): string {
  const folder = systemPath.slice(0, systemPath.lastIndexOf("/") + 1);
  const path = memberPath.startsWith("/") ? memberPath : folder + memberPath;
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!path.startsWith("/")) parts.push(part);
  }
  return (path.startsWith("/") ? "/" : "") + parts.join("/");
}
