import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { loom } from "../testing/loom.ts";

const READY = { GITHUB_WEBHOOK_SECRET: "hush-hush", LOOM_NARRATIVE_HOSTS: "bridge.example" };

Deno.test("loom narrative setup tells what to enter, and no secret", async () => {
  const args = ["narrative", "setup", "--url", "https://bridge.example/", "--repo", "octo/door"];
  const { code, out, err } = await loom(args, { env: READY });
  assertEquals([code, err], [0, ""]);
  assertEquals(
    out,
    `Page              https://github.com/octo/door/settings/hooks/new
Payload URL       https://bridge.example/api/narrative-bridge/webhook
Content type      application/json
Secret            the value of GITHUB_WEBHOOK_SECRET
SSL verification  enabled
Events            Let me select individual events: Issues, Issue comments, Pull requests, Pushes
Active            yes
`,
  );
  assert(!(out + err).includes("hush"));
});

Deno.test("loom narrative setup tells what keeps webhooks out", async () => {
  const bare = await loom(["narrative", "setup"]);
  assertEquals(bare.code, 1);
  assertStringIncludes(bare.err, "GITHUB_WEBHOOK_SECRET");
  assertStringIncludes(bare.err, "cannot reach this machine");
  const named = await loom(["narrative", "setup", "--url", "https://other.example", "--json"], {
    env: READY,
  });
  assertEquals(named.code, 1);
  assertEquals(JSON.parse(named.out).missing, [
    "other.example must be in LOOM_NARRATIVE_HOSTS, or the bridge will not go by that name.",
  ]);
});

Deno.test("loom narrative setup refuses what is no address and no repository", async () => {
  assertEquals((await loom(["narrative", "setup", "--url", "bridge"])).code, 2);
  assertEquals((await loom(["narrative", "setup", "--repo", "door"])).code, 2);
});
