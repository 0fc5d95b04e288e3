import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { runHttp, type RunHttpOptions } from "./run_http.ts";
import { attendTools } from "./testing/attend_tools.ts";

async function remarksOf(options: Partial<RunHttpOptions>): Promise<string[]> {
  const remarks: string[] = [];
  const stop = new AbortController();
  const run = runHttp({
    attend: attendTools([]).attend,
    host: "127.0.0.1",
    port: 0,
    token: "a-secret",
    origins: ["loopback"],
    hosts: [],
    about: ["document: /a.smdf.json"],
    remark: (line) => remarks.push(line),
    stop: stop.signal,
    ...options,
  });
  stop.abort();
  await run;
  return remarks;
}

Deno.test("runHttp() tells where it is and what it serves, and ends when it is told to", async () => {
  const [address = "", ...about] = await remarksOf({});
  assertMatch(address, /^MCP over HTTP at http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  assertEquals(about, ["document: /a.smdf.json"]);
});

Deno.test("runHttp() warns when other machines can reach it, and never tells the token", async () => {
  const remarks = await remarksOf({ host: "0.0.0.0" });
  assertStringIncludes(remarks.at(-1) ?? "", "warning: other machines can reach 0.0.0.0");
  assertEquals(remarks.join().includes("a-secret"), false);
});
