import { assert, assertEquals, assertMatch } from "@std/assert";
import { runProgram } from "./executables.ts";

const ROOT = new URL("../", import.meta.url).pathname;

/** A repository of its own with the files of this one, as they are now. */
async function clone(): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await Deno.makeTempDir();
  const names = await git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard");
  const list = `${folder}.list`;
  await Deno.writeTextFile(list, names);
  await succeed("tar", ["cf", `${folder}.tar`, "-C", ROOT, "--ignore-failed-read", "-T", list]);
  await succeed("tar", ["xf", `${folder}.tar`, "-C", folder]);
  await Deno.remove(`${folder}.tar`);
  await Deno.remove(list);
  await git(folder, "init", "--quiet");
  await commitAll(folder);
  return { folder, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** A package of others in the bill of materials. */
interface Component {
  readonly "bom-ref": string;
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
  readonly hashes: readonly { readonly content: string }[];
}

async function succeed(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, args, cwd === undefined ? {} : { cwd });
  assertEquals(code, 0, stderr);
  return stdout.trim();
}

function git(cwd: string, ...args: readonly string[]): Promise<string> {
  return succeed("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], cwd);
}

async function commitAll(folder: string): Promise<void> {
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--message", "Release");
}

Deno.test("release sets one version everywhere, and builds the same files from the same commit", async () => {
  await using repository = await clone();
  const { folder } = repository;
  const release = (...args: string[]) =>
    succeed(Deno.execPath(), ["run", "-A", "--quiet", "scripts/release.ts", ...args], folder);

  const { version: before } = JSON.parse(await Deno.readTextFile(`${folder}/engine/deno.json`));
  assertMatch(await release("9.8.7"), /would write cli\/deno\.json/);
  assertEquals(await git(folder, "status", "--porcelain"), "");

  await release("9.8.7", "--date", "2020-02-02", "--write");
  const written = await git(folder, "diff");
  const stale = await runProgram("git", ["grep", "-lF", `"${before}"`, "--", "*/deno.json", "plugin"], {
    cwd: folder,
  });
  assertEquals(stale.stdout, "");
  const registry = JSON.parse(await Deno.readTextFile(`${folder}/plugin/server.json`));
  assertEquals([registry.version, registry.packages[0].version], ["9.8.7", "9.8.7"]);
  await release("9.8.7", "--date", "2020-03-03", "--write");
  assertEquals(await git(folder, "diff"), written);

  await commitAll(folder);
  const build = ["--build", "--skip", "executables", "--skip", "npm", "--folder"];
  const [first, second] = [`${folder}/dist/first`, `${folder}/dist/second`];
  await release(...build, first);
  await release(...build, second);
  const sums = await Deno.readTextFile(`${first}/SHA256SUMS`);
  assertEquals(await Deno.readTextFile(`${second}/SHA256SUMS`), sums);
  await succeed("sha256sum", ["--check", "--strict", "SHA256SUMS"], first);
  assertMatch(await Deno.readTextFile(`${first}/NOTES.md`), /^### Added/);

  const statement = JSON.parse(await Deno.readTextFile(`${first}/provenance.intoto.json`));
  const { resolvedDependencies } = statement.predicate.buildDefinition;
  assertEquals(resolvedDependencies[0].digest.gitCommit, await git(folder, "rev-parse", "HEAD"));
  for (const { name, digest } of statement.subject) {
    assert(sums.includes(`${digest.sha256}  ${name}\n`), name);
  }

  const { components, dependencies } = JSON.parse(await Deno.readTextFile(`${first}/sbom.cdx.json`));
  const refs = ["loom", ...components.map((component: Component) => component["bom-ref"])];
  assertEquals(new Set(refs).size, refs.length);
  for (const { purl, name, version, licenses: [stated], hashes: [hash] } of components as Component[]) {
    assertEquals(purl, `pkg:npm/${name.replace("@", "%40")}@${version}`);
    assertMatch(
      stated?.license?.id ?? stated?.expression ?? "",
      /^[A-Z0-9]\S+(?: (?:AND|OR|WITH) \S+)*$/,
      name,
    );
    assertMatch(hash?.content ?? "", /^[0-9a-f]{128}$/, name);
  }
  assertEquals(dependencies.map(({ ref }: { ref: string }) => ref), refs);
  for (const { ref, dependsOn } of dependencies as { ref: string; dependsOn: string[] }[]) {
    assertEquals(dependsOn.filter((name) => !refs.includes(name)), [], ref);
    assertEquals(new Set(dependsOn).size, dependsOn.length, ref);
  }
});
