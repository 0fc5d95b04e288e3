import { assertEquals } from "@std/assert";
import { parseDecomposition } from "./decomposition.ts";

Deno.test("parseDecomposition() takes what a rispec needs", () => {
  const decomposition = parseDecomposition({
    prompt: "A door.\n",
    result: {
      primary: { target: "Doors." },
      directions: { east: [{ text: "See." }], west: [{ text: "Not used." }] },
      actionStack: [{ text: "Do.", direction: "south" }],
      ambiguities: [{ text: "How?", suggestion: "So." }],
    },
  });
  assertEquals(decomposition, {
    prompt: "A door.",
    target: "Doors.",
    vision: ["See."],
    actions: [{ text: "Do.", direction: "south" }],
    ambiguities: [{ text: "How?", suggestion: "So." }],
  });
});

Deno.test("parseDecomposition() passes over what is missing, blank or of another type", () => {
  const nothing = { vision: [], actions: [], ambiguities: [] };
  assertEquals(parseDecomposition({}), nothing);
  assertEquals(
    parseDecomposition({
      prompt: " ",
      result: {
        primary: [],
        directions: { east: "all" },
        actionStack: [null, "x", {}, { text: "" }],
        ambiguities: {},
      },
    }),
    nothing,
  );
  assertEquals([null, [], "x"].map(parseDecomposition), [undefined, undefined, undefined]);
});
