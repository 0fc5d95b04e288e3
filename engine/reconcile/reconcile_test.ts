import type { JsonObject } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { replayScenario } from "../scenario/mod.ts";
import { reconcile } from "./reconcile.ts";
import type { MemberDocument, Reconciliation, SystemDocuments } from "./proposal.ts";
import { formatReconcile, summarizeReconcile } from "./text.ts";

function machine(
  states: unknown[],
  events: string[] = [],
  path = "door.smdf.json",
  name = "Door",
): MemberDocument {
  const list = events.length === 0 ? [] : [{ name: "All", events: events.map((id) => ({ id })) }];
  return {
    path,
    def: {
      settings: { namespace: "Test", name, asynchronous: false },
      events: list,
      state: { name: "Root", states },
    } as JsonObject,
  };
}

function story(
  messages: unknown[],
  participants: unknown[] = [{ name: "Guest" }],
  more: object = {},
): MemberDocument {
  return {
    path: "story.sqdf.json",
    def: {
      settings: { namespace: "Test", name: "Story" },
      participants,
      messages: messages.map((message) => ({ from: "Guest", to: "Guest", label: "x", ...Object(message) })),
      ...more,
    } as JsonObject,
  };
}

function system(...parts: Partial<SystemDocuments>[]): SystemDocuments {
  return Object.assign({ machines: [], erds: [], scenarios: [] }, ...parts);
}

function opsOf({ documents }: Reconciliation): unknown[] {
  return documents.flatMap(({ ops }) => ops);
}

/** The system with the changed documents in place. */
function applied(documents: SystemDocuments, { documents: changed }: Reconciliation): SystemDocuments {
  const now = (one: MemberDocument) => ({
    path: one.path,
    def: changed.find(({ path }) => path === one.path)?.def ?? one.def,
  });
  return {
    machines: documents.machines.map(now),
    erds: documents.erds.map(now),
    scenarios: documents.scenarios,
    ...(documents.system === undefined ? {} : { system: now(documents.system) }),
  };
}

const CLOSED = [{ name: "Closed" }];

Deno.test("a new event with a new state becomes an event, a state and a transition, after which replay accepts", () => {
  const documents = system({
    machines: [machine(CLOSED)],
    scenarios: [story([{ event: "open", state: "Opened" }])],
  });
  const result = reconcile(documents);
  assertEquals(opsOf(result), [
    { op: "eventSource.add", source: { name: "GuestEvents", events: [{ id: "open" }] } },
    { op: "state.add", parent: null, state: { name: "Opened", transitions: [] } },
    { op: "transition.add", state: "Closed", transition: { event: "open", nextState: "Opened" } },
  ]);
  assertEquals(result.unresolved, []);
  assertEquals(result.proposals.map(({ id, from }) => [id, from]), [
    ["message:story.sqdf.json:1", { scenario: "story.sqdf.json", element: "message:1" }],
  ]);
  const after = applied(documents, result);
  assertEquals(
    replayScenario(after.scenarios[0]?.def, after.machines.map(({ def }) => def as never)).accepted,
    true,
  );
  assertEquals(reconcile(after), { proposals: [], documents: [], unresolved: [] });
});

Deno.test("an event goes to the source of its sender, in any script", () => {
  const door = machine(CLOSED);
  door.def.events = [{ name: "Other", events: [] }, { name: "Guest", events: [] }];
  const [first] = opsOf(
    reconcile(system({ machines: [door], scenarios: [story([{ event: "open", state: "Closed" }])] })),
  );
  assertEquals(first, { op: "event.add", sourceIndex: 1, event: { id: "open" } });
  const greek = story([{ from: "πελάτης 2", event: "open", state: "Closed" }]);
  const [op] = opsOf(reconcile(system({ machines: [machine(CLOSED)], scenarios: [greek] })));
  assertEquals(op, { op: "eventSource.add", source: { name: "Πελάτης2Events", events: [{ id: "open" }] } });
});

