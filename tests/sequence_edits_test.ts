/**
 * Every edit of scenarios at the command line and over MCP, with the same good and bad arguments: the same operations and
 * the same refusals.
 *
 * @module
 */
import { LOOM_KINDS } from "@loom/engine";
import { type Refusal, SEQUENCE_COMMANDS, type SequenceDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { readCommandLine } from "../cli/command_line.ts";
import { makeContext } from "../cli/context.ts";
import { commandsFor } from "../cli/kind_commands.ts";
import { COMMANDS } from "../cli/table.ts";
import { TempFolder } from "../cli/testing/loom.ts";
import { memoryIo } from "../cli/testing/memory_io.ts";
import { RefusedError } from "../cli/usage_error.ts";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";
import { ToolError } from "../mcp/tool.ts";

const BUYING: SequenceDefinition = {
  settings: { namespace: "Shop", name: "Buying" },
  participants: [{ name: "Customer", actor: "Customer" }, { name: "Shop", service: "shop" }],
  messages: [
    { from: "Customer", to: "Shop", label: "orders", event: "submit" },
    { from: "Shop", to: "Customer", label: "confirms", reply: true },
  ],
  fragments: [{
    kind: "alt",
    label: "sold out",
    after: 1,
    messages: [
      { from: "Shop", to: "Customer", label: "regrets" },
      { from: "Customer", to: "Shop", label: "leaves" },
    ],
  }],
};

type Case = readonly [words: readonly string[], values: Record<string, unknown>, refused?: string];

/** The cases of every edit, by the name of the tool. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  add_participant: [
    [["Bank"], { name: "Bank" }],
    [["Bank", "--service", "pay", "--holds", "Order", "--holds", "Bill", "--at", "1"], {
      name: "Bank",
      service: "pay",
      holds: ["Order", "Bill"],
      at: 1,
    }],
    [["Shop"], { name: "Shop" }, "duplicate"],
    [["Bank", "--actor", "A", "--object", "b"], { name: "Bank", actor: "A", object: "b" }, "bad_parameter"],
  ],
  update_participant: [
    [["Shop", "--service", "", "--object", "shop"], { name: "Shop", service: "", object: "shop" }],
    [["Shp", "--service", "x"], { name: "Shp", service: "x" }, "unknown_name"],
    [["Shop"], { name: "Shop" }, "nothing_given"],
  ],
  rename_participant: [
    [["Shop", "Store"], { name: "Shop", to: "Store" }],
    [["Shop", "Customer"], { name: "Shop", to: "Customer" }, "duplicate"],
  ],
  move_participant: [
    [["Shop", "1"], { name: "Shop", to: 1 }],
    [["Shp", "1"], { name: "Shp", to: 1 }, "unknown_name"],
  ],
  remove_participant: [
    [["Customer"], { name: "Customer" }],
    [["Custmer"], { name: "Custmer" }, "unknown_name"],
  ],
  add_message: [
    [["Customer", "Shop", "pays"], { from: "Customer", to: "Shop", label: "pays" }],
    [["Customer", "Shop", "pays", "--at", "1", "--event", "pay", "--state", "Paid", "--optional"], {
      from: "Customer",
      to: "Shop",
      label: "pays",
      at: 1,
      event: "pay",
      state: "Paid",
      optional: true,
    }],
    [["Customer", "Bank", "pays"], { from: "Customer", to: "Bank", label: "pays" }, "unknown_name"],
    [["Customer", "Shop", " "], { from: "Customer", to: "Shop", label: " " }, "bad_parameter"],
  ],
  update_message: [
    [["2", "--reply", "false", "--label", "nods"], { ref: "2", reply: false, label: "nods" }],
    [["f1.2", "--event", "cancel"], { ref: "f1.2", event: "cancel" }],
    [["3", "--event", "x"], { ref: "3", event: "x" }, "unknown_ref"],
    [["1"], { ref: "1" }, "nothing_given"],
  ],
  move_message: [
    [["2", "1"], { ref: "2", to: 1 }],
    [["f1.2", "1"], { ref: "f1.2", to: 1 }],
    [["9", "1"], { ref: "9", to: 1 }, "unknown_ref"],
  ],
  remove_message: [
    [["1"], { ref: "1" }],
    [["f1.1"], { ref: "f1.1" }],
    [["f2.1"], { ref: "f2.1" }, "unknown_ref"],
  ],
  add_fragment: [
    [["opt", "on Sundays", "2"], { kind: "opt", label: "on Sundays", after: 2 }],
    [["alt", "no money", "1", "--until", "2"], { kind: "alt", label: "no money", after: 1, until: 2 }],
    [["loop", "again", "1", "--inside", "f1"], { kind: "loop", label: "again", after: 1, inside: "f1" }],
    [["opt", "x", "3"], { kind: "opt", label: "x", after: 3 }, "out_of_range"],
  ],
  add_fragment_message: [
    [["1", "Shop", "Customer", "apologizes", "--at", "1"], {
      fragment: 1,
      from: "Shop",
      to: "Customer",
      label: "apologizes",
      at: 1,
    }],
    [
      ["7", "Shop", "Customer", "x"],
      { fragment: 7, from: "Shop", to: "Customer", label: "x" },
      "unknown_ref",
    ],
  ],
  update_fragment: [
    [["1", "--label", "none left", "--until", "2"], { fragment: 1, label: "none left", until: 2 }],
    [["1", "--until", "2"], { fragment: 1, until: 2 }],
    [["1", "--until", ""], { fragment: 1, until: "" }],
    [["1", "--until", "x"], { fragment: 1, until: 9 }, "out_of_range"],
    [["1", "--label", ""], { fragment: 1, label: "" }, "bad_parameter"],
  ],
  remove_fragment: [
    [["f1"], { fragment: "f1" }],
    [["2"], { fragment: 2 }, "unknown_ref"],
  ],
};

/** What a surface made of an edit. */
type Outcome = { readonly ops: unknown } | { readonly refusal: Omit<Refusal, "message"> };

async function atShell(name: string, words: readonly string[]): Promise<Outcome> {
  await using folder = await TempFolder.make();
  const path = await folder.write("buying.sqdf.json", BUYING);
  const io = memoryIo();
  const line = ["--json", "--doc", path, name.replaceAll("_", "-"), ...words];
  const request = readCommandLine(line, commandsFor(LOOM_KINDS, COMMANDS));
  assert(request.kind === "command", line.join(" "));
  try {
    await request.command.run(makeContext(io, request.globals, LOOM_KINDS), request.values);
    return { ops: JSON.parse(io.out()).ops };
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.refusal };
    throw error;
  }
}

