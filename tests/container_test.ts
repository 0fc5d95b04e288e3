/**
 * The image of the `Dockerfile`, built and run without a registry and without a daemon: `mmdebstrap` makes the base of
 * Debian's packages, `buildah` builds on it. The container's root cannot be written, and it runs as nobody in particular.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { executables, NO_EXECUTABLES, runProgram } from "./executables.ts";

const ROOT = new URL("../", import.meta.url);
const TOKEN = "0123456789abcdef0123456789abcdef";
/** As on the `USER` line. */
const USER = "65532";

const reason = NO_EXECUTABLES ?? await reasonToSkip();
if (reason !== undefined) console.log(`The container is not tried: ${reason}.`);

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
exec chroot --userspec=${USER}:${USER} "$root" "$@"
`;

Deno.test({
  name:
    "the container serves pages, hub and agents behind one port and token, from a root that cannot be written",
  ignore: reason !== undefined,
  async fn() {
    const work = await Deno.makeTempDir({ prefix: "loom-container-" });
    try {
      const root = await image(work);
      const data = `${work}/data`;
      await Deno.mkdir(data);
      await Deno.copyFile(new URL("examples/door.smdf.json", ROOT), `${data}/door.smdf.json`);
      for (const path of [data, `${data}/door.smdf.json`]) await Deno.chown(path, Number(USER), Number(USER));
      const inContainer = ["--mount", "--pid", "--fork", "sh", "-ec", IN_CONTAINER, "sh", root, data];
      const loom = (...args: string[]) =>
        runProgram("unshare", [...inContainer, "/usr/local/bin/loom", ...args], {
          cwd: root,
          clearEnv: true,
          env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
        });

      const refused = await loom("serve", "--mcp", "--host", "0.0.0.0", "--port", "0");
      assertEquals([refused.code, refused.stdout], [3, ""]);
      const outside = await loom("new", "/etc/door.smdf.json");
      assertEquals(outside.code, 4, outside.stderr);
      const made = await loom("new", "/data/gate.smdf.json");
      assertEquals(made.code, 0, made.stderr);
      assertEquals((await Deno.stat(`${data}/gate.smdf.json`)).uid, Number(USER));
      await serves(root, data, inContainer, loom);
    } finally {
      await runProgram("buildah", [
        "--root",
        `${work}/store`,
        "--runroot",
        `${work}/run`,
        "--storage-driver",
        "vfs",
        "umount",
        "loom",
      ]);
      await Deno.remove(work, { recursive: true });
    }
  },
});

type Loom = (...args: string[]) => ReturnType<typeof runProgram>;

async function serves(root: string, data: string, inContainer: readonly string[], loom: Loom): Promise<void> {
  const args = [
    "serve",
    "/data/door.smdf.json",
    "--mcp",
    "--host",
    "0.0.0.0",
    "--port",
    "0",
    "--root",
    "/data",
  ];
  const child = new Deno.Command("unshare", {
    args: ["--kill-child", ...inContainer, "/usr/local/bin/loom", ...args],
    cwd: root,
    clearEnv: true,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LOOM_BRIDGE_TOKEN: TOKEN },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  try {
    const { value = "" } = await output.read();
    const url = `http://127.0.0.1:${new URL(value.split("\n")[0] ?? "").port}`;
    assertEquals((await loom("health", url)).code, 0);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const statuses = await Promise.all(
      ["/", "/api/docs", "/mcp"].map((path) =>
        fetch(url + path).then(async (response) => {
          await response.text();
          return response.status;
        })
      ),
    );
    assertEquals(statuses, [401, 401, 401]);
    const page = await fetch(url, { headers });
    assertEquals(page.status, 200);
    assertStringIncludes(await page.text(), 'data-state="Closed"');
    const edited = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "add_state", arguments: { name: "Ajar" } },
      }),
    });
    assertEquals([edited.status, (await edited.text()).includes('"isError":true')], [200, false]);
    assert((await Deno.readTextFile(`${data}/door.smdf.json`)).includes('"Ajar"'));
    const live = await loom(
      "--bridge",
      url,
      "--token",
      TOKEN,
      "--doc",
      "/data/door.smdf.json",
      "add-state",
      "Shut",
    );
    assertStringIncludes(live.stderr, "live: sent");
  } finally {
    child.kill("SIGKILL");
    await child.status;
    await output.cancel();
  }
}
