import type { Environment } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { isExposed, NARRATIVE_VARIABLES, readAnalysisBounds, readNarrativeSettings } from "./settings.ts";
import { NarrativeStartError } from "./narrative_error.ts";

Deno.test("readNarrativeSettings() needs nothing", () => {
  const { filter: _, ...settings } = readNarrativeSettings({});
  assertEquals(settings, {
    host: "127.0.0.1",
    port: 4600,
    token: undefined,
    origins: [],
    hosts: [],
    webhookSecrets: [],
    allowUnsigned: false,
    store: "sqlite:.loom/narrative.db",
    story: "main",
    maxBody: 27_262_976,
    rules: undefined,
    keepPayload: false,
    retentionDays: 0,
    analysesDays: 90,
    analysesMost: 10000,
    closeEpisodes: false,
    rate: undefined,
    outgoing: undefined,
  });
});

Deno.test("NARRATIVE_VARIABLES tell the values that hold without them", () => {
  const standards = NARRATIVE_VARIABLES.filter(({ standard }) => standard !== "");
  const env = Object.fromEntries(standards.map(({ variable, standard }) => [variable, standard]));
  assertEquals(readNarrativeSettings(env), readNarrativeSettings({}));
});

Deno.test("readNarrativeSettings() reads all that is set", () => {
  const settings = readNarrativeSettings({
    LOOM_NARRATIVE_HOST: "0.0.0.0",
    SMCRAFT_NARRATIVE_PORT: "0",
    LOOM_NARRATIVE_TOKEN: "0123456789abcdef",
    LOOM_NARRATIVE_HOSTS: "a.example, b.example",
    LOOM_NARRATIVE_CORS_ORIGIN: "https://a.example loopback",
    GITHUB_WEBHOOK_SECRET: "new",
    GITHUB_WEBHOOK_SECRET_PREVIOUS: "old",
    LOOM_NARRATIVE_RATE: "20",
    LOOM_NARRATIVE_RETENTION_DAYS: "30",
    LOOM_NARRATIVE_KEEP_PAYLOAD: "1",
    LOOM_NARRATIVE_WEBHOOK_URL: "https://receiver.example",
    LOOM_NARRATIVE_WEBHOOK_SECRET: "s",
  });
  assertEquals(
    [settings.host, settings.port, settings.hosts, settings.origins],
    ["0.0.0.0", 0, ["a.example", "b.example"], ["https://a.example", "loopback"]],
  );
  assertEquals([settings.webhookSecrets, settings.rate, settings.retentionDays], [["new", "old"], 20, 30]);
  assertEquals([settings.keepPayload, settings.outgoing], [true, {
    url: "https://receiver.example",
    secret: "s",
  }]);
});

Deno.test("readNarrativeSettings() takes what is given before what is set", () => {
  const env = { LOOM_NARRATIVE_PORT: "1", LOOM_NARRATIVE_STORE: "memory:", LOOM_NARRATIVE_STORY: "a" };
  const { port, store, story } = readNarrativeSettings(env, { port: 2, store: "jsonl:x", story: undefined });
  assertEquals([port, store, story], [2, "jsonl:x", "a"]);
  const closes = (env: Environment, closeEpisodes?: boolean) =>
    readNarrativeSettings(env, { closeEpisodes }).closeEpisodes;
  assertEquals([closes({ LOOM_NARRATIVE_CLOSE_EPISODES: "1" }), closes({}, true)], [true, true]);
});

Deno.test("readNarrativeSettings() refuses an exposed address without a token, or with a short one", () => {
  for (const host of ["0.0.0.0", "::", "192.168.0.7", "bridge.example"]) {
    const error = assertThrows(() => readNarrativeSettings({}, { host }), NarrativeStartError);
    assertEquals(error.code, "token_required");
    const short = assertThrows(() => readNarrativeSettings({}, { host, token: "t" }), NarrativeStartError);
    assertEquals([short.code, short.message.includes("LOOM_NARRATIVE_TOKEN has")], ["token_required", true]);
    assertEquals(isExposed(readNarrativeSettings({}, { host, token: "0123456789abcdef" })), true);
  }
  for (const host of ["127.0.0.1", "::1", "localhost"]) {
    assertEquals(isExposed(readNarrativeSettings({}, { host })), false);
  }
});

Deno.test("readNarrativeSettings() takes unsigned webhooks on this machine only", () => {
  const env = { LOOM_NARRATIVE_ALLOW_UNSIGNED: "1", LOOM_NARRATIVE_TOKEN: "0123456789abcdef" };
  assertEquals(readNarrativeSettings(env).allowUnsigned, true);
  assertThrows(
    () => readNarrativeSettings(env, { host: "0.0.0.0" }),
    NarrativeStartError,
    "GITHUB_WEBHOOK_SECRET",
  );
});

Deno.test("readNarrativeSettings() says which value it does not understand, and never a secret", () => {
  const refusals: [string, string][] = [
    ["LOOM_NARRATIVE_PORT", "65536"],
    ["LOOM_NARRATIVE_PORT", "http"],
    ["LOOM_NARRATIVE_MAX_BODY", "0"],
    ["LOOM_NARRATIVE_MAX_BODY", "999999999999"],
    ["LOOM_NARRATIVE_RETENTION_DAYS", "999999999999"],
    ["LOOM_NARRATIVE_RATE", "fast"],
    ["LOOM_NARRATIVE_KEEP_PAYLOAD", "yes"],
    ["LOOM_NARRATIVE_STORY", "a/b"],
    ["LOOM_NARRATIVE_TOKEN", "hush hush"],
    ["LOOM_NARRATIVE_WEBHOOK_URL", "hush"],
  ];
  for (const [name, value] of refusals) {
    const error = assertThrows(() => readNarrativeSettings({ [name]: value }), NarrativeStartError);
    assertEquals([error.code, error.message.includes("hush")], ["bad_option", false], name);
  }
});

Deno.test("readAnalysisBounds() takes numbers, off, older spellings, and nothing else", () => {
  assertEquals(readAnalysisBounds({}), { analysesDays: 90, analysesMost: 10_000 });
  assertEquals(
    readAnalysisBounds({ LOOM_NARRATIVE_ANALYSES_DAYS: "off", LOOM_NARRATIVE_ANALYSES_MAX: "" }),
    { analysesDays: 0, analysesMost: 10_000 },
  );
  assertEquals(
    readAnalysisBounds({ STATELOOM_NARRATIVE_ANALYSES_DAYS: "7", SMCRAFT_NARRATIVE_ANALYSES_MAX: "0" }),
    { analysesDays: 7, analysesMost: 0 },
  );
  for (const value of ["-1", "never", "36501"]) {
    assertThrows(
      () => readAnalysisBounds({ LOOM_NARRATIVE_ANALYSES_DAYS: value }),
      NarrativeStartError,
      `LOOM_NARRATIVE_ANALYSES_DAYS is "${value}"`,
    );
  }
});
