import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { LoomError } from "../../error.ts";
import type { State, StateMachineDefinition } from "../types.ts";
import { isPlantUmlMachine } from "../../diagram/plantuml_lines.ts";
import { readMachinePlantUml } from "./read_plantuml.ts";

const read = (...lines: string[]) => readMachinePlantUml(["@startuml", ...lines, "@enduml"].join("\n"));
const states = (...lines: string[]): State[] => read(...lines).definition.state.states ?? [];

Deno.test("a PlantUML state diagram becomes states, transitions, regions and histories", () => {
  const { definition, remarks } = read(
    "title Order of a **shop**",
    "skinparam state {",
    " BackgroundColor red",
    "}",
    "hide empty description",
    "[*] --> Cart",
    'state "Shopping cart" as Cart #lightblue : items wait',
    "Cart : entry / count()",
    "Cart --> Paying : checkout [items > 0] / total = 1",
    "Cart -left-> [*] : abandon",
    "state Paying <<busy>> {",
    "  [*] -> Card",
    "  Card -[#red,dashed]-> [*] : entered",
    "  --",
    "  [*] --> Waiting",
    "  Waiting --> [*] : timeout",
    "}",
    "Shipped <-- Held : release",
    "Held --> Box[H*] : resume",
    "state Box {",
    "  state Inner",
    "}",
    "note right of Cart : a note",
    "note left of Shipped",
    " two",
    " lines",
    "end note",
  );
  assertEquals(definition.settings.name, "Order of a shop");
  const named = (name: string) => definition.state.states?.find((state) => state.name === name);
  const [cart, paying, shipped, held, box] = ["Cart", "Paying", "Shipped", "Held", "Box"].map(named);
  assertEquals(cart, {
    name: "Cart",
    description: "Shopping cart\nitems wait",
    notes: "a note",
    onEntry: { actions: [{ code: "count()" }] },
    transitions: [
      { event: "checkout", nextState: "Paying", condition: "items > 0", actions: [{ code: "total = 1" }] },
      { event: "abandon", nextState: "Final" },
    ],
  });
  assertEquals(paying?.parallel?.states.map(({ states }) => states?.[0]?.name), ["Card", "Waiting"]);
  assertEquals([shipped?.notes, held?.transitions], ["two\nlines", [
    { event: "release", nextState: "Shipped" },
    { event: "resume", nextState: "BoxDeepHistory" },
  ]]);
  assertEquals(box?.states?.map(({ name, kind }) => [name, kind]), [["BoxDeepHistory", "history"], [
    "Inner",
    undefined,
  ]]);
  assertEquals(remarks.map(({ line, message }) => [line, message]), [
    [3, "Passed over: a setting of the drawing (2 times)."],
    [12, "Passed over: the stereotype <<busy>>."],
    [20, '"Box" has no start mark and begins with its first state: add one, as in [*] --> First.'],
  ]);
});

Deno.test("every spelling of an arrow is read", () => {
  for (const arrow of ["->", "-->", "--->", "-up->", "-d->", "-[#blue]->", "-[bold]right->", "-->>"]) {
    assertEquals(states(`A ${arrow} B : go`)[0]?.transitions, [{ event: "go", nextState: "B" }], arrow);
  }
  for (const arrow of ["<-", "<--", "<-left-", "<-[#red]-"]) {
    assertEquals(states(`A ${arrow} B : go`).find(({ name }) => name === "B")?.transitions, [{
      event: "go",
      nextState: "A",
    }], arrow);
  }
});

Deno.test("regions at the outermost level become those of one state", () => {
  const [regions] = states("[*] --> A", "A --> B : go", "--", "[*] --> C", "C --> D : go");
  const { state } = read("[*] --> A", "A --> B : go", "--", "[*] --> C", "C --> D : go").definition;
  const parallel = state.parallel ?? regions?.parallel;
  assertEquals(parallel?.states.map(({ states }) => states?.map(({ name }) => name)), [["A", "B"], [
    "C",
    "D",
  ]]);
});

Deno.test("diagrams of PlantUML are told apart, and wrong lines are refused with their place", () => {
  assertEquals(isPlantUmlMachine("@startuml\nA -> B: x\n@enduml"), false);
  assertEquals(isPlantUmlMachine("@startuml\n[*] --> A\n@enduml"), true);
  assertEquals(isPlantUmlMachine("@startuml\nstate A\n@enduml"), true);
  assertEquals(isPlantUmlMachine("stateDiagram-v2\n[*] --> A"), false);
  assertThrows(() => read("[*] --> A", "what is this"), LoomError, "Line 3");
  assertThrows(() => read("state A {", "B --> C"), LoomError, "the block of A has no end");
  assertThrows(() => read("}"), LoomError, "closes nothing");
  assertThrows(() => read(...Array(300).fill("state A {")), LoomError, "more than 200 levels");
});

Deno.test("any text is read as a valid tree of states or refused with a sentence", () => {
  const word = fc.constantFrom(
    "state",
    "A",
    "B",
    "{",
    "}",
    "-->",
    "<-",
    ": x",
    "[*]",
    "--",
    "\n",
    "note",
    "[H]",
    "<<choice>>",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), (words) => {
      try {
        checkNames(readMachinePlantUml(`@startuml\n${words.join(" ")}\n@enduml`).definition);
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
      }
    }),
    { seed: 5 },
  );
});

/** Fails when two states have one name. */
function checkNames({ state }: StateMachineDefinition): void {
  const names = new Set<string>();
  const waiting = [state];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    assertEquals(names.has(next.name), false, next.name);
    names.add(next.name);
    waiting.push(...next.states ?? [], ...next.parallel?.states ?? []);
  }
}

Deno.test("readMachinePlantUml() makes choices of choices", () => {
  const { definition } = readMachinePlantUml(
    "@startuml\nstate c <<choice>>\n[*] --> A\nA --> c : go\nc --> A : [n > 1]\nc --> B : [else]\n@enduml",
  );
  assertEquals(definition.state.states?.find(({ name }) => name === "c"), {
    name: "c",
    kind: "choice",
    transitions: [{ nextState: "A", condition: "n > 1" }, { nextState: "B" }],
  });
});
