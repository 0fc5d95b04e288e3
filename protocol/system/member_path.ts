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
  return (path.startsWith("/") ? "/" : "") + partsOf(path).join("/");
}

/**
 * The path under which a system lists a file: from the system's folder, with `..` for each folder up. Paths that have
 * only the root in common stay absolute.
 *
 * @param systemPath The path of the system document, absolute.
 * @param path The path of the file, absolute.
 *
 * @example
 * ```ts
 * import { relativeMemberPath } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(relativeMemberPath("/home/shop/all.sysdf.json", "/home/door/door.smdf.json"), "../door/door.smdf.json");
 * ```
 */
export function relativeMemberPath(systemPath: string, path: string): string {
  const folder = partsOf(systemPath).slice(0, -1);
  const parts = partsOf(path);
  let shared = 0;
  while (shared < folder.length && folder[shared] === parts[shared]) shared++;
  if (shared === 0 && folder.length > 0) return `/${parts.join("/")}`;
  return [...folder.slice(shared).map(() => ".."), ...parts.slice(shared)].join("/");
}

/** The parts of a path, without `.` and as far as possible without `..`. */
function partsOf(path: string): string[] {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (!path.startsWith("/")) parts.push(part);
  }
  return parts;
}
