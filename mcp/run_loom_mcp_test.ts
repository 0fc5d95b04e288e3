import { assertEquals, assertStringIncludes } from "@std/assert";
import { HTTP_VARIABLES } from "./http/settings.ts";
import { runLoomMcp } from "./run_loom_mcp.ts";
import { VARIABLES } from "./settings.ts";
import { VERSION } from "./version.ts";

/** What the program prints and remarks, and what it ends with, where it does not come to serving. */
async function run(...args: string[]): Promise<{ code: number; printed: string; remarked: string }> {
  let [printed, remarked] = ["", ""];
  const code = await runLoomMcp({
    args,
    // Over HTTP it does not begin without a token.
    env: { LOOM_MCP_HTTP_PORT: "0" },
    print: (text) => void (printed += text),
    remark: (text) => void (remarked += text),
    stop: AbortSignal.abort(),
  });
  return { code, printed, remarked };
}

Deno.test("runLoomMcp() tells every variable for --help, and its version", async () => {
  for (const word of ["--help", "-h"]) {
    const { code, printed, remarked } = await run(word);
    assertEquals([code, remarked], [0, ""]);
    for (const { variable, meaning } of [...VARIABLES, ...HTTP_VARIABLES]) {
      assertStringIncludes(printed, `${variable} `);
      assertStringIncludes(printed, meaning);
    }
  }
  const { code, printed } = await run("--version");
  assertEquals(code, 0);
  assertStringIncludes(printed, `loom-mcp ${VERSION} (Deno ${Deno.version.deno}`);
});

Deno.test("runLoomMcp() passes over words that it does not know, and says so", async () => {
  for (const word of ["--stdio", "constructor"]) {
    const { code, printed, remarked } = await run(word);
    assertEquals([code, printed], [3, ""]);
    assertStringIncludes(remarked, `"${word}" is passed over`);
    assertStringIncludes(remarked, "LOOM_MCP_TOKEN");
  }
});
