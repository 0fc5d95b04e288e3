/**
 * Generated modules on disk, for the checks that compilers and linters make.
 *
 * @module
 */
import { TEST_LOCK } from "../../scripts/repository.ts";

/** What a command gave. */
export interface CommandOutput {
  readonly success: boolean;
  /** What it printed, without colours. */
  readonly text: string;
}

/** A folder of generated TypeScript modules checked as this repository is. */
export class ModuleFolder implements AsyncDisposable {
  readonly path: string;
  readonly #paths: string[] = [];

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes one. */
  static async make(): Promise<ModuleFolder> {
    const path = await Deno.makeTempDir({ prefix: "loom-codegen-" });
    const { lint } = JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url)));
    await Deno.writeTextFile(`${path}/deno.json`, JSON.stringify({ lint }));
    return new ModuleFolder(path);
  }

  /** Writes a module; gives its URL. */
  async add(text: string, name = `module_${this.#paths.length}.ts`): Promise<string> {
    await Deno.writeTextFile(`${this.path}/${name}`, text);
    this.#paths.push(`${this.path}/${name}`);
    return `file://${this.path}/${name}`;
  }

  /** Type-checks every module, with the options and the packages of this repository. */
  check(): Promise<CommandOutput> {
    const config = new URL("../../deno.json", import.meta.url).pathname;
    return deno(["check", TEST_LOCK, "--quiet", "--config", config, ...this.#paths], this.path);
  }

  /** Lints every module. */
  lint(): Promise<CommandOutput> {
    return deno(["lint", "--quiet", "."], this.path);
  }

  /** Removes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

async function deno(args: readonly string[], cwd: string): Promise<CommandOutput> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout) + decoder.decode(stderr) };
}
