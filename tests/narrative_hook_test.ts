import { assertEquals, assertMatch } from "@std/assert";

const SCRIPT = new URL("../scripts/narrative_hook.sh", import.meta.url).pathname;
const onWindows = Deno.build.os === "windows";

/** A folder in which `deno` is the runtime of the tests, and `loom` is not there. */
async function programs(): Promise<string> {
  const folder = await Deno.makeTempDir();
  await Deno.symlink(Deno.execPath(), `${folder}/deno`);
  return folder;
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the script, or a link to it; `during` gets the process while it runs. */
async function hook(
  env: Record<string, string>,
  stdin: string,
  during: (child: Deno.ChildProcess) => Promise<void> = () => Promise.resolve(),
  script = SCRIPT,
): Promise<Ran> {
  const folder = await programs();
  try {
    const child = new Deno.Command("/bin/sh", {
      args: [script],
      env: { PATH: `${folder}:/usr/bin:/bin`, ...env },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const fed = new Blob([stdin]).stream().pipeTo(child.stdin).catch(() => {});
    const [, { code, stdout, stderr }] = await Promise.all([during(child), child.output()]);
    await fed;
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: text(stdout), err: text(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** A bridge that answers so, at an address. */
function bridge(answer: (request: Request) => Response | Promise<Response>): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
}

const EVENT = { WEBHOOK_EVENT_TYPE: "issues", WEBHOOK_EVENT_ID: "d-1" };

Deno.test({
  name: "narrative_hook.sh takes a payload to the bridge that no argument could hold",
  ignore: onWindows,
  fn: async () => {
    const sizes: number[] = [];
    const server = bridge(async (request) => {
      sizes.push((await request.arrayBuffer()).byteLength);
      const isAnalysis = request.url.endsWith("/analyze");
      return Response.json(isAnalysis ? { lead_universe: "ceremony" } : { beat_id: "beat_7" });
    });
    const url = `http://127.0.0.1:${server.addr.port}/api/narrative-bridge`;
    const ran = await hook(
      { ...EVENT, NARRATIVE_BRIDGE_URL: url },
      JSON.stringify({ text: "x".repeat(300_000) }),
    );
    const { ms: _, ...result } = JSON.parse(ran.out);
    assertEquals([ran.code, result], [0, {
      event_id: "d-1",
      mode: "bridge",
      lead_universe: "ceremony",
      coherence_score: 0,
      beat_id: "beat_7",
      flows: ["relational_auditor", "sacred_pause", "ke_mapper"].map((name) => ({
        name,
        ran: false,
        ok: null,
      })),
    }]);
    assertEquals(sizes.map((size) => size > 300_000), [true, true]);
    await server.shutdown();
  },
});

Deno.test({
  name: "narrative_hook.sh ends with 0 and one line when no bridge is there, and standard input is no JSON",
  ignore: onWindows,
  fn: async () => {
    const ran = await hook({ ...EVENT, NARRATIVE_BRIDGE_URL: "http://127.0.0.1:1" }, "{");
    assertEquals([ran.code, ran.out.split("\n").length, JSON.parse(ran.out).mode], [0, 2, "local"]);
    assertMatch(ran.err, /The payload is left out/);
  },
});

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  Deno.test({
    name: `narrative_hook.sh ends with 0 and one line at a ${signal} in flight`,
    ignore: onWindows,
    fn: async () => {
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<Response>();
      const server = bridge(() => {
        asked.resolve();
        return answer.promise;
      });
      const url = `http://127.0.0.1:${server.addr.port}`;
      const ran = await hook({ ...EVENT, NARRATIVE_BRIDGE_URL: url }, "{}", async (child) => {
        await asked.promise;
        child.kill(signal);
      });
      assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
      answer.resolve(new Response());
      await server.shutdown();
    },
  });
}

Deno.test({
  name: "narrative_hook.sh runs as a link in another folder",
  ignore: onWindows,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      await Deno.symlink(SCRIPT, `${folder}/post-receive`);
      const env = { ...EVENT, NARRATIVE_BRIDGE_URL: "http://127.0.0.1:1" };
      const ran = await hook(env, "{}", undefined, `${folder}/post-receive`);
      assertEquals([ran.code, JSON.parse(ran.out).mode], [0, "local"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "narrative_hook.sh ends with 0 when there is no program to run, and when it fails",
  ignore: onWindows,
  fn: async () => {
    assertEquals((await hook({ ...EVENT, LOOM_COMMAND: "/bin/false" }, "{}")).code, 0);
    const ran = await hook({ ...EVENT, PATH: "/usr/bin:/bin" }, "{}");
    assertEquals(ran.code, 0);
  },
});

Deno.test({
  name: "narrative_hook.sh ends with 0 when nobody reads what it says",
  ignore: onWindows,
  fn: async () => {
    const folder = await programs();
    const child = new Deno.Command("/bin/sh", {
      args: ["-c", `/bin/sh "${SCRIPT}" <&- >&-; echo $? >&2`],
      env: { PATH: `${folder}:/usr/bin:/bin`, NARRATIVE_BRIDGE_URL: "http://127.0.0.1:1", ...EVENT },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    });
    const { stderr } = await child.output();
    await Deno.remove(folder, { recursive: true });
    assertEquals(new TextDecoder().decode(stderr).trimEnd().split("\n").at(-1), "0");
  },
});
