import { assertEquals } from "@std/assert";
import { elementFocus, FOCUS_KINDS, parseFocus } from "./focus.ts";
import { linkCounts, linksOf, systemLinks } from "./links.ts";
import { libraryMembers } from "./testing.ts";

const LINKS = systemLinks(libraryMembers());

Deno.test("systemLinks() finds what names what, where both ends exist", () => {
  const lines = LINKS.map(({ rule, from, to, text }) =>
    `${rule} ${elementFocus(from)} -> ${elementFocus(to)}: ${text}`
  );
  assertEquals(lines, [
    "L001 object:loan -> entity:Loan: is a Loan",
    "L002 event:renew -> attribute:Loan.renewals: a guard of OnLoan reads loan.renewals",
    "L003 attribute:Loan.status -> machine:LoanLifecycle: stores the state of LoanLifecycle",
    "L006 participant:Desk -> object:loan: is the object loan",
    "L006 participant:Desk -> entity:Loan: holds Loan",
    "L006 participant:Desk -> entity:Member: holds Member",
    "L005 message:1 -> event:lend: fires lend",
    "L007 message:1 -> entity:Member: carries Member",
    "L005 message:2 -> event:renew: fires renew",
    "L005 message:3 -> event:giveBack: fires giveBack",
    "L008 message:1 -> state:OnLoan: leads to OnLoan",
    "L008 message:3 -> state:Available: leads to Available",
  ]);
});

Deno.test("linksOf() reads links from both sides", () => {
  const at = (member: string, text: string) => {
    const focus = parseFocus(text);
    return focus === undefined
      ? []
      : linksOf(LINKS, member, focus).map(({ other, text }) => `${text} (${elementFocus(other)})`);
  };
  assertEquals(at("borrow.sqdf.json", "message:1"), [
    "fires lend (event:lend)",
    "carries Member (entity:Member)",
    "leads to OnLoan (state:OnLoan)",
  ]);
  assertEquals(at("library.erdf.json", "entity:Member"), [
    "is held by Desk (participant:Desk)",
    "is carried by message 1 (message:1)",
  ]);
});

Deno.test("parseFocus() reads what elementFocus() writes", () => {
  for (const kind of FOCUS_KINDS) {
    assertEquals(parseFocus(elementFocus({ kind, name: "a:b" })), { kind, name: "a:b" });
  }
  for (const text of ["", "state", "state:", ":Open", "door:Open"]) assertEquals(parseFocus(text), undefined);
});

Deno.test("linkCounts() counts the links of each pair of members by kind", () => {
  assertEquals(linkCounts(LINKS), [
    { from: "loan.smdf.json", to: "library.erdf.json", text: "1 class, 1 read field, 1 stored state" },
    {
      from: "borrow.sqdf.json",
      to: "loan.smdf.json",
      text: "1 object, 3 events, 2 states",
    },
    { from: "borrow.sqdf.json", to: "library.erdf.json", text: "2 held entities, 1 carried entity" },
  ]);
});
