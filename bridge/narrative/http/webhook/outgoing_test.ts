import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { NOW, OPENED, testBridge } from "../testing/bridge.ts";
import { pause } from "../../pause.ts";
import { NarrativeStartError } from "../../narrative_error.ts";
import { type OutgoingOptions, OutgoingWebhooks } from "./outgoing.ts";
import { hmac, hmacKey } from "./signature.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function sender(statuses: number[], more: Partial<OutgoingOptions> = {}) {
  const sent: Sent[] = [];
  const outcomes: string[] = [];
  const pauses: number[] = [];
  const webhooks = new OutgoingWebhooks({
    url: "https://receiver.example/hook",
    secret: SECRET,
    now: () => NOW,
    log: () => {},
    fetch: (url, init) => {
      sent.push({ url, headers: init.headers as Record<string, string>, body: String(init.body) });
      return Promise.resolve(new Response(null, { status: statuses.shift() ?? 204 }));
    },
    pause: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
    onOutcome: (outcome) => outcomes.push(outcome),
    ...more,
  });
  return { webhooks, sent, outcomes, pauses };
}

const EVENT = {
  id: "beat_1",
  type: "narrative.beat.created",
  timestamp: "2026-01-03T13:20:00.000Z",
  data: { a: 1 },
} as const;

Deno.test("OutgoingWebhooks sends signed webhooks", async () => {
  const { webhooks, sent, outcomes } = sender([]);
  webhooks.send(EVENT);
  assertEquals(webhooks.waiting, 1);
  await webhooks.settled();
  assertEquals([webhooks.waiting, outcomes], [0, ["delivered"]]);
  const [{ url, headers, body }] = sent as [Sent];
  assertEquals(url, "https://receiver.example/hook");
  assertEquals(JSON.parse(body), { type: EVENT.type, timestamp: EVENT.timestamp, data: EVENT.data });
  const key = await hmacKey(Uint8Array.fromBase64(SECRET.slice(6)));
  const mac = await hmac(key, new TextEncoder().encode(`beat_1.${NOW / 1_000}.${body}`));
  assertEquals(headers, {
    "content-type": "application/json",
    "webhook-id": "beat_1",
    "webhook-timestamp": String(NOW / 1_000),
    "webhook-signature": `v1,${mac.toBase64()}`,
  });
});

Deno.test("OutgoingWebhooks tries again for a while, under the same id", async () => {
  const { webhooks, sent, outcomes, pauses } = sender([500, 302, 200, 500, 500, 500, 500]);
  webhooks.send(EVENT);
  webhooks.send({ ...EVENT, id: "beat_2" });
  await webhooks.settled();
  assertEquals(outcomes, ["delivered", "failed"]);
  assertEquals(sent.map(({ headers }) => headers["webhook-id"]), [
    ...Array(3).fill("beat_1"),
    ...Array(4).fill("beat_2"),
  ]);
  assertEquals(pauses, [1_000, 5_000, 1_000, 5_000, 30_000]);
});

Deno.test("OutgoingWebhooks gives up when it is stopped, in a pause too", async () => {
  const isPausing = Promise.withResolvers<void>();
  const { webhooks, sent, outcomes } = sender([500, 200], {
    pause: (ms, signal) => {
      isPausing.resolve();
      return pause(ms, signal);
    },
  });
  webhooks.send(EVENT);
  await isPausing.promise;
  webhooks.stop();
  await webhooks.settled();
  assertEquals([outcomes, sent.length], [["failed"], 1]);
});

Deno.test("OutgoingWebhooks refuses a secret that is none", () => {
  assertThrows(() => sender([], { secret: "whsec_***" }), NarrativeStartError, "no base64");
});

Deno.test("handle() tells of each beat once, and of a position that changed its act", async () => {
  const env = { LOOM_NARRATIVE_WEBHOOK_URL: "https://receiver.example", LOOM_NARRATIVE_WEBHOOK_SECRET: "s" };
  const bodies: { type: string; data: Record<string, unknown> }[] = [];
  const { post, deps } = testBridge(env, {
    fetch: (_url, init) => {
      bodies.push(JSON.parse(String(init.body)));
      return Promise.resolve(new Response());
    },
  });
  const analysis = await (await post("/analyze", OPENED)).json();
  for (const event_id of ["1", "1", "2", "3", "4", "5"]) await post("/create-beat", { event_id, analysis });
  // Of beats that come at once the second act begins with one all the same.
  await Promise.all(["6", "7", "8"].map((event_id) => post("/create-beat", { event_id, analysis })));
  await deps.outgoing?.settled();
  const types = bodies.map(({ type }) => type);
  assertEquals(types.filter((type) => type === "narrative.beat.created").length, 8);
  const positions = bodies.filter(({ type }) => type === "narrative.position.changed");
  assertEquals(positions.map(({ data }) => data.current_act), [1, 2]);
  assertMatch(JSON.stringify(bodies[0]?.data), /"story":"main","beat":\{"id":"beat_/);
});
