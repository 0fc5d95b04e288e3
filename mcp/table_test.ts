import { assert, assertEquals, assertMatch } from "@std/assert";
import { LOOM_KINDS } from "@loom/engine/kinds";
import * as z from "zod";
import { annotationsOf, serveTool } from "./server/serve_tool.ts";
import { TOOLSETS } from "./settings.ts";
import { TOOLS, toolsOf } from "./table.ts";
import type { Tool } from "./tool.ts";
import { countTokens } from "../tests/count_tokens.ts";

/** What an agent may be told on average for a tool, in tokens. */
const MOST_TOKENS = 110;

/** The names that existing clients call. */
const KEPT_NAMES: readonly string[] = [
  "create_state_machine",
  "add_state",
  "update_state",
  "update_event",
  "set_prompt",
  "add_event",
  "add_transition",
  "remove_transition",
  "add_object",
  "remove_state",
  "validate_definition",
  "generate_code",
  "get_definition",
  "load_definition",
  "list_states",
  "list_events",
  "set_project_file",
  "get_project_file",
  "generate_rispec",
  "render_diagram",
  "set_notes",
  "get_notes",
  "create_erd",
  "validate_erd",
  "add_entity",
  "update_entity",
  "add_attribute",
  "add_relationship",
  "remove_entity",
  "remove_attribute",
  "remove_relationship",
  "create_sequence",
  "add_participant",
  "update_participant",
  "remove_participant",
  "rename_participant",
  "move_participant",
  "add_message",
  "update_message",
  "remove_message",
  "move_message",
  "add_fragment",
  "add_fragment_message",
  "remove_fragment",
  "validate_sequence",
];

/** Their parameters, required ones marked. */
const KEPT_PARAMETERS: Readonly<Record<string, string>> = {
  create_state_machine: "namespace! name! asynchronous",
  add_state: "name! parent kind description prompt",
  update_state: "name! description kind prompt",
  update_event: "id! description",
  set_prompt: "state! prompt!",
  add_event: "id! description",
  add_transition: "state! event! nextState condition description",
  remove_transition: "state! event! nextState",
  add_object: "instance! class!",
  remove_state: "name!",
  generate_code: "language!",
  load_definition: "json!",
  set_project_file: "path!",
  generate_rispec: "intent system",
  render_diagram: "format path scale theme stamp open",
  set_notes: "target notes!",
  create_erd: "namespace name! description path overwrite",
  add_entity: "name! description weak",
  update_entity: "name! description weak",
  add_attribute: "entity! name! type! key references nullable stateOf description",
  add_relationship: "from! to! cardinality! label description",
  remove_entity: "name!",
  remove_attribute: "entity! name!",
  remove_relationship: "from! to! label",
  create_sequence: "namespace name! description path overwrite",
  add_participant: "name! actor service object holds description at",
  update_participant: "name! actor service object holds description",
  remove_participant: "name!",
  rename_participant: "name! to!",
  move_participant: "name! to!",
  add_message: "from! to! label! event machine carries state optional reply description at",
  update_message: "ref! from to label event machine carries state optional reply description",
  remove_message: "ref!",
  move_message: "ref! to!",
  add_fragment: "kind! label! after! messages",
  add_fragment_message:
    "fragment! from! to! label! event machine carries state optional reply description at",
  remove_fragment: "fragment!",
};

/** Those of the table and those of the kinds' commands. */
const ALL = toolsOf(undefined);

const schemaOf = (tool: Tool) => serveTool(tool).description.inputSchema;

Deno.test("no two tools have one name", () => {
  assertEquals(new Set(ALL.map(({ name }) => name)).size, ALL.length);
});

Deno.test("the tools that existing clients call are there", () => {
  const names = ALL.map(({ name }) => name);
  assertEquals(KEPT_NAMES.filter((name) => !names.includes(name)), []);
});

Deno.test("they take the parameters that existing clients give", () => {
  for (const [name, parameters] of Object.entries(KEPT_PARAMETERS)) {
    const tool = ALL.find((one) => one.name === name);
    assert(tool !== undefined, name);
    const { properties = {}, required = [] } = schemaOf(tool);
    const words = parameters.split(" ");
    assertEquals(
      words.map((word) => word.replace("!", "")).filter((word) => !(word in properties)),
      [],
      name,
    );
    assertEquals(
      [...required].sort(),
      words.filter((word) => word.endsWith("!")).map((word) => word.slice(0, -1)).sort(),
      name,
    );
  }
});