Deno.test("a claim of a state around the present one is an internal transition", () => {
  const states = [{ name: "On", states: [{ name: "Low" }, { name: "High" }] }];
  const result = reconcile(
    system({ machines: [machine(states, ["tap"])], scenarios: [story([{ event: "tap", state: "On" }])] }),
  );
  assertEquals(opsOf(result), [{ op: "transition.add", state: "Low", transition: { event: "tap" } }]);
});

Deno.test("a new state is added beside the present one", () => {
  const states = [{ name: "On", states: [{ name: "Low" }] }];
  const result = reconcile(
    system({ machines: [machine(states, ["tap"])], scenarios: [story([{ event: "tap", state: "High" }])] }),
  );
  assertEquals(opsOf(result)[0], { op: "state.add", parent: "On", state: { name: "High", transitions: [] } });
});

Deno.test("an empty machine gains its first state only", () => {
  const empty = machine([], ["go"]);
  const result = reconcile(
    system({ machines: [empty], scenarios: [story([{ event: "go", state: "Begun" }])] }),
  );
  assertEquals(opsOf(result)[0], {
    op: "state.add",
    parent: null,
    state: { name: "Begun", transitions: [] },
  });
});

const OPEN: Record<string, { documents: SystemDocuments; text: string }> = {
  "a refusal that says nothing about the state": {
    documents: system({ machines: [machine(CLOSED, ["open"])], scenarios: [story([{ event: "open" }])] }),
    text: "Story, message 1: open is refused in Closed: say with `state` where it leads.",
  },
  "a new event that says nothing about the state": {
    documents: system({ machines: [machine(CLOSED)], scenarios: [story([{ event: "open" }])] }),
    text: "Story, message 1: no machine has the event open: say with `state` where it leads.",
  },
  "a message behind the end": {
    documents: system({
      machines: [machine([{ name: "Over", kind: "final" }], ["open"])],
      scenarios: [story([{ event: "open", state: "Over" }])],
    }),
    text: "Story, message 1: Door has reached its end before.",
  },
  "a claim that the machine contradicts": {
    documents: system({
      machines: [
        machine([{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }], [
          "open",
        ]),
      ],
      scenarios: [story([{ event: "open", state: "Closed" }])],
    }),
    text: "Story, message 1: Door is in Open, but the message says Closed.",
  },
  "a name that is nearly one that exists": {
    documents: system({
      machines: [machine(CLOSED, ["opens"])],
      scenarios: [story([{ event: "openz", state: "Closed" }])],
    }),
    text:
      'Story, message 1: there is no event "openz". Did you mean "opens"? Correct it, or add the event yourself.',
  },
  "a name that is none": {
    documents: system({
      machines: [machine(CLOSED)],
      scenarios: [story([{ event: "the door, opened", state: "Closed" }])],
    }),
    text: 'Story, message 1: "the door, opened" is no name for an event: use letters, digits and _.',
  },
  "a transition that an earlier one would hide": {
    documents: system({
      machines: [
        machine([{ name: "Closed", transitions: [{ event: "open", nextState: "Nowhere" }] }], ["open"]),
      ],
      scenarios: [story([{ event: "open", state: "Ajar" }])],
    }),
    text: "Story, message 1: open is refused in Closed by an earlier transition: correct that one.",
  },
  "an event without a machine among several": {
    documents: system({
      machines: [machine(CLOSED), machine(CLOSED, [], "bell.smdf.json", "Bell")],
      scenarios: [story([{ event: "open", state: "Open" }])],
    }),
    text: "Story, message 1: no machine has the event open: name the machine in the message.",
  },
  "a message that is needed but marked optional": {
    documents: system({
      machines: [
        machine([
          { name: "A", transitions: [{ event: "one", nextState: "B" }] },
          { name: "B", transitions: [{ event: "two", nextState: "A" }] },
        ], ["one", "two"]),
      ],
      scenarios: [story([{ event: "one", optional: true }, { event: "two" }])],
    }),
    text: "Story, message 2: the scenario stops without its optional messages (1), so one of them is needed.",
  },
  "an entity without a diagram": {
    documents: system({ scenarios: [story([{ carries: "Order" }])] }),
    text:
      "Story, message 1: there is no entity-relationship diagram for the entity Order: add one to the system.",
  },
};

