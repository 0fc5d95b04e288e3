/**
 * Every edit that the command line and the agent tools both offer, with the same good and bad arguments: the same
 * operations, the same refusals, the same remedies.
 *
 * @module
 */
import { LOOM_KINDS } from "@loom/engine/kinds";
import type { AnyOp, Finding, Refusal, StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { readCommandLine } from "../cli/command_line.ts";
import { makeContext } from "../cli/context.ts";
import { commandsFor } from "../cli/kind_commands.ts";
import { COMMANDS } from "../cli/table.ts";
import { TempFolder } from "../cli/testing/loom.ts";
import { memoryIo } from "../cli/testing/memory_io.ts";
import { RefusedError } from "../cli/usage_error.ts";
import { TOOLS } from "../mcp/table.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";
import { type Tool, ToolError } from "../mcp/tool.ts";

/** The commands that are written by hand, and those of the kinds' edits. */
const ALL_COMMANDS = commandsFor(LOOM_KINDS, COMMANDS);

/** A gate with a final state, regions, a history state and a timer. */
const GATE: StateMachineDefinition = {
  settings: {
    namespace: "Home",
    name: "Gate",
    asynchronous: false,
    data: [{ name: "limit", type: "integer" }, { name: "stuck", type: "boolean" }],
  },
  events: [
    { name: "Hand", events: [{ id: "open" }, { id: "close" }] },
    { name: "Clock", timers: [{ id: "late", name: "Wait" }] },
  ],
  state: {
    name: "Root",
    states: [
      {
        name: "Closed",
        transitions: [{ event: "open", nextState: "Open" }, { event: "close", condition: "stuck" }],
      },
      { name: "Open", states: [{ name: "Ajar" }, { name: "Wide" }, { name: "Last", kind: "history" }] },
      { name: "Broken", kind: "final" },
      { name: "Lit", parallel: { states: [{ name: "Lamp" }, { name: "Bell" }] } },
    ],
  },
};

/** The same arguments in both spellings. */
interface Case {
  readonly words: readonly string[];
  readonly values: Record<string, unknown>;
  /** The code of the refusal; without one the edit is done. */
  readonly refused?: string;
  /** A part of the one warning. Default: there is none. */
  readonly warned?: string;
}

const done = (words: readonly string[], values: Record<string, unknown>): Case => ({ words, values });
/** An edit that is done with a warning. */
const warned = (warned: string, words: readonly string[], values: Record<string, unknown>): Case => ({
  words,
  values,
  warned,
});
const refused = (refused: string, words: readonly string[], values: Record<string, unknown>): Case => ({
  words,
  values,
  refused,
});

/** The cases of every edit, by the name of the tool. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  add_state: [
    done(["Pay", "--invoke", "charge", "--invoke", "parts/ship.smdf.json", "--tag", "busy"], {
      name: "Pay",
      invoke: ["charge", "parts/ship.smdf.json"],
      tags: ["busy"],
    }),
    refused("bad_parameter", ["Pay", "--invoke", '{"id": "pay"}'], { name: "Pay", invoke: [{ id: "pay" }] }),
    refused("bad_parameter", ["Pay", "--output", "limit"], { name: "Pay", output: "limit" }),
    done(["Shut"], { name: "Shut" }),
    done(["Shut", "--parent", "Open", "--kind", "final", "--desc", "Stays.", "--index", "0"], {
      name: "Shut",
      parent: "Open",
      kind: "final",
      description: "Stays.",
      index: 0,
    }),
    done(["Light", "--parent", "Closed", "--region"], { name: "Light", parent: "Closed", region: true }),
    done(["Memory", "--parent", "Open", "--kind", "history", "--history", "deep"], {
      name: "Memory",
      parent: "Open",
      kind: "history",
      history: "deep",
    }),
    done(["Memory", "--parent", "Lit", "--history", "shallow"], {
      name: "Memory",
      parent: "Lit",
      history: "shallow",
    }),
    refused("bad_parameter", ["Shut", "--kind", "final", "--history", "deep"], {
      name: "Shut",
      kind: "final",
      history: "deep",
    }),
    refused("duplicate", ["Open"], { name: "Open" }),
    refused("unknown_name", ["Shut", "--parent", "Opne"], { name: "Shut", parent: "Opne" }),
    refused("bad_parent", ["Shut", "--parent", "Broken"], { name: "Shut", parent: "Broken" }),
    refused("bad_parent", ["Shut", "--parent", "Last"], { name: "Shut", parent: "Last" }),
    refused("out_of_range", ["Shut", "--index", "9"], { name: "Shut", index: 9 }),
  ],
  update_state: [
    done(["Broken", "--output", "limit", "--tag", "over"], {
      name: "Broken",
      output: "limit",
      tags: ["over"],
    }),
    done(["Closed", "--invoke", "charge"], { name: "Closed", invoke: ["charge"] }),
    done(["Closed", "--set", 'meta={"colour":"red"}'], { name: "Closed", meta: { colour: "red" } }),
    done(["Open", "--desc", "Anyone may enter."], { name: "Open", description: "Anyone may enter." }),
    done(["Closed", "--kind", "final"], { name: "Closed", kind: "final" }),
    refused("unknown_name", ["Opne", "--desc", "x"], { name: "Opne", description: "x" }),
  ],
  rename_state: [
    done(["Open", "Opened"], { name: "Open", new_name: "Opened" }),
    refused("duplicate", ["Open", "Closed"], { name: "Open", new_name: "Closed" }),
    refused("unknown_name", ["Opne", "Opened"], { name: "Opne", new_name: "Opened" }),
  ],
  add_data: [
    done(["count", "integer", "--initial", "2", "--minimum", "0", "--description", "How many."], {
      name: "count",
      type: "integer",
      initial: 2,
      fields: { minimum: 0, description: "How many." },
    }),
    refused("duplicate", ["limit", "text"], { name: "limit", type: "text" }),
    refused("bad_name", ["two words", "text"], { name: "two words", type: "text" }),
  ],
  update_data: [
    done(["limit", "--maximum", "9"], { name: "limit", fields: { maximum: 9 } }),
    refused("nothing_given", ["limit"], { name: "limit", fields: {} }),
    refused("unknown_name", ["limti", "--maximum", "9"], { name: "limti", fields: { maximum: 9 } }),
  ],
  rename_data: [
    done(["limit", "most"], { name: "limit", new_name: "most" }),
    refused("duplicate", ["limit", "stuck"], { name: "limit", new_name: "stuck" }),
    refused("unknown_name", ["limti", "most"], { name: "limti", new_name: "most" }),
  ],
  remove_data: [
    done(["limit"], { name: "limit" }),
    refused("unknown_name", ["limti"], { name: "limti" }),
  ],
  move_state: [
    done(["Closed", "--parent", "Open"], { name: "Closed", parent: "Open" }),
    done(["Broken", "--index", "0"], { name: "Broken", index: 0 }),
    refused("bad_parent", ["Closed", "--parent", "Broken"], { name: "Closed", parent: "Broken" }),
    refused("root", ["Root", "--parent", "Open"], { name: "Root", parent: "Open" }),
    refused("unknown_name", ["Closed", "--parent", "Nowhere"], { name: "Closed", parent: "Nowhere" }),
    refused("out_of_range", ["Closed", "--index", "7"], { name: "Closed", index: 7 }),
  ],
  remove_state: [
    done(["Ajar"], { name: "Ajar" }),
    refused("root", ["Root"], { name: "Root" }),
    refused("unknown_name", ["Opne"], { name: "Opne" }),
  ],
  set_initial: [
    done(["Open", "Wide"], { state: "Open", initial: "Wide" }),
    done(["Open"], { state: "Open", initial: "" }),
    refused("not_inside", ["Open", "Closed"], { state: "Open", initial: "Closed" }),
    refused("unknown_name", ["Open", "Nowhere"], { state: "Open", initial: "Nowhere" }),
  ],
  add_transition: [
    done(["Open", "close", "--to", "Closed", "--when", "not stuck"], {
      state: "Open",
      event: "close",
      nextState: "Closed",
      condition: "not stuck",
    }),
    done(["Open", "slam", "--to", "Nowhere", "--allow-unknown"], {
      state: "Open",
      event: "slam",
      nextState: "Nowhere",
      allow_unknown: true,
    }),
    warned('at character 6: compare with "==". Did you mean `a == b`?', [
      "Open",
      "close",
      "--when",
      "a ==== b",
    ], {
      state: "Open",
      event: "close",
      condition: "a ==== b",
    }),
    warned("Did you mean `count += 1`?", ["Open", "close", "--action", "count++"], {
      state: "Open",
      event: "close",
      actions: ["count++"],
    }),
    warned("Did you mean `5000`?", [
      "Open",
      "close",
      "--action",
      '{"timerStart":{"timer":"Wait","duration":"5s"}}',
    ], {
      state: "Open",
      event: "close",
      actions: [{ timerStart: { timer: "Wait", duration: "5s" } }],
    }),
    done(["Open", "close", "--when", "is the door stuck?", "--as-key"], {
      state: "Open",
      event: "close",
      condition: "is the door stuck?",
      as_key: true,
    }),
    refused("unknown_name", ["Opne", "close"], { state: "Opne", event: "close" }),
    refused("unknown_name", ["Open", "slam"], { state: "Open", event: "slam" }),
    refused("unknown_name", ["Open", "close", "--to", "Clsoed"], {
      state: "Open",
      event: "close",
      nextState: "Clsoed",
    }),
    refused("final_state", ["Broken", "open", "--to", "Closed"], {
      state: "Broken",
      event: "open",
      nextState: "Closed",
    }),
    refused("out_of_range", ["Closed", "close", "--index", "9"], {
      state: "Closed",
      event: "close",
      index: 9,
    }),
  ],
  update_transition: [
    done(["Closed", "open", "--to", "Lamp", "--and", "Bell", "--external", "--also", "late"], {
      state: "Closed",
      event: "open",
      nextState: "Lamp",
      nextStates: ["Bell"],
      external: true,
      events: ["late"],
    }),
    done(["Closed", "open", "--after", "limit"], { state: "Closed", event: "open", after: "limit" }),
    done(["Closed", "open", "--when", "not locked"], {
      state: "Closed",
      event: "open",
      condition: "not locked",
    }),
    warned("Did you mean `locked == 1`?", ["Closed", "open", "--when", "locked = 1"], {
      state: "Closed",
      event: "open",
      condition: "locked = 1",
    }),
    done(["Closed", "open", "--to", "Broken"], { state: "Closed", event: "open", nextState: "Broken" }),
    refused("unknown_name", ["Closed", "open", "--to", "X"], {
      state: "Closed",
      event: "open",
      nextState: "X",
    }),
    refused("unknown_name", ["Opne", "open", "--to", "Open"], {
      state: "Opne",
      event: "open",
      nextState: "Open",
    }),
  ],
  remove_transition: [
    done(["Closed", "open"], { state: "Closed", event: "open" }),
    refused("unknown_name", ["Opne", "open"], { state: "Opne", event: "open" }),
  ],
  add_event: [
    done(["slam", "--source", "Hand", "--desc", "Hard."], {
      id: "slam",
      source: "Hand",
      description: "Hard.",
    }),
    refused("duplicate", ["open", "--source", "Hand"], { id: "open", source: "Hand" }),
    refused("duplicate", ["late", "--source", "Hand"], { id: "late", source: "Hand" }),
  ],
  update_event: [
    done(["open", "--desc", "Wide."], { id: "open", description: "Wide." }),
    refused("unknown_name", ["opne", "--desc", "x"], { id: "opne", description: "x" }),
  ],
  remove_event: [
    done(["close"], { id: "close" }),
    refused("unknown_name", ["opne"], { id: "opne" }),
  ],
  add_timer: [
    done(["soon", "Short", "--source", "Clock"], { id: "soon", name: "Short", source: "Clock" }),
    refused("duplicate", ["late", "Other", "--source", "Clock"], {
      id: "late",
      name: "Other",
      source: "Clock",
    }),
    refused("duplicate", ["open", "Other", "--source", "Clock"], {
      id: "open",
      name: "Other",
      source: "Clock",
    }),
  ],
};

/** What a surface made of an edit. */
type Outcome =
  | { readonly ops: unknown; readonly warnings: readonly Finding[] }
  | { readonly refusal: Refusal };

/** The rules about texts that do not parse. */
const TEXT_RULES: ReadonlySet<string> = new Set(["W106", "W114"]);

async function atShell(name: string, words: readonly string[]): Promise<Outcome> {
  await using folder = await TempFolder.make();
  const path = await folder.write("gate.smdf.json", GATE);
  const io = memoryIo();
  const line = ["--json", "--doc", path, name.replaceAll("_", "-"), ...words];
  const request = readCommandLine(line, ALL_COMMANDS);
  assert(request.kind === "command", line.join(" "));
  try {
    await request.command.run(makeContext(io, request.globals, LOOM_KINDS), request.values);
    const { ops, warnings = [] } = JSON.parse(io.out());
    // A person reads the same beside the result.
    for (const { message } of warnings) assertStringIncludes(io.err(), message);
    return { ops, warnings };
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.refusal };
    throw error;
  }
}

