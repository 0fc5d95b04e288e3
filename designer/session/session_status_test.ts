import { enrich, validate } from "@loom/engine";
import { assertEquals } from "@std/assert";
import { SESSION_MACHINE, type SessionEvent, type SessionFacts, StatusMachine } from "./session_status.ts";

const CALM: SessionFacts = { joined: true, joining: false, behind: false, waiting: 0 };

/** The status after events; the last one comes with the facts. */
function statusAfter(events: readonly SessionEvent[], facts: SessionFacts = CALM): string {
  const machine = new StatusMachine();
  events.forEach((event, at) => machine.notify(event, at < events.length - 1 ? CALM : facts));
  return machine.status;
}

Deno.test("SESSION_MACHINE has nothing to remark", () => {
  assertEquals(validate(enrich(SESSION_MACHINE)), []);
});

Deno.test("StatusMachine follows what happens", async (t) => {
  const waiting: SessionFacts = { ...CALM, waiting: 1 };
  const cases: [events: SessionEvent[], facts: SessionFacts, status: string][] = [
    [[], CALM, "offline"],
    [["join"], CALM, "joining"],
    [["join", "failed"], CALM, "error"],
    [["join", "failed", "join"], CALM, "joining"],
    [["join", "joined"], CALM, "synced"],
    [["join", "joined"], waiting, "pending"],
    [["join", "joined", "edit"], waiting, "pending"],
    [["join", "joined", "edit"], CALM, "synced"],
    [["join", "joined", "fell_behind"], CALM, "resyncing"],
    [["join", "joined", "fell_behind", "caught_up"], CALM, "synced"],
    [["join", "joined", "fell_behind", "caught_up"], waiting, "pending"],
    [["join", "joined", "parted"], CALM, "offline"],
    [["join", "joined", "clashed"], CALM, "remote-changed"],
    [["join", "joined", "clashed", "parted"], CALM, "remote-changed"],
    [["join", "joined", "clashed", "decide"], CALM, "synced"],
    [["join", "joined", "clashed", "decide"], waiting, "pending"],
    [["join", "joined", "clashed", "decide"], { ...CALM, behind: true }, "resyncing"],
    [["join", "joined", "clashed", "decide"], { ...CALM, joined: false }, "offline"],
    [["join", "joined", "clashed", "decide"], { ...CALM, joined: false, joining: true }, "joining"],
  ];
  for (const [events, facts, status] of cases) {
    await t.step(`${events.join(", ") || "nothing"}: ${status}`, () => {
      assertEquals(statusAfter(events, facts), status);
    });
  }
});
