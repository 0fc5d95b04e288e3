import { assertEquals, assertStringIncludes } from "@std/assert";
import type { SystemDocuments } from "../reconcile/proposal.ts";
import { writeSystemRispec } from "./system.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", description: "Shuts by itself." },
  events: [{ name: "Hand", events: [{ id: "open" }, { id: "lock" }] }],
  state: {
    name: "Root",
    states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
  },
};

const HOME: SystemDocuments = {
  system: {
    path: "home.sysdf.json",
    def: {
      settings: { namespace: "Home", name: "Home", description: "A home with a door." },
      members: [],
      actors: [{ name: "Guest", kind: "person", description: "Rings first." }],
    },
  },
  machines: [{ path: "door.smdf.json", def: DOOR }],
  erds: [{
    path: "home.erdf.json",
    def: {
      settings: { namespace: "Home", name: "Home" },
      entities: [
        { name: "Visit", attributes: [{ name: "visit_id", type: "int", key: "pk" }] },
        {
          name: "Room",
          attributes: [{ name: "visit_id", type: "int", references: "Visit.visit_id", nullable: true }],
        },
      ],
      relationships: [{
        from: "Visit",
        to: "Room",
        cardinality: "1:N",
        label: "sees",
        fromParticipation: "total",
      }],
    },
  }],
  scenarios: [{
    path: "come_in.sqdf.json",
    def: {
      settings: { namespace: "Home", name: "Come in" },
      participants: [{ name: "Guest" }, { name: "Door" }],
      messages: [
        { from: "Guest", to: "Door", label: "opens", event: "open" },
        { from: "Guest", to: "Door", label: "locks", event: "lock" },
      ],
    },
  }],
};

Deno.test("writeSystemRispec() describes intent, actors, data, behaviour, scenarios and open questions", () => {
  const text = writeSystemRispec(HOME, { open: ["Who has the key?"] });
  const headings = text.split("\n").filter((line) => line.startsWith("## "));
  assertEquals(headings, [
    "## Intent",
    "## Actors",
    "## Data",
    "## Behaviour",
    "## Scenarios",
    "## Open Questions",
  ]);
  for (
    const part of [
      "# Home — RISE rispec",
      "> A home with a door.",
      "- **Guest** (person) — Rings first.",
      "- `visit_id`: `int` (refers to `Visit.visit_id`, may be missing)",
      "- `Visit` sees one or more of `Room` (1:N)",
      "### Door\n\nShuts by itself.\n\n#### States",
      "### Creative Advancement Scenario: Come in\n",
      "**Current Reality:** `Door` is in `Closed`.",
      "1. Guest → Door: opens (`Door`: `Closed` → `Open`)",
      "**Resolution:** `Door` is in `Open`. It stops at 2: ",
      "- Who has the key?",
    ]
  ) assertStringIncludes(text, part);
});

Deno.test("writeSystemRispec() describes one member alone, whose intent comes first", () => {
  const text = writeSystemRispec(HOME, { member: "come_in.sqdf.json", intent: "Guests come in." });
  assertStringIncludes(text, "# Come in — RISE rispec");
  assertStringIncludes(text, "> Guests come in.");
  assertEquals(text.split("\n").filter((line) => line.startsWith("## ")), [
    "## Intent",
    "## Scenarios",
    "## Open Questions",
  ]);
  const data = writeSystemRispec(HOME, { member: "home.erdf.json" });
  assertEquals(data.split("\n").filter((line) => line.startsWith("## ")), ["## Intent", "## Data"]);
});

Deno.test("writeSystemRispec() tells the passes of a loop apart", () => {
  const again = {
    settings: { namespace: "Home", name: "Again" },
    participants: [{ name: "Guest" }, { name: "Door" }],
    messages: [],
    fragments: [{
      kind: "loop",
      after: 0,
      messages: [{ from: "Guest", to: "Door", label: "pulls", event: "open" }],
    }],
  };
  const door = {
    ...DOOR,
    state: { name: "Root", states: [{ name: "Closed", transitions: [{ event: "open" }] }] },
  };
  const text = writeSystemRispec({
    machines: [{ path: "door.smdf.json", def: door }],
    erds: [],
    scenarios: [{ path: "again.sqdf.json", def: again }],
  });
  assertStringIncludes(
    text,
    "1. Guest → Door: pulls (`Door` stays in `Closed`)\n2. Guest → Door: pulls (`Door` stays",
  );
});
