import type { SequenceDefinition } from "./types.ts";

/** A sound scenario with one fragment of most kinds. */
export const LENDING: SequenceDefinition = {
  settings: { namespace: "Library", name: "Lending" },
  participants: [
    { name: "Member", actor: "Member" },
    { name: "Desk", service: "desk", holds: ["Loan", "Copy"] },
    { name: "Shelf", object: "shelf" },
  ],
  messages: [
    { from: "Member", to: "Desk", label: "asks for a book", event: "request" },
    { from: "Desk", to: "Shelf", label: "looks for a copy", carries: "Copy" },
    { from: "Shelf", to: "Desk", label: "has one", reply: true, state: "Reserved" },
    { from: "Desk", to: "Desk", label: "notes the loan", optional: true },
    { from: "Desk", to: "Member", label: "hands it over", reply: true },
  ],
  fragments: [
    {
      id: "alt1",
      kind: "alt",
      label: "no copy is there",
      after: 2,
      messages: [
        { from: "Shelf", to: "Desk", label: "has none", reply: true },
        { from: "Desk", to: "Member", label: "offers to wait", event: "queue" },
      ],
      fragments: [{
        id: "opt1",
        kind: "opt",
        label: "the member waits",
        after: 2,
        messages: [{ from: "Member", to: "Desk", label: "waits" }],
      }],
    },
    {
      id: "loop1",
      kind: "loop",
      label: "for each other book",
      after: 0,
      messages: [{ from: "Member", to: "Shelf", label: "browses" }],
    },
  ],
};
