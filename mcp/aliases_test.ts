import { assertEquals } from "@std/assert";
import { withoutAliases } from "./aliases.ts";

Deno.test("withoutAliases() takes a word for what it means", () => {
  const known = ["state", "event", "nextState", "condition"];
  assertEquals(
    withoutAliases({ from: "A", event: "go", to: "B", guard: "x" }, known),
    { state: "A", event: "go", nextState: "B", condition: "x" },
  );
});

Deno.test("withoutAliases() leaves a word that is known itself, means nothing here, or means what is given", () => {
  assertEquals(withoutAliases({ target: "A" }, ["target", "nextState"]), { target: "A" });
  assertEquals(withoutAliases({ guard: "x" }, ["state"]), { guard: "x" });
  assertEquals(withoutAliases({ to: "A", nextState: "B" }, ["nextState"]), { to: "A", nextState: "B" });
  assertEquals(withoutAliases({ to: "B" }, ["name", "new_name"]), { new_name: "B" });
});
