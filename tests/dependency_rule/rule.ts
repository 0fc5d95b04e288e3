/**
 * Who may import whom.
 *
 * @module
 */
import type { Import } from "./imports.ts";

/** What one package may import. */
export interface PackageRule {
  /** Modules of other packages, by the name that is imported; `*` allows all. */
  readonly packages: readonly string[];
  /** Third-party parts of the code that ships, `node:` for Node's modules; `*` allows all. */
  readonly parts: readonly string[];
}

/** The dependency rule: one row a package folder. */
export const DEPENDENCY_RULE: Readonly<Record<string, PackageRule>> = {
  protocol: { packages: [], parts: [] },
  engine: { packages: ["@loom/protocol"], parts: ["saxes"] },
  hub: { packages: ["@loom/protocol"], parts: ["*"] },
  bridge: {
    packages: ["@loom/protocol", "@loom/engine"],
    parts: [
      "jsonc-parser",
      "@std/path",
      "@resvg/resvg-wasm",
      "@expo-google-fonts/inter",
      "@redis/client",
      "node:crypto",
      "node:sqlite",
      "node:timers",
    ],
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
  const home = folderOf(found.from);
  const allowed = rule[home];
  if (allowed === undefined) return `the dependency rule has no row for ${home}`;
  if (isRelative(found.specifier)) {
    const folders = isTest(found.from) ? [home, "tests"] : [home];
    if (found.to !== undefined && folders.includes(folderOf(found.to))) return undefined;
    return `a package reaches another one by its name, not by its folder`;
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

function folderOf(path: string): string {
  return path.slice(0, path.indexOf("/"));
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith(".") || specifier.startsWith("/") || specifier.startsWith("file:");
}

/** Tests and what only tests use: none of it is published. */
function isTest(path: string): boolean {
  return /(?:_test\.tsx?|\/_arbitrary\.ts|\/testing\.ts)$/.test(path) || path.includes("/testing/");
}

/** A name covers itself and what lies below it; `node:` covers Node's modules. */
function covers(name: string, specifier: string): boolean {
  return name === "*" || name === specifier || specifier.startsWith(name.endsWith(":") ? name : `${name}/`);
}
