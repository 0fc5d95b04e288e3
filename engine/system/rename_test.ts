import type { JsonObject } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { checkSystem } from "./check_system.ts";
import { planRename } from "./rename.ts";
import type { RenamedWord } from "./rename_rows.ts";
import { BORROW, LIBRARY, LIBRARY_DATA, libraryMembers, LOAN } from "./testing.ts";

function renamed(
  what: RenamedWord,
  from: string,
  to: string,
  member?: string,
  more: Record<string, unknown> = {},
) {
  const members = libraryMembers(more);
  const planned = planRename(LIBRARY, members, { what, from, to, member });
  assert(planned.ok, planned.ok ? "" : planned.refusal.message);
  const after = new Map(planned.value.map((one) => [one.member, one.after]));
  const system = after.get(undefined) ?? LIBRARY;
  const { findings } = checkSystem(
    system,
    members.map((one) => ({ ...one, definition: after.get(one.path) ?? one.definition })),
  );
  return {
    ops: Object.fromEntries(
      planned.value.map(({ member = "system", ops }) => [member, ops.map(({ op }) => op)]),
    ),
    text: JSON.stringify([system, ...planned.value.map((one) => one.after)]),
    findings,
  };
}

const CASES: readonly [RenamedWord, string, string, Record<string, readonly string[]>][] = [
  ["entity", "Loan", "Lending", {
    "library.erdf.json": ["entity.rename"],
    "loan.smdf.json": ["settings.update"],
    "borrow.sqdf.json": ["participant.update"],
  }],
  ["attribute", "Loan.renewals", "times_renewed", {
    "library.erdf.json": ["attribute.update"],
    "loan.smdf.json": ["transition.update"],
  }],
  ["state", "OnLoan", "Lent", { "loan.smdf.json": ["state.rename"], "borrow.sqdf.json": ["message.update"] }],
  ["event", "renew", "extend", {
    "loan.smdf.json": ["event.rename"],
    "borrow.sqdf.json": ["message.update"],
  }],
  ["participant", "Desk", "Counter", { "borrow.sqdf.json": ["participant.rename"] }],
  ["machine", "LoanLifecycle", "LoanStates", {
    "library.erdf.json": ["attribute.update"],
    "loan.smdf.json": ["settings.update"],
    "borrow.sqdf.json": ["message.update"],
  }],
  ["actor", "Reader", "Member of the library", {
    system: ["actor.rename"],
    "borrow.sqdf.json": ["participant.update"],
  }],
];

for (const [what, from, to, expected] of CASES) {
  Deno.test(`planRename() renames an ${what} in every document, and the system still agrees`, () => {
    const { ops, text, findings } = renamed(what, from, to);
    assertEquals(ops, expected);
    assertEquals(findings, []);
    assert(what === "actor" || !text.includes(JSON.stringify(from)), text);
  });
}

Deno.test("planRename() changes guards and code, but no calls and no texts in quotes", () => {
  const state = {
    name: "Root",
    states: [{
      name: "A",
      onEntry: { actions: ["loan.renewals = loan.renewals + 1", { code: "log('loan.renewals')" }] },
      transitions: [{ event: "lend", condition: "loan.renewals() > loan.renewals and myloan.renewals" }],
    }],
  };
  const planned = planRename(LIBRARY, libraryMembers({ "loan.smdf.json": { ...LOAN, state } }), {
    what: "attribute",
    from: "Loan.renewals",
    to: "Loan.times",
  });
  const after = planned.ok
    ? planned.value.find(({ member }) => member === "loan.smdf.json")?.after.state
    : undefined;
  assertEquals(after as JsonObject | undefined, {
    name: "Root",
    states: [{
      name: "A",
      onEntry: { actions: ["loan.times = loan.times + 1", { code: "log('loan.renewals')" }] },
      transitions: [{ event: "lend", condition: "loan.renewals() > loan.times and myloan.renewals" }],
    }],
  });
});

Deno.test("planRename() follows keys and references of an attribute", () => {
  const [loan, member] = LIBRARY_DATA.entities;
  const entities = [
    { ...loan, keys: [{ attributes: ["loan_id", "renewals"] }] },
    { ...member, attributes: [{ name: "last", type: "int", references: "Loan.loan_id" }] },
    { name: "Fine", foreignKeys: [{ attributes: ["loan"], entity: "Loan", to: ["loan_id"] }] },
  ];
  const { text } = renamed("attribute", "Loan.loan_id", "id", undefined, {
    "library.erdf.json": { ...LIBRARY_DATA, entities },
  });
  assert(!text.includes("loan_id"), text);
});

Deno.test("planRename() asks which machine has a state, and changes only messages that mean it", () => {
  const copy = {
    ...LOAN,
    settings: { ...LOAN.settings, name: "Copy" },
    events: [{ name: "CopyEvents", events: [{ id: "copy" }] }],
    state: { name: "Copies", states: [{ name: "OnLoan", transitions: [{ event: "copy" }] }] },
  };
  const more = { "copy.smdf.json": copy };
  const refusal = planRename(LIBRARY, libraryMembers(more), { what: "state", from: "OnLoan", to: "Lent" });
  assertEquals(refusal.ok ? "" : refusal.refusal.code, "ambiguous_name");
  assertEquals(renamed("state", "OnLoan", "Lent", "loan.smdf.json", more).ops, {
    "loan.smdf.json": ["state.rename"],
    "borrow.sqdf.json": ["message.update"],
  });
  assertEquals(renamed("state", "OnLoan", "Lent", "copy.smdf.json", more).ops, {
    "copy.smdf.json": ["state.rename"],
  });
});

Deno.test("planRename() refuses unknown and taken names, and members that cannot be read", () => {
  const code = (what: RenamedWord, from: string, to: string, more: Record<string, unknown> = {}) => {
    const planned = planRename(LIBRARY, libraryMembers(more), { what, from, to });
    return planned.ok ? "done" : planned.refusal.code;
  };
  assertEquals(code("entity", "Laon", "Lending"), "unknown_name");
  assertEquals(code("entity", "Loan", "Member"), "duplicate");
  assertEquals(code("attribute", "Loan.renewals", "status"), "duplicate");
  assertEquals(code("event", "renew", " "), "bad_name");
  assertEquals(code("event", "renew", "lend"), "duplicate");
  assertEquals(code("event", "renew", "extend", { "borrow.sqdf.json": undefined }), "unreadable_member");
});

Deno.test("planRename() changes nothing that it is given", () => {
  const before = JSON.stringify([LIBRARY, LIBRARY_DATA, LOAN, BORROW]);
  renamed("event", "renew", "extend");
  assertEquals(JSON.stringify([LIBRARY, LIBRARY_DATA, LOAN, BORROW]), before);
});
