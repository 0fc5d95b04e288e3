import type { LoadedMember } from "./member.ts";

/** A small system whose documents agree: lending of books. */
export const LIBRARY = {
  settings: { namespace: "Library", name: "Library" },
  members: [{ path: "library.erdf.json" }, { path: "loan.smdf.json" }, { path: "borrow.sqdf.json" }],
  actors: [{ name: "Reader", kind: "person" }],
};

/** The data of {@linkcode LIBRARY}. */
export const LIBRARY_DATA = {
  settings: { namespace: "Library", name: "Data" },
  entities: [
    {
      name: "Loan",
      attributes: [
        { name: "loan_id", type: "int", key: "pk" },
        { name: "renewals", type: "int" },
        { name: "status", type: "string", stateOf: "LoanLifecycle" },
      ],
    },
    { name: "Member", attributes: [{ name: "member_id", type: "int", key: "pk" }] },
  ],
  relationships: [],
};

/** The machine of {@linkcode LIBRARY}. */
export const LOAN = {
  settings: {
    namespace: "Library",
    name: "LoanLifecycle",
    asynchronous: false,
    objects: [{ instance: "loan", class: "Loan" }, { instance: "calendar", class: "Calendar" }],
  },
  events: [{ name: "DeskEvents", events: [{ id: "lend" }, { id: "renew" }, { id: "giveBack" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Available", transitions: [{ event: "lend", nextState: "OnLoan" }] },
      {
        name: "OnLoan",
        transitions: [
          { event: "renew", condition: "loan.renewals < 3 and calendar.isOpen()" },
          { event: "giveBack", nextState: "Available" },
        ],
      },
    ],
  },
};

/** The scenario of {@linkcode LIBRARY}. */
export const BORROW = {
  settings: { namespace: "Library", name: "Borrow" },
  participants: [
    { name: "Reader", actor: "Reader" },
    { name: "Desk", object: "loan", holds: ["Loan", "Member"] },
  ],
  messages: [
    { from: "Reader", to: "Desk", label: "borrows", event: "lend", carries: "Member", state: "OnLoan" },
    { from: "Reader", to: "Desk", label: "renews", event: "renew" },
    { from: "Reader", to: "Desk", label: "returns", event: "giveBack", machine: "LoanLifecycle" },
  ],
};

/** The members of {@linkcode LIBRARY}, with some definitions replaced or added. */
export function libraryMembers(replaced: Readonly<Record<string, unknown>> = {}): LoadedMember[] {
  const definitions: Record<string, unknown> = {
    "library.erdf.json": LIBRARY_DATA,
    "loan.smdf.json": LOAN,
    "borrow.sqdf.json": BORROW,
    ...replaced,
  };
  return Object.entries(definitions).map(([path, definition]) =>
    definition === undefined ? { path, error: "there is no such file." } : { path, definition }
  );
}
