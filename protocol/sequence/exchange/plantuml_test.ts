import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { validateSequence } from "../rules/rules.ts";
import { isPlantUmlSequence, readSequencePlantUml } from "./read_plantuml.ts";

const read = (...lines: string[]) =>
  readSequencePlantUml(["@startuml", ...lines, "@enduml"].join("\n"), "Read");
const said = ({ messages }: { messages: { from: string; to: string; label: string; reply?: boolean }[] }) =>
  messages.map(({ from, to, label, reply }) => `${from} ${reply ? "-->" : "->"} ${to}: ${label}`);

Deno.test("a PlantUML diagram becomes participants, messages and fragments", () => {
  const { definition, remarks } = read(
    "title Buying a **book**",
    "' a comment",
    "skinparam backgroundColor white",
    "actor Customer as C",
    'participant "Web shop" as S #lightblue',
    "database Orders <<db>> order 30",
    "C -> S ++ : orders\\nsomething",
    "S ->> Orders: stores it",
    "Orders --> S: done",
    "note right: at any time",
    "alt the card is good",
    "  S -[#red]> Bank : asks",
    "  S <-- Bank : grants",
    "else",
    "  Bank ->x S : refuses",
    "end",
    "== later ==",
    "return a receipt",
    "group a frame",
    "  C -> C : waits",
    "end",
    "note over C, S",
    "two lines",
    "of a note",
    "end note",
    "...",
    "[-> S : from nowhere",
  );
  assertEquals(definition.settings.name, "Buying a book");
  assertEquals(definition.participants, [
    { name: "Customer", actor: "Customer" },
    { name: "Web shop" },
    { name: "Orders" },
    { name: "Bank" },
    { name: "Outside" },
  ]);
  assertEquals(said(definition), [
    "Customer -> Web shop: orders something",
    "Web shop -> Orders: stores it",
    "Orders --> Web shop: done",
    "Web shop -> Bank: asks",
    "Bank --> Web shop: grants",
    "Web shop --> Customer: a receipt",
    "Customer -> Customer: waits",
    "Outside -> Web shop: from nowhere",
  ]);
  assertEquals(definition.messages[2]?.notes, "at any time");
  assertEquals(definition.messages[6]?.notes, "two lines\nof a note");
  assertEquals(definition.fragments?.map(({ kind, after, until }) => [kind, after, until]), [["alt", 3, 5]]);
  assertEquals(remarks.map(({ message, line }) => [line, message]), [
    [4, "Passed over: a setting of the drawing."],
    [12, 'The alternative "the card is good" became the path as written, which has no condition.'],
    [18, "Passed over: a divider."],
    [20, "Passed over: the frame of group."],
    [27, "Passed over: a gap."],
    [28, "The end of an arrow from or to nobody is the participant Outside."],
  ]);
});

Deno.test("blocks of PlantUML nest", () => {
  const { definition } = read(
    "loop 3 times",
    "A -> B: asks",
    "opt busy",
    "B -> A: waits",
    "end",
    "end",
    "par one",
    "A -> B: left",
    "else two",
    "A -> B: right",
    "end",
    "ref over A, B : elsewhere",
  );
  assertEquals(definition.fragments?.map(({ kind, label }) => `${kind} ${label}`), [
    "loop 3 times",
    "par one",
    "par two",
  ]);
  assertEquals(definition.fragments?.[0]?.fragments?.[0]?.kind, "opt");
});

Deno.test("other diagrams of PlantUML are told apart, and wrong lines are refused with their place", () => {
  assertEquals(isPlantUmlSequence("@startuml\nA -> B: x\n@enduml"), true);
  assertEquals(isPlantUmlSequence("@startuml\nstate A\n[*] --> A\n@enduml"), false);
  assertEquals(isPlantUmlSequence("sequenceDiagram\nA->>B: x"), false);
  assertThrows(() => read("A -> B: x", "what is this"), Error, "Line 3");
  assertThrows(() => read("alt x", "A -> B: y"), Error, "alt has no end");
  assertThrows(() => read("end"), Error, "closes nothing");
  assertThrows(() => read("return x"), Error, "no message to return from");
});

Deno.test("any text is read or refused, and what is read has no error but in names", () => {
  const word = fc.constantFrom(
    "A",
    "B",
    "->",
    "-->",
    "<-",
    ": x",
    "alt x",
    "else",
    "end",
    "loop",
    "note left: y",
    "\n",
    "return",
    "par",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      try {
        const { definition } = read(words.join(" "));
        validateSequence(definition);
      } catch (error) {
        assertEquals((error as { code?: string }).code, "plantuml_syntax");
      }
    }),
    { seed: 5 },
  );
});
