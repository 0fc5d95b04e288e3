import { assertEquals } from "@std/assert";
import type { State } from "@loom/protocol";
import { listTransitions, type TransitionEdge } from "./transitions.ts";

function edges(state: State): TransitionEdge[] {
  return listTransitions({ settings: { namespace: "N", asynchronous: false }, events: [], state });
}

Deno.test("listTransitions() goes through a state's own, then its children's, then its regions'", () => {
  const t = (event: string) => ({ transitions: [{ event, nextState: "B" }] });
  const found = edges({
    name: "R",
    ...t("root"),
    states: [{ name: "A", ...t("child"), parallel: { states: [{ name: "Q", ...t("region") }] } }, {
      name: "B",
      ...t("last"),
    }],
  });
  assertEquals(found.map(({ from, event, to }) => `${from}-${event}-${to}`), [
    "R-root-B",
    "A-child-B",
    "Q-region-B",
    "B-last-B",
  ]);
});

Deno.test("listTransitions() keeps guard and description", () => {
  assertEquals(
    edges({ name: "A", transitions: [{ event: "e", nextState: "A", condition: "x", description: "why" }] }),
    [
      { from: "A", event: "e", to: "A", internal: false, condition: "x", description: "why" },
    ],
  );
});

Deno.test("listTransitions() gives an internal transition its own state as target", () => {
  const internal = { from: "A", event: "e", to: "A", internal: true };
  assertEquals(edges({ name: "A", transitions: [{ event: "e" }, { event: "e", nextState: "" }] }), [
    internal,
    internal,
  ]);
});

Deno.test("listTransitions() gives an event-less transition the empty event", () => {
  assertEquals(edges({ name: "A", transitions: [{ nextState: "A" }] })[0]?.event, "");
});

Deno.test("listTransitions() gives nothing without a root", () => {
  assertEquals(listTransitions({} as never), []);
});

Deno.test("listTransitions() has further events and targets, and delays", () => {
  assertEquals(
    edges({
      name: "A",
      transitions: [{ event: "e", events: ["f"], nextState: "B", nextStates: ["C"] }, {
        after: 5,
        nextState: "B",
      }],
    }),
    [
      { from: "A", event: "e", events: ["f"], to: "B", further: ["C"], internal: false },
      { from: "A", event: "", after: 5, to: "B", internal: false },
    ],
  );
});
