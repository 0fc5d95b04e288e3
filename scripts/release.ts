/**
 * Makes a release. Without `--write` or `--build` it only says what it would do.
 *
 * - `deno task release <version> [--date <date>] [--write]`: the version in all manifests, and the changelog's section.
 * - `deno task release --build [--folder <path>] [--target <triple>] [--skip <part>]`: the files of the release of the commit
 *   that is checked out, with checksums, a bill of materials and a statement of their inputs.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { fromFileUrl, resolve } from "@std/path";
import { buildRelease, PARTS } from "./release/build_release.ts";
import { ROOT, runDeno } from "./repository.ts";
import {
  checkVersion,
  releasedChangelog,
  VERSION_FILES,
  versionIn,
  withVersion,
} from "./release/versions.ts";

const CHANGELOG = "CHANGELOG.md";

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

/** The files that change for a version, with their new texts. */
function changesFor(version: string, date: string): Map<string, string> {
  const texts = new Map(
    VERSION_FILES.map((file) => [file.path, withVersion(read(file.path), file, version)]),
  );
  texts.set(CHANGELOG, releasedChangelog(read(CHANGELOG), version, date));
  return new Map([...texts].filter(([path, text]) => text !== read(path)));
}

async function setVersion(version: string, date: string, writes: boolean): Promise<number> {
  const [first] = VERSION_FILES;
  if (first === undefined) return 1;
  checkVersion(version, versionIn(read(first.path), first));
  const changes = changesFor(version, date);
  for (const path of changes.keys()) console.log(`${writes ? "writes" : "would write"} ${path}`);
  if (changes.size === 0) console.log(`All manifests and the changelog state ${version}.`);
  if (!writes) {
    console.log("Nothing was written. Add --write, commit, then run: deno task release --build");
    return 0;
  }
  for (const [path, text] of changes) await Deno.writeTextFile(new URL(path, ROOT), text);
  const code = await runDeno(["run", "-A", "scripts/generate.ts"]);
  if (code !== 0) return code;
  console.log(`Next: git commit --all --message "Release ${version}" && git tag v${version}`);
  return 0;
}

async function main(args: readonly string[]): Promise<number> {
  const flags = parseArgs([...args], {
    string: ["_", "date", "folder", "target", "skip"],
    boolean: ["write", "build"],
    collect: ["target", "skip"],
  });
  const [version] = flags._;
  const skipped: string[] = flags["skip"] ?? [];
  const unknown = skipped.filter((name) => !PARTS.some((part) => part.name === name));
  if (unknown.length > 0 || (version === undefined) !== flags["build"]) {
    console.error(
      `Give a version, or --build; the parts that --skip knows are ${
        PARTS.map(({ name }) => name).join(", ")
      }.`,
    );
    return 2;
  }
  if (version !== undefined) {
    const today = new Date().toISOString().slice(0, 10);
    return await setVersion(String(version), flags["date"] ?? today, flags["write"]);
  }
  const folder = resolve(flags["folder"] ?? fromFileUrl(new URL("dist/release", ROOT)));
  const missing = await buildRelease(folder, { skipped, targets: flags["target"] ?? [] });
  for (const line of missing) console.error(line);
  return missing.length === 0 ? 0 : 1;
}

try {
  Deno.exit(await main(Deno.args));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  Deno.exit(1);
}
