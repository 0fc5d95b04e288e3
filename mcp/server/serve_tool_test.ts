import { assertEquals, assertRejects } from "@std/assert";
import * as z from "zod";
import { defineTool, type Tool, ToolError } from "../tool.ts";
import { openToolBench } from "../testing/tool_calls.ts";
import type { CallContext } from "./parts.ts";
import { serveTool } from "./serve_tool.ts";

const ECHO = defineTool({
  name: "echo",
  title: "Echo",
  description: "Says it again.",
  toolset: "read",
  effect: "read",
  input: {
    word: z.string(),
    times: z.number().int().min(0).optional(),
    kind: z.enum(["loud", "low"]).optional(),
  },
  output: { said: z.string() },
  run: ({ word, times = 1 }) => ({
    text: word.repeat(times),
    data: { said: word.repeat(times), extra: times },
  }),
});

const LIAR = defineTool({
  ...ECHO,
  name: "liar",
  input: {},
  run: () => ({ text: "x", data: { said: 5 as unknown as string } }),
});

const THROWER = defineTool({
  ...ECHO,
  name: "thrower",
  input: { what: z.string() },
  run({ what }): { text: string; data: { said: string } } {
    throw what === "sentence" ? new ToolError("mine", "This is why.") : new TypeError("oops");
  },
});

const served = (tool: unknown) => serveTool(tool as Tool);
const NOTHING = {} as CallContext;

Deno.test("serveTool() writes schemas with no more than a client needs", () => {
  const { description } = served(ECHO);
  assertEquals(description, {
    name: "echo",
    description: "Says it again.",
    inputSchema: {
      type: "object",
      properties: {
        word: { type: "string" },
        times: { type: "integer" },
        kind: { type: "string", enum: ["loud", "low"] },
      },
      required: ["word"],
    },
    outputSchema: { type: "object", required: ["said"] },
    annotations: { readOnlyHint: true, openWorldHint: false },
  });
  assertEquals(served({ ...ECHO, title: "Say it again" }).description.title, "Say it again");
});

Deno.test("serveTool() answers text and the same for programs, more than is promised too", async () => {
  assertEquals(await served(ECHO).call({ word: "a", times: 2 }, NOTHING), {
    content: [{ type: "text", text: "aa" }],
    structuredContent: { said: "aa", extra: 2 },
  });
});

Deno.test("serveTool() refuses values that do not fit, and says which", async () => {
  for (
    const [values, code, words] of [
      [{ wrd: "a" }, "unknown_parameter", 'echo takes no "wrd". Did you mean "word"?'],
      [{}, "bad_parameter", 'echo needs "word".'],
      [{ word: 5 }, "bad_parameter", '"word" is wrong: expected string'],
      [{ word: "a", times: null }, "bad_parameter", '"times" is null: give a value, or leave it out'],
      [{ word: "a", times: -1 }, "bad_parameter", '"times" is wrong'],
      [{ word: "a", times: 1.5 }, "bad_parameter", '"times" is wrong'],
      [{ word: "a", kind: "loude" }, "bad_parameter", 'must be one of loud, low. Did you mean "loud"?'],
      [JSON.parse('{"word":"a","__proto__":1}'), "unknown_parameter", '"__proto__"'],
    ] as const
  ) {
    const error = await assertRejects(async () => await served(ECHO).call(values, NOTHING), ToolError, words);
    assertEquals(error.code, code);
  }
});

Deno.test("serveTool() refuses values that no program is to meet", async () => {
  for (
    const [json, code, words] of [
      [
        "[".repeat(100_000) + "]".repeat(100_000),
        "too_deep",
        '"word" nests more than 1000 levels deep: make',
      ],
      ['{"__proto__":1}', "forbidden_key", '"word" has a member called "__proto__": give it another name'],
    ] as const
  ) {
    const values = { word: JSON.parse(json) };
    const error = await assertRejects(async () => await served(ECHO).call(values, NOTHING), ToolError, words);
    assertEquals(error.code, code);
  }
});

Deno.test("serveTool() does not let through an answer that is not what was promised", async () => {
  const error = await assertRejects(async () => await served(LIAR).call({}, NOTHING), ToolError);
  assertEquals(error.code, "defect");
});

Deno.test("serveTool() refuses an answer that no client takes", async () => {
  const values = { word: "x".repeat(1_000), times: 1_000 };
  const error = await assertRejects(
    async () => await served(ECHO).call(values, NOTHING),
    ToolError,
    "get_definition gives the parts one by one",
  );
  assertEquals(error.code, "too_large");
  const changing = served({ ...ECHO, effect: "add" });
  assertEquals((await changing.call(values, NOTHING)).structuredContent?.extra, 1_000);
});

Deno.test("what a tool throws is an answer that is an error; what nobody foresaw says so", async () => {
  await using bench = await openToolBench([ECHO, LIAR, THROWER]);
  const thrown = await bench.call("thrower", { what: "sentence" });
  assertEquals([thrown.isError, thrown.code, thrown.text, thrown.data], [true, "mine", "This is why.", {}]);
  const defect = await bench.call("thrower", { what: "other" });
  assertEquals([defect.isError, defect.code], [true, "defect"]);
  assertEquals(defect.text.includes("TypeError: oops"), true);
});