for (const tool of ALL) {
  Deno.test(`${tool.name} says what it is in few words`, () => {
    const { name, title, description, output } = tool;
    assertMatch(name, /^[a-z]+(?:_[a-z]+)*$/);
    assertMatch(title, /^[A-Z]/);
    assertMatch(description, /^[A-Z].*\.$/);
    assert(description.split(/\s+/).length <= 15, description);
    const answered = Object.keys(output).length;
    assert(answered >= 1 && answered <= 4, `${answered} members`);
  });

  Deno.test(`${tool.name} has schemas that say no more than a client needs`, () => {
    const { inputSchema, outputSchema } = serveTool(tool).description;
    for (const schema of [inputSchema, outputSchema]) {
      assertEquals(schema?.type, "object");
      assert(!/"(?:\$schema|additionalProperties|title|propertyNames)":/.test(JSON.stringify(schema)));
    }
  });

  Deno.test(`${tool.name} says what its answer always has, where it reads`, () => {
    const { outputSchema } = serveTool(tool).description;
    if (tool.effect !== "read") return assertEquals(outputSchema, { type: "object" });
    const always = Object.entries(tool.output)
      .filter(([name, field]) => !z.object({ [name]: field }).safeParse({}).success)
      .map(([name]) => name);
    assertEquals(outputSchema?.required, always);
  });

  Deno.test(`${tool.name} has the annotations of its effect`, () => {
    const { annotations = {} } = serveTool(tool).description;
    assertEquals(annotations, annotationsOf(tool.effect));
    assertEquals(annotations.openWorldHint, false);
    assertEquals(annotations.readOnlyHint ?? false, tool.effect === "read");
    // A client takes it for granted that what does not only read may destroy.
    if (tool.effect !== "read") assertEquals(annotations.destructiveHint ?? true, tool.effect === "remove");
  });

  Deno.test(`${tool.name} can be tried without a change, or changes nothing`, () => {
    const changesDocument = ["add", "set", "remove"].includes(tool.effect) &&
      tool.name !== "set_project_file";
    // A tool with `apply` changes nothing without it.
    assertEquals("dry_run" in tool.input || "apply" in tool.input, changesDocument);
  });
}

const costsOf = (tools: readonly Tool[]) => countTokens(tools.map((tool) => serveTool(tool).description));

Deno.test("a tool of a kind's command costs at most 72 tokens and 20 for each parameter", async () => {
  const most = ({ input }: Tool) => 72 + 20 * Object.keys(input).length;
  const tools = ALL.slice(TOOLS.length);
  const costs = await costsOf(tools);
  assertEquals(
    tools.filter((tool, index) => (costs[index] ?? Infinity) > most(tool)).map(({ name }) => name),
    [],
  );
});

Deno.test(`a tool costs at most ${MOST_TOKENS} tokens on average`, async () => {
  for (const kinds of [undefined, new Set(["machine"])]) {
    const costs = await costsOf(toolsOf(undefined, LOOM_KINDS, kinds));
    const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    assert(average <= MOST_TOKENS, `${average.toFixed(1)} tokens`);
  }
});

Deno.test("toolsOf() gives the tools for the kinds that are asked for, and those for every kind", async () => {
  const tools = toolsOf(undefined, LOOM_KINDS, new Set(["machine"]));
  const others = ["check_system", "rename", "replay_scenario", "reconcile_scenario", "show"];
  assertEquals(
    tools.map(({ name }) => name),
    TOOLS.map(({ name }) => name).filter((name) => !others.includes(name)),
  );
  const costs = await costsOf(tools);
  const average = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
  assert(average <= MOST_TOKENS, `${average.toFixed(1)} tokens`);
  const sizes = LOOM_KINDS.rows.map(({ kind }) => toolsOf(undefined, LOOM_KINDS, new Set([kind])).length);
  const forAll = toolsOf(undefined, LOOM_KINDS, new Set()).length;
  assertEquals(sizes.reduce((sum, size) => sum + size - forAll, forAll), ALL.length);
});

Deno.test("toolsOf() gives the tools of the groups that are asked for, and all without", () => {
  const namesOf = (tools: readonly Tool[]) => tools.map(({ name }) => name);
  assertEquals(namesOf(ALL.slice(0, TOOLS.length)), namesOf(TOOLS));
  for (const toolset of TOOLSETS) {
    const names = toolsOf(new Set([toolset])).map(({ name }) => name);
    assertEquals(names, ALL.filter((tool) => tool.toolset === toolset).map(({ name }) => name));
    assert(names.length > 0, toolset);
  }
  assertEquals(TOOLSETS.flatMap((toolset) => toolsOf(new Set([toolset]))).length, ALL.length);
});
