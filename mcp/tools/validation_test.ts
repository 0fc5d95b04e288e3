import { enrich, validate } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATE, openToolBench } from "../testing/tool_calls.ts";
import { VALIDATION_TOOLS } from "./validation.ts";
import { LOOM_KINDS } from "@loom/engine";
import { withBoard } from "../../tests/board_kind.ts";

const BROKEN: StateMachineDefinition = {
  ...GATE,
  state: { name: "Root", states: [{ name: "A", transitions: [{ event: "opn", nextState: "Nowhere" }] }] },
};

Deno.test("validate_definition tells that a machine is valid", async () => {
  await using tools = await openToolBench(VALIDATION_TOOLS);
  const { data } = await tools.call("validate_definition");
  assertEquals([data.valid, data.errors], [true, 0]);
});

Deno.test("validate_definition gives every finding of the one validator, errors first", async () => {
  await using tools = await openToolBench(VALIDATION_TOOLS, { content: BROKEN });
  const { text, data, isError } = await tools.call("validate_definition");
  const findings = validate(enrich(BROKEN));
  assertEquals(isError, false);
  assertEquals([data.valid, Number(data.errors) + Number(data.warnings)], [false, findings.length]);
  assertEquals(text.split("\n").length, findings.length + 1);
  assertStringIncludes(text, "[V005] error at /state/states/0/transitions/0");
  const severities = (data.findings as { severity: string }[]).map(({ severity }) => severity);
  assertEquals(severities, severities.toSorted());
});

Deno.test("validate_definition tells the gravest hundred of very many findings", async () => {
  const transitions = Array.from({ length: 300 }, (_, at) => ({ event: `e${at}`, nextState: "A" }));
  const content = { ...GATE, state: { name: "Root", states: [{ name: "A", transitions }] } };
  await using tools = await openToolBench(VALIDATION_TOOLS, { content });
  const { text, data } = await tools.call("validate_definition");
  assertEquals((data.findings as unknown[]).length, 100);
  assertStringIncludes(text, "more: mend these first");
});

Deno.test("validate_definition refuses a kind without a validator", async () => {
  await using tools = await openToolBench(VALIDATION_TOOLS, {
    content: { cards: [] },
    name: "shop.board.json",
    kinds: withBoard(LOOM_KINDS),
  });
  const { isError, code, text } = await tools.call("validate_definition");
  assertEquals([isError, code], [true, "wrong_kind"]);
  assertStringIncludes(text, "set_project_file");
});

Deno.test("validate_definition warns of a key that the text repeats", async () => {
  const content = JSON.stringify(GATE).replace('"events":', '"events":[],\n"events":');
  await using tools = await openToolBench(VALIDATION_TOOLS, { content });
  const { data, text } = await tools.call("validate_definition");
  const [finding] = data.findings as { ruleId: string; path: string; line: number; column: number }[];
  assertEquals([finding?.ruleId, finding?.path, finding?.line, finding?.column], ["W116", "/events", 2, 1]);
  assertStringIncludes(text, "only the last value, at line 2, column 1, counts");
});

Deno.test("validate_definition follows settings.rules", async () => {
  const content = {
    ...GATE,
    settings: { ...GATE.settings, rules: { W105: "off" } },
    events: [...GATE.events, { name: "More", events: [{ id: "never" }] }],
  };
  await using tools = await openToolBench(VALIDATION_TOOLS, { content });
  const { data } = await tools.call("validate_definition");
  assertEquals([data.valid, data.findings], [true, []]);
});
