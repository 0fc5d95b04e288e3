import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { openTestClient, type TestClient } from "../testing/client.ts";

const NAME = "design-state-machine";

async function promptText({ client }: TestClient, values: Record<string, string> = {}): Promise<string> {
  const { messages } = await client.getPrompt({ name: NAME, arguments: values });
  assertEquals(messages.map(({ role }) => role), ["user"]);
  const [message] = messages;
  return message?.content.type === "text" ? message.content.text : "";
}

Deno.test("design-state-machine is listed with its arguments, none of them required", async () => {
  await using one = await openTestClient();
  const { prompts: [prompt] } = await one.client.listPrompts();
  assertEquals(prompt?.name, NAME);
  assertEquals(prompt?.arguments?.map(({ name, required }) => [name, required ?? false]), [
    ["domain", false],
    ["name", false],
  ]);
});

Deno.test("design-state-machine names what is designed, in one line each", async () => {
  await using one = await openTestClient();
  const text = await promptText(one, { domain: "order\nfulfilment", name: "Checkout" });
  assert(
    text.startsWith(
      'I want to design a state machine called "Checkout" for this domain: order fulfilment.\n',
    ),
    text,
  );
  assert((await promptText(one, { name: " " })).startsWith("I want to design a state machine.\n"));
});

Deno.test("design-state-machine teaches events before states, and checks before code", async () => {
  await using one = await openTestClient();
  const text = await promptText(one);
  const steps = [
    "create_state_machine",
    "add_event",
    "add_state",
    "add_timer",
    "add_transition",
    "validate_definition",
    "simulate",
    "render_diagram",
    "generate_code",
  ];
  const places = steps.map((step) => text.indexOf(step));
  assertEquals(places, [...places].sort((a, b) => a - b));
  assert(!places.includes(-1));
});

Deno.test("design-state-machine tells where the active document stands", async () => {
  await using full = await openTestClient();
  assertStringIncludes(await promptText(full), "has a machine already (states: 3, events: 2)");
  await using empty = await openTestClient({
    content: { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Root" } },
  });
  assertStringIncludes(await promptText(empty), "has an empty machine: begin in it.");
  await using none = await openTestClient({ content: undefined });
  assertStringIncludes(await promptText(none), "There is no state machine at");
  await using other = await openTestClient({ name: "shop.sysdf.json" });
  assertStringIncludes(await promptText(other), "is a system");
});

Deno.test("prompts/get names the prompts for one that is not there", async () => {
  await using one = await openTestClient();
  const error = await assertRejects(() => one.client.getPrompt({ name: "design_state_machine" }), Error);
  assertStringIncludes(error.message, `Did you mean "${NAME}"?`);
});
