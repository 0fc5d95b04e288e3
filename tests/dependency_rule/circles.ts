/**
 * Import circles between files and between folders.
 *
 * @module
 */
import type { Import } from "./imports.ts";

/**
 * Groups of files that import each other, directly or by way of others.
 *
 * @param imports imports with the file they resolve to
 * @returns one line for each group: its files, sorted and joined by ` <-> `
 */
export function fileCircles(imports: readonly Import[]): string[] {
  return circles(imports.flatMap(({ from, to }) => to === undefined || to === from ? [] : [[from, to]]));
}

/**
 * Groups of sibling folders that import each other: an import counts for the two folders in which the paths of its
 * files part. A file beside a folder is no sibling of it, and packages are left to the dependency rule.
 *
 * @param imports imports with the file they resolve to
 * @returns one line for each group: its folders, sorted and joined by ` <-> `
 */
export function folderCircles(imports: readonly Import[]): string[] {
  return circles(imports.flatMap(({ from, to }) => {
    const siblings = to === undefined ? undefined : siblingFolders(from, to);
    return siblings === undefined ? [] : [siblings];
  }));
}

function siblingFolders(from: string, to: string): [string, string] | undefined {
  const [a, b] = [from.split("/").slice(0, -1), to.split("/").slice(0, -1)];
  const depth = a.findIndex((part, index) => part !== b[index]);
  if (depth < 1 || depth >= b.length) return undefined;
  return [a.slice(0, depth + 1).join("/"), b.slice(0, depth + 1).join("/")];
}

/** The strongly connected components of more than one node (Tarjan, 1972), each as one line. */
function circles(edges: readonly (readonly string[])[]): string[] {
  const targets = new Map<string, string[]>();
  for (const [from = "", to = ""] of edges) targets.set(from, [...targets.get(from) ?? [], to]);
  const order = new Map<string, number>();
  const open: string[] = [];
  const found: string[] = [];
  const visit = (node: string): number => {
    const own = order.size;
    let lowest = own;
    order.set(node, own);
    open.push(node);
    for (const target of targets.get(node) ?? []) {
      const seen = order.get(target);
      if (seen === undefined) lowest = Math.min(lowest, visit(target));
      else if (open.includes(target)) lowest = Math.min(lowest, seen);
    }
    if (lowest === own) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group.sort().join(" <-> "));
    }
    return lowest;
  };
  for (const node of targets.keys()) if (!order.has(node)) visit(node);
  return found.sort();
}
