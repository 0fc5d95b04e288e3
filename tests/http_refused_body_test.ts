import { assertEquals } from "@std/assert";
import { listen, readBody } from "@loom/bridge/server";
import { serveHttp } from "../mcp/http/serve_http.ts";
import { attendTools } from "../mcp/http/testing/attend_tools.ts";
import { HAS_PYTHON } from "./python.ts";

const MIB = 1024 * 1024;

/** Posts bodies and prints the status of each answer, or the name of the error. */
const CLIENT = `
import http.client, sys
port, path, sizes = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
for size in sizes:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    headers = {"authorization": "Bearer a-secret", "content-type": "application/json"}
    body, chunked = b" " * int(size.rstrip("c")), size.endswith("c")
    try:
        client.request("POST", path, iter([body]) if chunked else body, headers, encode_chunked=chunked)
        answer = client.getresponse()
        answer.read()
        print(answer.status, answer.will_close)
    except TimeoutError:
        print("hangs")
    except OSError:
        print("cut off")
`;

async function post(port: number, path: string, sizes: readonly string[]): Promise<readonly string[]> {
  const args = ["-c", CLIENT, String(port), path, ...sizes];
  const { stdout } = await new Deno.Command("python3", { args, stderr: "inherit" }).output();
  return new TextDecoder().decode(stdout).trim().split("\n");
}

const SIZES = [`${9 * MIB}`, `${40 * MIB}`, `${9 * MIB}c`, `${160 * MIB}`];
const ANSWERS = ["413 True", "413 True", "413 True", "cut off"];

Deno.test({
  name: "Python's http.client, which sends all before it reads, gets the refusal of a long body",
  ignore: !HAS_PYTHON,
  async fn() {
    const mcp = await serveHttp({
      attend: attendTools([]).attend,
      host: "127.0.0.1",
      port: 0,
      token: "a-secret",
      origins: ["loopback"],
      hosts: [],
    });
    const kit = await listen({
      host: "127.0.0.1",
      port: 0,
      handler: async (request) => {
        const body = await readBody(request, { maxBytes: MIB, timeoutMs: 10_000 });
        if (body.ok) return new Response();
        const { status, headers } = body.refusal;
        return new Response("Too long.", { status, headers });
      },
      failure: (why) => new Error(why),
    });
    try {
      assertEquals(await post(mcp.port, "/mcp", SIZES), ANSWERS);
      assertEquals(await post(kit.port, "/", SIZES), ANSWERS);
    } finally {
      await mcp.close();
      await kit.shutdown();
    }
  },
});
