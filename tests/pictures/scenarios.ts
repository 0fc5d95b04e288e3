/**
 * Scenarios that are hard to draw.
 *
 * @module
 */
import type { SequenceDefinition, SqdFragment, SqdMessage, SqdParticipant } from "@loom/protocol";

function scenario(
  name: string,
  participants: SqdParticipant[],
  messages: SqdMessage[],
  fragments: SqdFragment[] = [],
): SequenceDefinition {
  return { settings: { namespace: "Gallery", name }, participants, messages, fragments };
}

function named(...names: string[]): SqdParticipant[] {
  return names.map((name) => ({ name }));
}

/** Fragments of every kind, three deep. */
const FRAGMENTS = scenario("Every fragment", [
  { name: "Reader", actor: "Reader" },
  { name: "Web", service: "web" },
  { name: "order", object: "Order" },
  { name: "Archive", holds: ["Order", "Invoice"], notes: "Read only at night." },
], [
  { from: "Reader", to: "Web", label: "orders a book" },
  {
    from: "Web",
    to: "order",
    label: "places",
    event: "place",
    machine: "Order",
    carries: "Order",
    state: "Placed",
  },
  { from: "order", to: "Archive", label: "stores the order" },
  { from: "Archive", to: "order", label: "stored", reply: true },
  { from: "order", to: "Web", label: "done", reply: true },
  { from: "Web", to: "Reader", label: "confirms", optional: true },
], [
  {
    kind: "alt",
    label: "the shop is closed",
    after: 1,
    until: 2,
    messages: [{ from: "Web", to: "Reader", label: "asks to wait" }],
    fragments: [{
      kind: "opt",
      label: "the reader is a member",
      after: 1,
      messages: [{ from: "Web", to: "Web", label: "reserves a copy" }],
      fragments: [{
        kind: "loop",
        label: "until one is free",
        after: 0,
        messages: [{ from: "Web", to: "Archive", label: "asks" }, {
          from: "Archive",
          to: "Web",
          label: "answers",
          reply: true,
        }],
      }],
    }],
  },
  {
    kind: "par",
    label: "the bill",
    after: 3,
    messages: [{ from: "order", to: "Web", label: "writes the bill" }],
  },
  {
    kind: "par",
    label: "the parcel",
    after: 3,
    messages: [{ from: "order", to: "Archive", label: "fetches the book" }],
  },
  { kind: "critical", label: "stock", after: 4, messages: [{ from: "order", to: "order", label: "counts" }] },
  {
    kind: "break",
    label: "the card is refused",
    after: 4,
    messages: [{ from: "Web", to: "Reader", label: "gives up" }],
  },
]);

/** Messages to oneself at every place, with words, notes and states. */
const SELF = scenario("Messages to oneself", named("First", "Middle", "Last"), [
  { from: "First", to: "First", label: "thinks" },
  {
    from: "Middle",
    to: "Middle",
    label: "thinks at great length about a thing that does not fit a line",
    state: "Thoughtful",
  },
  { from: "First", to: "Middle", label: "calls" },
  {
    from: "Middle",
    to: "Middle",
    label: "works",
    event: "work",
    carries: "Book",
    notes: "The work takes a day.",
  },
  { from: "Middle", to: "First", label: "returns", reply: true },
  { from: "Last", to: "Last", label: "ends", notes: "Nobody sees it." },
]);

/** Notes beside messages over one, two and many lifelines. */
const NOTES = scenario("Notes", named("A", "B", "C", "D"), [
  { from: "A", to: "B", label: "next", notes: "One gap." },
  {
    from: "A",
    to: "D",
    label: "far",
    notes: "This one passes two lifelines, and its remark is long enough for three lines of words.",
  },
  { from: "D", to: "A", label: "back", reply: true, notes: "From right to left." },
  { from: "C", to: "D", label: "last", notes: "At the border." },
  { from: "D", to: "D", label: "self", notes: "Beyond the border." },
]);

/** States and events whose words need several lines. */
const DETAILS = scenario("Details", named("Clerk", "Machine"), [
  { from: "Clerk", to: "Machine", label: "asks", event: "submit", state: "Waiting" },
  {
    from: "Clerk",
    to: "Machine",
    label: "pays",
    event: "payment_accepted",
    machine: "Checkout",
    carries: "Payment",
    state: "WaitingForTheCarrier",
  },
  {
    from: "Clerk",
    to: "Machine",
    label: "sends",
    event: "a_rather_long_name_of_an_event",
    machine: "ARatherLongNameOfAMachine",
    carries: "PurchaseOrder",
    state: "Waiting for the answer of the bank",
    optional: true,
  },
  {
    from: "Machine",
    to: "Clerk",
    label: "x",
    state: "AStateWithAVeryLongNameWithoutAnyBlankInItSoThatItMustBeShortenedSomewhere",
  },
]);

const LONG_NAMES = scenario(
  "A scenario whose name is so long that the heading has to be shortened ".repeat(3),
  [
    { name: "The regional distribution centre of the northern branch", service: "distribution-centre-north" },
    {
      name: "B",
      actor: "Somebody",
    },
  ],
  [{
    from: "B",
    to: "The regional distribution centre of the northern branch",
    label:
      "asks whether the parcel that was sent last week from the southern branch has arrived already, and where it is now",
  }, {
    from: "B",
    to: "B",
    label: "wördwithoutanyblankthatisratherlongandthereforewiderthanthewidestlineofalabelcanbe",
  }],
);

const SCRIPTS = scenario("図書館 · مكتبة", named("会員", "مكتبة", "Straße"), [
  { from: "会員", to: "مكتبة", label: "本を借りる", state: "貸出中" },
  { from: "مكتبة", to: "Straße", label: "يرسل الكتاب", notes: "ملاحظة قصيرة" },
  {
    from: "Straße",
    to: "会員",
    label: "返却のお知らせをお送りします、期限は来週の金曜日です、ありがとうございました",
    reply: true,
  },
], [{ kind: "opt", label: "雨が降る", after: 1, messages: [{ from: "会員", to: "会員", label: "待つ" }] }]);

const MANY = scenario(
  "30 lifelines",
  named(...Array.from({ length: 30 }, (_, at) => `Service ${at}`)),
  Array.from({ length: 40 }, (_, at) => ({
    from: `Service ${(at * 7) % 30}`,
    to: `Service ${(at * 11 + 3) % 30}`,
    label: `step ${at}`,
    ...(at % 9 === 0 ? { notes: "A remark." } : {}),
  })),
);

/** Calls within calls: activations on activations, and back. */
const CALLS = scenario("Nested calls", named("A", "B", "C"), [
  { from: "A", to: "B", label: "one" },
  { from: "B", to: "C", label: "two" },
  { from: "C", to: "B", label: "back into B" },
  { from: "B", to: "B", label: "looks up" },
  { from: "B", to: "C", label: "answer", reply: true },
  { from: "C", to: "B", label: "answer", reply: true },
  { from: "B", to: "A", label: "answer", reply: true },
]);

/** The scenarios, by name. */
export const SEQUENCE_SAMPLES: Readonly<Record<string, SequenceDefinition>> = {
  "sequence, every fragment": FRAGMENTS,
  "sequence, messages to oneself": SELF,
  "sequence, notes": NOTES,
  "sequence, details": DETAILS,
  "sequence, nested calls": CALLS,
  "sequence, long names": LONG_NAMES,
  "sequence, other scripts": SCRIPTS,
  "sequence, 30 lifelines": MANY,
  "sequence, empty": scenario("Empty", [], []),
  "sequence, one participant": scenario("One", named("Only"), []),
};