async function overMcp(name: string, values: Record<string, unknown>): Promise<Outcome> {
  const tool = TOOLS.find((one) => one.name === name) as Tool | undefined;
  assert(tool, name);
  await using bench = await openToolBench([], { content: GATE });
  const call = { session: bench.session, signal: new AbortController().signal, progress: () => {} };
  try {
    // A dry run answers with its operations.
    const { data } = await tool.run({ ...values, dry_run: true }, call);
    const { ops, findings } = data as { ops: readonly AnyOp[]; findings: { brought: readonly Finding[] } };
    return { ops, warnings: findings.brought.filter(({ ruleId }) => TEXT_RULES.has(ruleId)) };
  } catch (error) {
    if (error instanceof ToolError && error.refusal !== undefined) return { refusal: error.refusal };
    throw error;
  }
}

Deno.test("every edit that shell and agent tools both offer has cases", () => {
  const commands = new Set(ALL_COMMANDS.map(({ name }) => name.replaceAll("-", "_")));
  // Undo and redo have no arguments: each party steps through edits of its own.
  // A rename is an edit of several documents: tests/same_rename_test.ts.
  const steps = ["undo", "redo", "rename"];
  const shared = TOOLS.filter(({ name, effect, toolset }) =>
    toolset === "machine" && ["add", "set", "remove"].includes(effect) && commands.has(name) &&
    !steps.includes(name)
  );
  assertEquals(Object.keys(CASES).toSorted(), shared.map(({ name }) => name).toSorted());
  for (const [name, cases] of Object.entries(CASES)) {
    assert(cases.some(({ refused }) => refused === undefined), `${name} has no good case`);
    assert(cases.some(({ refused }) => refused !== undefined), `${name} has no bad case`);
  }
});

for (const [name, cases] of Object.entries(CASES)) {
  Deno.test(`${name} does and refuses the same at the shell and over MCP`, async (test) => {
    for (const { words, values, refused, warned } of cases) {
      await test.step(words.join(" "), async () => {
        const [shell, agent] = [await atShell(name, words), await overMcp(name, values)];
        assertEquals("refusal" in shell ? shell.refusal.code : undefined, refused, JSON.stringify(shell));
        assertEquals(shell, agent);
        const warnings = "warnings" in shell ? shell.warnings : [];
        assertEquals(warnings.length, warned === undefined ? 0 : 1, JSON.stringify(warnings));
        assertStringIncludes(warnings[0]?.message ?? "", warned ?? "");
      });
    }
  });
}
