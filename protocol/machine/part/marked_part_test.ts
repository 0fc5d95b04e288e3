import { assertEquals } from "@std/assert";
import { machine } from "../draw/testing.ts";
import { markedPart } from "./marked_part.ts";
import { partOfMachine } from "./part_of_machine.ts";

const JOB = machine([
  {
    name: "Work",
    transitions: [{ event: "ask", nextState: "Wait" }],
    states: [
      {
        name: "Plan",
        transitions: [{ event: "ready", nextState: "Do" }, { event: "stop", nextState: "Gone" }],
      },
      { name: "Do", transitions: [{ event: "tick" }] },
    ],
  },
  { name: "Wait", transitions: [{ event: "stop", nextState: "Gone" }, { event: "answer", nextState: "Do" }] },
  { name: "Gone" },
]);

/** The overlay and the active states in a picture of a part. */
function marked(
  part: Parameters<typeof partOfMachine>[1],
  { active = [], overlay }: Partial<Parameters<typeof markedPart>[2]>,
) {
  return markedPart(JOB, partOfMachine(JOB, part), { active, overlay });
}

Deno.test("markedPart() marks the lines that a closed state took over, and the state for what it hides", () => {
  const { overlay } = marked({ collapse: ["Work"] }, {
    overlay: {
      states: { Work: "covered", Plan: "covered", Do: "missed" },
      transitions: [
        { state: "Plan", event: "stop", target: "Gone", mark: "missed" },
        { state: "Wait", event: "answer", target: "Do", mark: "covered" },
      ],
      walk: [{ state: "Plan", event: "ready", target: "Do" }, { state: "Do", event: "tick" }],
      heat: [{ state: "Plan", index: 1, count: 4 }],
    },
  });
  assertEquals(overlay?.states?.["Work"], "missed");
  assertEquals(overlay?.transitions, [
    { state: "Work", index: 1, mark: "missed" },
    { state: "Wait", index: 1, mark: "covered" },
  ]);
  assertEquals(overlay?.walk, [{ state: "Work", inside: true }, { state: "Work", inside: true }]);
  assertEquals(overlay?.heat, [{ state: "Work", index: 1, count: 4 }]);
});

Deno.test("markedPart() marks a closed state as changed where something inside differs", () => {
  const part = { collapse: ["Work"] };
  const states = (overlay: Parameters<typeof markedPart>[2]["overlay"]) =>
    marked(part, { overlay }).overlay?.states;
  assertEquals(states({ transitions: [{ state: "Do", index: 0, mark: "added" }] }), { Work: "changed" });
  assertEquals(states({ states: { Work: "added", Plan: "added" } })?.["Work"], "added");
  assertEquals(states({ states: { Gone: "removed" } }), { Gone: "removed" });
});

Deno.test("markedPart() shows a closed state as active where one inside is", () => {
  assertEquals(marked({ collapse: ["Work"] }, { active: ["Do", "Gone"] }).active, ["Work", "Gone"]);
});

Deno.test("markedPart() marks the same transitions where a focus leaves out earlier ones", () => {
  const { overlay } = marked({ focus: "Do", depth: 1 }, {
    overlay: {
      transitions: [{ state: "Wait", index: 0, mark: "removed" }, {
        state: "Wait",
        index: 1,
        mark: "changed",
      }],
      elements: [{ mark: "error", keys: ["state:Wait", "state:Root"], places: ["/transitions/1", ""] }],
    },
  });
  assertEquals(overlay?.transitions, [{ state: "Wait", index: 0, mark: "changed" }]);
  assertEquals(overlay?.elements, [{ mark: "error", keys: ["state:Wait"], places: ["/transitions/0"] }]);
});

Deno.test("partOfMachine() takes the closed state around the one in focus", () => {
  const names = (focus: string) =>
    partOfMachine(JOB, { focus, collapse: ["Work"] }).state.states?.map(({ name }) => name);
  assertEquals(names("Do"), names("Work"));
});
