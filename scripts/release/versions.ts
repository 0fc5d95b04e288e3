/**
 * One version in every manifest, and its section of the changelog. What is generated from the manifests follows by
 * `deno task generate`.
 *
 * @module
 */

/** A file that states the version, and the line in which it does. */
export interface VersionFile {
  readonly path: string;
  /** The text before the version, the version, and the quotation mark after it. */
  readonly line: RegExp;
}

const JSON_LINE = /^( {2}"version": ")([^"]*)(")/m;

/** The files that state the version; the first one is where it is read. */
export const VERSION_FILES: readonly VersionFile[] = [
  ...["cli", "protocol", "engine", "hub", "bridge", "designer", "mcp"].map((folder) => ({
    path: `${folder}/deno.json`,
    line: JSON_LINE,
  })),
  { path: "plugin/vscode/package.json", line: JSON_LINE },
  { path: "engine/python/pyproject.toml", line: /^(version = ")([^"]*)(")/m },
  { path: "engine/python/loom_engine/__init__.py", line: /^(__version__ = ")([^"]*)(")/m },
];

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?$/;

/** The version in the text of a file. */
export function versionIn(text: string, { path, line }: VersionFile): string {
  const [, , version] = line.exec(text) ?? [];
  if (version === undefined) throw new Error(`${path} states no version.`);
  return version;
}

/** The text of a file with another version. */
export function withVersion(text: string, file: VersionFile, version: string): string {
  versionIn(text, file);
  return text.replace(file.line, (_, before: string, __, after: string) => before + version + after);
}

/** Throws when a version cannot follow another. */
export function checkVersion(next: string, present: string): void {
  const wanted = VERSION.exec(next);
  if (wanted === null) {
    throw new Error(`"${next}" is no version: write three numbers, as in 1.2.0 or 1.2.0-rc.1.`);
  }
  const numbers = VERSION.exec(present) ?? [];
  for (const part of [1, 2, 3]) {
    const difference = Number(wanted[part]) - Number(numbers[part] ?? 0);
    if (difference > 0) return;
    if (difference < 0) throw new Error(`${next} is lower than the present version, ${present}.`);
  }
}

const UNRELEASED = /^## Unreleased.*$/m;

/** The changelog with the unreleased section named after a version; unchanged when it has that section. */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  if (releaseNotes(changelog, version) !== undefined) return changelog;
  if (!UNRELEASED.test(changelog)) {
    throw new Error(`CHANGELOG.md has neither "## Unreleased" nor "## ${version}": write what is new first.`);
  }
  return changelog.replace(UNRELEASED, `## ${version} (${date})`);
}

/** The section of a version, without its heading. */
export function releaseNotes(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`${version} (`));
  return section?.slice(section.indexOf("\n")).trim();
}
