/**
 * The container of the `Dockerfile`, built and run without a registry and without a daemon: `mmdebstrap` makes the base of
 * Debian's packages, `buildah` builds on it. Its root cannot be written, and it runs as nobody in particular.
 *
 * @module
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { executables, NO_EXECUTABLES, runProgram, startServing } from "./executables.ts";

const ROOT = new URL("../", import.meta.url);
/** The token of the server in the container. */
export const CONTAINER_TOKEN = "0123456789abcdef0123456789abcdef";
/** The user, as on the `USER` line. */
export const CONTAINER_USER = 65532;

/** The reason why it cannot be tried here; `undefined` where it can. */
export const NO_CONTAINER: string | undefined = NO_EXECUTABLES ?? await reasonToSkip();

async function reasonToSkip(): Promise<string | undefined> {
  if (Deno.uid() !== 0) return "only root can build it without a daemon";
  for (const program of ["buildah", "mmdebstrap", "unshare"]) {
    const isThere = await runProgram(program, ["--version"]).then(({ code }) => code === 0, () => false);
    if (!isThere) return `${program} is not installed`;
  }
  return undefined;
}

async function succeed(command: string, args: readonly string[], cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command, args, cwd === undefined ? {} : { cwd });
  assertEquals(code, 0, `${command} ${args.join(" ")}\n${stderr}`);
  return stdout.trim();
}

/** The image, unpacked. */
async function image(work: string): Promise<string> {
  const store = ["--root", `${work}/store`, "--runroot", `${work}/run`, "--storage-driver", "vfs"];
  const buildah = (...args: string[]) => succeed("buildah", [...store, ...args], work);
  const base = `${work}/base.tar`;
  await succeed("mmdebstrap", [
    "--quiet",
    "--variant=extract",
    "--mode=root",
    "--include=libc6,libgcc-s1",
    "bookworm",
    base,
  ]);
  await buildah("from", "--name", "base", "scratch");
  await buildah("add", "--quiet", "base", base, "/");
  await buildah("commit", "--quiet", "base", "localhost/base");
  const context = await contextIn(`${work}/context`);
  const built = ["--build-arg", "BASE=localhost/base", "--tag", "localhost/loom", "--format", "docker"];
  await buildah("bud", "--quiet", "--isolation", "chroot", "--layers=false", ...built, context);
  await buildah("from", "--name", "loom", "localhost/loom");
  const health = await buildah("inspect", "--format", "{{.Docker.Config.Healthcheck.Test}}", "loom");
  assertStringIncludes(health, "/usr/local/bin/loom health");
  const validate = ["/usr/local/bin/loom", "validate", "/data/statemachine.smdf.json"];
  const said = await buildah("run", "--isolation", "chroot", "loom", "--", ...validate);
  assertStringIncludes(said, "nothing to remark");
  return await buildah("mount", "loom");
}

/** What `.dockerignore` lets through, with the executables of these tests. */
async function contextIn(folder: string): Promise<string> {
  const built = await executables();
  for (const name of ["dist", "examples"]) await Deno.mkdir(`${folder}/${name}`, { recursive: true });
  for (const name of ["loom", "loom-hub", "loom-mcp", "THIRD_PARTY_LICENSES.md"]) {
    await Deno.copyFile(`${built}/${name}`, `${folder}/dist/${name}`);
  }
  for (const name of ["Dockerfile", "LICENSE", "examples/door.smdf.json"]) {
    await Deno.copyFile(new URL(name, ROOT), `${folder}/${name}`);
  }
  return folder;
}

/** Runs a program of the image as a container does: its root cannot be written, `/data` and `/tmp` apart. */
const IN_CONTAINER = `
mount --bind "$1" "$1"
mount -o remount,ro,bind "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
shift 1; root=$PWD; shift 1
exec chroot --userspec=${CONTAINER_USER}:${CONTAINER_USER} "$root" "$@"
`;

/** The environment of the programs that start a container. */
const ENV = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };

/** Ends what runs in a container: it has given up the rights of what started it, so that it does not end with that. */
async function endInside({ pid }: Deno.ChildProcess): Promise<void> {
  const children = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`);
  for (const child of children.trim().split(" ").filter((word) => word !== "")) {
    Deno.kill(Number(child), "SIGKILL");
  }
}

/** A container over a folder. */
export class Container {
  readonly #work: string;
  readonly #root: string;
  readonly #words: readonly string[];
  /** The folder that it sees as `/data`. */
  readonly data: string;

  constructor(work: string, root: string) {
    this.#work = work;
    this.#root = root;
    this.data = `${work}/data`;
    this.#words = ["--mount", "--pid", "--fork", "sh", "-ec", IN_CONTAINER, "sh", root, this.data];
  }

  /** Builds the image; the container is over an empty folder. */
  static async build(): Promise<Container> {
    const work = await Deno.makeTempDir({ prefix: "loom-container-" });
    const container = new Container(work, await image(work));
    await Deno.mkdir(container.data);
    await Deno.chown(container.data, CONTAINER_USER, CONTAINER_USER);
    return container;
  }

  /** Runs `loom` in it. */
  loom(...args: string[]): ReturnType<typeof runProgram> {
    return runProgram("unshare", [...this.#words, "/usr/local/bin/loom", ...args], {
      cwd: this.#root,
      clearEnv: true,
      env: ENV,
    });
  }

  /** Serves a document of it behind one port, with its token. */
  async serve(doc: string): Promise<{ readonly url: string } & AsyncDisposable> {
    const args = ["serve", doc, "--mcp", "--host", "0.0.0.0", "--port", "0", "--root", "/data"];
    const words = [...this.#words, "/usr/local/bin/loom", ...args];
    const env = { ...ENV, LOOM_BRIDGE_TOKEN: CONTAINER_TOKEN };
    const server = await startServing("unshare", words, { cwd: this.#root, clearEnv: true, env }, endInside);
    return {
      url: `http://127.0.0.1:${new URL(server.urls[0] ?? "").port}`,
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const store = ["--root", `${this.#work}/store`, "--runroot", `${this.#work}/run`];
    await runProgram("buildah", [...store, "--storage-driver", "vfs", "umount", "loom"]);
    await Deno.remove(this.#work, { recursive: true });
  }
}
