import { assert, assertEquals } from "@std/assert";
import { instructionsFor } from "./instructions.ts";
import { RESOURCES } from "./resources/table.ts";
import { PROMPTS } from "./prompts/table.ts";
import { toolsOf } from "./table.ts";
import { openTestClient } from "./testing/client.ts";
import { countTokens } from "../tests/count_tokens.ts";

/** Words with an underscore, which are names of tools or of their parameters, and the one name of a tool without. */
function namesIn(text: string): string[] {
  return (text.match(/\b[a-z]+(?:_[a-z]+)+\b|\bsimulate\b/g) ?? [])
    // The example of an event's name.
    .filter((name) => name !== "payment_accepted");
}

function isKnown(name: string): boolean {
  return toolsOf(undefined).some((tool) => tool.name === name || Object.hasOwn(tool.input, name));
}

const INSTRUCTIONS = instructionsFor(undefined);

Deno.test("the instructions are short", async () => {
  const [tokens = NaN] = await countTokens([INSTRUCTIONS]);
  assert(tokens < 250, `${tokens} tokens`);
});

Deno.test("the instructions name tools, parameters, resources and prompts that there are", () => {
  assertEquals(namesIn(INSTRUCTIONS).filter((name) => !isKnown(name)), []);
  const addresses = INSTRUCTIONS.match(/loom:\/\/[a-z.]+/g) ?? [];
  assert(addresses.every((uri) => RESOURCES.some((row) => row.uri === uri)), addresses.join(", "));
  assert(PROMPTS.every(({ name }) => INSTRUCTIONS.includes(name)));
});

Deno.test("the client is told the instructions", async () => {
  await using one = await openTestClient({ parts: { instructions: INSTRUCTIONS } });
  assertEquals(one.client.getInstructions(), INSTRUCTIONS);
});

Deno.test("prompts name tools and parameters that there are", async () => {
  await using one = await openTestClient();
  for (const { name } of PROMPTS) {
    const { messages } = await one.client.getPrompt({ name });
    const text = messages.map(({ content }) => content.type === "text" ? content.text : "").join("\n");
    assert(namesIn(text).length > 10);
    assertEquals(namesIn(text).filter((word) => !isKnown(word)), []);
  }
});

Deno.test("a client is told which groups of tools there are, when not all are offered", () => {
  const some = instructionsFor(new Set(["read", "project"] as const));
  assertEquals(some, `${INSTRUCTIONS}\n- This server offers some groups of tools only: read, project.`);
});
