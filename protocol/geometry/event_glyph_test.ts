import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { eventGlyph } from "./event_glyph.ts";
import { ALL_GLYPHS, GLYPH_VOCABULARY, type GlyphId } from "./glyph.ts";

const EXPECTED: Record<GlyphId, string[]> = {
  confirm: [
    "confirm_order",
    "approved",
    "APPROVAL_GIVEN",
    "payment.accepted",
    "orderConfirmed",
    "orderconfirmed",
    "userAcceptsTerms",
    "committed",
    "confirmation-received",
  ],
  complete: [
    "done",
    "done.state.Order",
    "finish",
    "uploadCompleted",
    "completion",
    "doorClosed",
    "CLOSING",
    "closeUp",
  ],
  skip: ["skip", "skipped", "ignoreUpdate", "bypass_check", "by_pass"],
  flag: [
    "flag",
    "flagged",
    "markAsRead",
    "marked",
    "review_requested",
    "under-review",
    "revisit",
    "startReview",
  ],
  advance: ["advance", "next", "nextPage", "forwarded", "stepForward", "steps"],
  pause: ["pause", "pausing", "on_hold", "suspended", "STOP", "stopped", "emergency_stop"],
  play: [
    "play",
    "resume",
    "resumed",
    "start",
    "started",
    "startUp",
    "restart",
    "restarted",
    "begin",
    "beginning",
    "run",
    "rerun",
    "gamestart",
  ],
  clock: [
    "timeout",
    "timeoutExpired",
    "request_timed_out",
    "timeOut",
    "HTTPTimeout",
    "expiry",
    "session.expired",
    "tick",
    "delayed",
    "after_5s",
    "elapsed",
  ],
  change: [
    "change",
    "valueChanged",
    "update",
    "updating",
    "edit",
    "modified",
    "set",
    "set_speed",
    "setTarget",
  ],
  signal: [
    "",
    "go",
    "coin",
    "cancel",
    "rejected",
    "abort",
    "offset",
    "reset",
    "abandoned",
    "asset_loaded",
    "preview",
    "ticket_bought",
    "market_open",
    "sticker",
    "credit",
    "thunder",
    "context_lost",
    "display",
    "player_joined",
    "committee_met",
    "incomplete",
    "unapproved",
    "payment_not_accepted",
    "threshold",
    "trunk",
    "settled",
    "über",
    "確認",
  ],
};

Deno.test("eventGlyph() reads the words of an id", async (t) => {
  for (const [id, events] of Object.entries(EXPECTED)) {
    await t.step(id, () => {
      assertEquals(
        events.map((event) => `${event}: ${eventGlyph(event).id}`),
        events.map((event) => `${event}: ${id}`),
      );
    });
  }
});

Deno.test("eventGlyph() takes the first row of those that fit", () => {
  assertEquals(eventGlyph("stop_and_confirm").id, "confirm");
  assertEquals(eventGlyph("setNextStep").id, "advance");
});

Deno.test("eventGlyph() finds every word of the vocabulary, in any case", () => {
  for (const { glyph, words } of GLYPH_VOCABULARY) {
    for (const word of words) {
      for (
        const id of [
          word,
          word.toUpperCase(),
          `order_${word}`,
          `order${word[0]?.toUpperCase()}${word.slice(1)}`,
        ]
      ) {
        assertEquals(eventGlyph(id), glyph, id);
      }
    }
  }
});

Deno.test("eventGlyph() knows a glyph for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (id) => assert(ALL_GLYPHS.includes(eventGlyph(id)))), {
    seed: 5,
  });
});

Deno.test("ALL_GLYPHS begins with the signal and can be drawn", () => {
  assertEquals(ALL_GLYPHS.map((glyph) => glyph.id), [
    "signal",
    "confirm",
    "complete",
    "skip",
    "flag",
    "advance",
    "pause",
    "play",
    "clock",
    "change",
  ]);
  for (const { paths, strokeWidth } of ALL_GLYPHS) {
    assert(strokeWidth > 0 && paths.length > 0);
    for (const path of paths) {
      assert(/^M( ?[MLHVCZ]| \d+(\.\d+)?)*$/.test(path), path);
      for (const [number] of path.matchAll(/\d+(\.\d+)?/g)) {
        assert(Number(number) >= 0 && Number(number) <= 24);
      }
    }
  }
});