for (const [name, { documents, text }] of Object.entries(OPEN)) {
  Deno.test(`${name} stays open`, () => {
    const result = reconcile(documents);
    assertEquals(result.unresolved, [text]);
    assertEquals(result.proposals, []);
  });
}

const PARTICIPANTS = [
  { name: "Guest", actor: "Guest" },
  { name: "Helper", actor: "Booking agent" },
  { name: "Mail", actor: "Mailer", service: "mail" },
  { name: "Cart", object: "cart", holds: ["Order", " "] },
  { name: "Blank", actor: " ", holds: "Order" },
];

Deno.test("actors, entities and objects are added where they are missing", () => {
  const documents = system({
    system: {
      path: "shop.sysdf.json",
      def: { settings: { namespace: "T", name: "Shop" }, members: [] } as JsonObject,
    },
    machines: [machine(CLOSED)],
    erds: [{
      path: "shop.erdf.json",
      def: { settings: { name: "Shop" }, entities: [], relationships: [] } as JsonObject,
    }],
    scenarios: [story([{ carries: "Receipt" }], PARTICIPANTS)],
  });
  const result = reconcile(documents);
  assertEquals(result.proposals.map(({ id, ops }) => [id, ops[0]]), [
    ["actor:Guest", { op: "actor.add", actor: { name: "Guest", kind: "person" } }],
    ["actor:Booking agent", { op: "actor.add", actor: { name: "Booking agent", kind: "agent" } }],
    ["actor:Mailer", { op: "actor.add", actor: { name: "Mailer", kind: "service" } }],
    ["entity:Order", {
      op: "entity.add",
      entity: { name: "Order", attributes: [], notes: "Asked for by Story: Cart holds it." },
    }],
    ["entity:Receipt", {
      op: "entity.add",
      entity: { name: "Receipt", attributes: [], notes: "Asked for by Story: message 1 carries it." },
    }],
    ["object:cart", { op: "settings.update", patch: { objects: [{ instance: "cart", class: "Order" }] } }],
  ]);
  assertEquals(
    summarizeReconcile(result, "propose"),
    "6 changes proposed (door.smdf.json +1, shop.erdf.json +2, shop.sysdf.json +3)",
  );
  assertEquals(
    summarizeReconcile(result, "auto"),
    "auto: door.smdf.json +1, shop.erdf.json +2, shop.sysdf.json +3",
  );
  const again = reconcile(applied(documents, result));
  assertEquals([again.proposals, again.unresolved], [[], []]);
  assertEquals(formatReconcile(again), "The scenarios and the other documents agree.");
});

Deno.test("only the proposals that are wanted are applied", () => {
  const documents = system({
    machines: [machine(CLOSED)],
    scenarios: [story([{ event: "open", state: "Opened" }, { event: "close", state: "Closed" }])],
  });
  const all = reconcile(documents).proposals.map(({ id }) => id);
  assertEquals(all, ["message:story.sqdf.json:1", "message:story.sqdf.json:2"]);
  const first = reconcile(documents, { only: new Set([all[0] ?? ""]) });
  assertEquals(first.proposals.map(({ id }) => id), ["message:story.sqdf.json:1"]);
  assertEquals(reconcile(applied(documents, first)).proposals.map(({ id }) => id), [
    "message:story.sqdf.json:2",
  ]);
});

Deno.test("one scenario is reconciled without the others", () => {
  const other = { ...story([{ event: "knock", state: "Closed" }]), path: "other.sqdf.json" };
  const documents = system({
    machines: [machine(CLOSED)],
    scenarios: [story([{ event: "open", state: "Opened" }]), other],
  });
  const { proposals } = reconcile(documents, { scenario: "other.sqdf.json" });
  assertEquals(proposals.map(({ from }) => from.scenario), ["other.sqdf.json"]);
});

Deno.test("every unknown event without a machine is reported", () => {
  const { unresolved } = reconcile(system({
    machines: [machine(CLOSED), machine(CLOSED, [], "bell.smdf.json", "Bell")],
    scenarios: [story([{ event: "open", state: "Open" }, { event: "ring", state: "Rung" }])],
  }));
  assertEquals(unresolved.length, 2);
});
