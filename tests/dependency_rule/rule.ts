/**
 * Who may import whom.
 *
 * @module
 */
import type { Import } from "./imports.ts";

/** The imports that a folder may have. */
export interface PackageRule {
  /** Modules of other packages, by the name that is imported; `*` allows all. */
  readonly packages: readonly string[];
  /** Third-party parts of the code that ships, `node:` for Node's modules; `*` allows all. */
  readonly parts: readonly string[];
  /** True for a folder that imports no other folder of its package. */
  readonly isClosed?: true;
}

/**
 * The dependency rule: one row a package folder, and one for each folder inside a package that has a stricter or a wider rule. The row
 * with the longest path counts.
 */
export const DEPENDENCY_RULE: Readonly<Record<string, PackageRule>> = {
  protocol: { packages: [], parts: [] },
  engine: { packages: ["@loom/protocol"], parts: ["@sveltejs/acorn-typescript", "acorn", "saxes", "yaml"] },
  hub: { packages: ["@loom/protocol", "@loom/bridge/server"], parts: ["*"] },
  "hub/client": { packages: ["@loom/protocol"], parts: ["socket.io-client"] },
  bridge: {
    packages: ["@loom/protocol", "@loom/engine"],
    parts: [
      "jsonc-parser",
      "libpg-query",
      "@std/path",
      "@resvg/resvg-wasm",
      "fontkit",
      "pdfkit",
      "saxes",
      "@expo-google-fonts/inter",
      "@redis/client",
      "node:buffer",
      "node:crypto",
      "node:sqlite",
      "node:timers",
      "node:zlib",
    ],
  },
  "bridge/server": {
    packages: ["@loom/protocol"],
    parts: ["@redis/client", "node:crypto", "node:http", "node:net", "node:stream"],
    isClosed: true,
  },
  designer: {
    packages: ["@loom/protocol", "@loom/engine", "@loom/bridge", "@loom/hub/client"],
    parts: ["*"],
  },
  mcp: { packages: ["@loom/protocol", "@loom/engine", "@loom/bridge", "@loom/hub/client"], parts: ["*"] },
  cli: { packages: ["*"], parts: ["*"] },
};

/** What tests may import besides. */
const TEST_PARTS: readonly string[] = [
  "@std/assert",
  "@std/path",
  "fast-check",
  "saxes",
  "yaml",
  "@octokit/webhooks-examples",
];

/**
 * Finds imports that the rule forbids.
 *
 * @returns one sentence for each
 */
export function violations(
  imports: readonly Import[],
  rule: Readonly<Record<string, PackageRule>> = DEPENDENCY_RULE,
): string[] {
  return imports.flatMap((found) => {
    const complaint = complaintAbout(found, rule);
    return complaint === undefined ? [] : [`${found.from} imports ${found.specifier}: ${complaint}.`];
  });
}

function complaintAbout(found: Import, rule: Readonly<Record<string, PackageRule>>): string | undefined {
  const home = rowOf(found.from, rule);
  const allowed = home === undefined ? undefined : rule[home];
  if (home === undefined || allowed === undefined) {
    return `the dependency rule has no row for ${folderOf(found.from)}`;
  }
  if (isRelative(found.specifier)) {
    const inside = allowed.isClosed ? home : folderOf(found.from);
    const folders = isTest(found.from) ? [inside, "tests"] : [inside];
    if (folders.some((folder) => found.to?.startsWith(`${folder}/`))) return undefined;
    return found.to?.startsWith(`${folderOf(home)}/`)
      ? `${home} imports no other folder of its package`
      : `a package reaches another one by its name, not by its folder`;
  }
  if (found.specifier.startsWith("@loom/")) {
    const isAllowed = allowed.packages.some((name) => covers(name, found.specifier));
    return isAllowed ? undefined : `${home} may not depend on it`;
  }
  const parts = isTest(found.from) ? [...allowed.parts, ...TEST_PARTS] : allowed.parts;
  const isAllowed = parts.some((part) => covers(part, found.specifier));
  return isAllowed ? undefined : `it is not among the parts that ${home} may use`;
}

/**
 * Finds the ways from some files to others.
 *
 * @returns the imports of each way, as `a -> b -> c`, the shortest way to each file
 */
export function waysTo(
  imports: readonly Import[],
  entries: readonly string[],
  isTarget: (found: Import) => boolean,
): string[] {
  const byFile = Map.groupBy(imports, ({ from }) => from);
  const ways: string[] = [];
  const seen = new Set(entries);
  const waiting = entries.map((entry) => [entry]);
  for (let way = waiting.shift(); way !== undefined; way = waiting.shift()) {
    for (const found of byFile.get(way.at(-1) ?? "") ?? []) {
      const next = found.to ?? found.specifier;
      if (seen.has(next)) continue;
      seen.add(next);
      if (isTarget(found)) ways.push([...way, next].join(" -> "));
      else if (found.to !== undefined) waiting.push([...way, next]);
    }
  }
  return ways;
}

/**
 * Finds packages that depend on themselves by way of others.
 *
 * @returns each cycle once, as `a -> b -> a`
 */
export function packageCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (to === undefined || folderOf(to) === folderOf(from)) continue;
    const targets = edges.get(folderOf(from)) ?? new Set();
    edges.set(folderOf(from), targets.add(folderOf(to)));
  }
  const cycles: string[] = [];
  const follow = (path: readonly string[]) => {
    for (const next of edges.get(path.at(-1) ?? "") ?? []) {
      // A cycle is told from its alphabetically first package only.
      if (next === path[0]) cycles.push([...path, next].join(" -> "));
      else if (!path.includes(next) && next > (path[0] ?? "")) follow([...path, next]);
    }
  };
  for (const start of edges.keys()) follow([start]);
  return cycles;
}

/** The row of a file: the longest path that it lies below. */
function rowOf(path: string, rule: Readonly<Record<string, PackageRule>>): string | undefined {
  const rows = Object.keys(rule).filter((row) => path.startsWith(`${row}/`));
  return rows.sort((a, b) => b.length - a.length)[0];
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("file:");
}

/** Tests and what only tests use: none of it is published. */
/** True for a file that only tests use: it is not published. */
export function isTest(path: string): boolean {
  return /(?:_test\.tsx?|\/_arbitrary\.ts|\/testing\.ts)$/.test(path) || path.includes("/testing/");
}

/** A name covers itself and what lies below it; `node:` covers Node's modules. */
function covers(name: string, specifier: string): boolean {
  return name === "*" || name === specifier || specifier.startsWith(name.endsWith(":") ? name : `${name}/`);
}
