import { assertEquals, assertThrows } from "@std/assert";
import { LiveChannels, pauseAfter } from "./live_channels.ts";
import { HttpError } from "./http_error.ts";

const HUB = { url: "http://127.0.0.1:1", token: "s3cret" };

Deno.test("pauseAfter() waits longer after large messages", () => {
  assertEquals([0, 1_000, 1_000_000, 20_000_000].map(pauseAfter), [30, 30, 100, 2_000]);
});

Deno.test("open() refuses what begins no WebSocket, and everybody once the server stops", () => {
  const channels = new LiveChannels(HUB);
  const request = new Request("http://127.0.0.1/api/live", { headers: { upgrade: "websocket" } });
  assertEquals(assertThrows(() => channels.open(request, "/door.smdf.json"), HttpError).code, "no_websocket");
  channels.close();
  assertEquals(assertThrows(() => channels.open(request, "/door.smdf.json"), HttpError).code, "stopping");
});