async function overMcp(name: string, values: Record<string, unknown>): Promise<Outcome> {
  const tool = toolsOf(undefined).find((one) => one.name === name);
  assert(tool, name);
  await using bench = await openToolBench([], { content: BUYING, name: "buying.sqdf.json" });
  const call = { session: bench.session, signal: new AbortController().signal, progress: () => {} };
  try {
    const { data } = await tool.run({ ...values, dry_run: true }, call);
    return { ops: (data as { ops: unknown }).ops };
  } catch (error) {
    if (error instanceof ToolError && error.refusal !== undefined) return { refusal: error.refusal };
    throw error;
  }
}

Deno.test("every edit of scenarios has good and bad cases", () => {
  const names = SEQUENCE_COMMANDS.map(({ id }) => {
    const [part = "", verb = ""] = id.split(".");
    return `${verb}_${part.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
  });
  assertEquals(Object.keys(CASES).toSorted(), names.toSorted());
  for (const cases of Object.values(CASES)) {
    assert(cases.some(([, , refused]) => refused === undefined) && cases.some(([, , refused]) => refused));
  }
});

for (const [name, cases] of Object.entries(CASES)) {
  Deno.test(`${name} does and refuses the same at the shell and over MCP`, async (test) => {
    for (const [words, values, refused] of cases) {
      await test.step(words.join(" "), async () => {
        const [shell, agent] = [await atShell(name, words), await overMcp(name, values)];
        assertEquals("refusal" in shell ? shell.refusal.code : undefined, refused, JSON.stringify(shell));
        const told = (outcome: Outcome) =>
          "refusal" in outcome ? { ...outcome.refusal, message: "" } : outcome;
        assertEquals(told(shell), told(agent));
      });
    }
  });
}
