import { assertEquals } from "@std/assert";
import { runSuite, withFixture } from "./mcp_conformance/run_suite.ts";

/** How long the suite may take, in milliseconds; it takes two seconds on a machine that does nothing else. */
const TIMEOUT = 60_000;

/** What revision 2025-11-25 of the protocol requires of servers. */
const REQUIRED = [
  "server-initialize",
  "logging-set-level",
  "ping",
  "completion-complete",
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-with-logging",
  "tools-call-error",
  "tools-call-with-progress",
  "tools-call-sampling",
  "tools-call-elicitation",
  "elicitation-sep1034-defaults",
  "server-sse-multiple-streams",
  "elicitation-sep1330-enums",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "resources-subscribe",
  "resources-unsubscribe",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
  "dns-rebinding-protection",
];

/** What the suite runs besides without counting it, and this server passes. */
const BESIDES = ["server-session-lifecycle", "json-schema-2020-12"];

Deno.test("the server core passes every scenario that revision 2025-11-25 requires", async (test) => {
  const { code, scenarios, printed } = await withFixture((url) => runSuite(url, "2025-11-25", TIMEOUT));
  for (const scenario of [...REQUIRED, ...BESIDES]) {
    await test.step(scenario, () => {
      const checks = scenarios.get(scenario) ?? [];
      const faults = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
      assertEquals(faults.map(({ id, errorMessage }) => `${id}: ${errorMessage}`), []);
      assertEquals(checks.some(({ status }) => status === "SUCCESS"), true, printed);
    });
  }
  assertEquals(code, 0, printed);
});
