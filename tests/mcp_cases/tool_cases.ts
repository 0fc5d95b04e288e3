/**
 * For every tool a call that works and the refusals of its own, one row a tool.
 *
 * @module
 */
import { renderMermaid, type StateMachineDefinition } from "@loom/protocol";
import { GATE, type ToolBenchOptions } from "../../mcp/testing/tool_calls.ts";

/** What a tool is given; some of it depends on the folder. */
export type Values = Record<string, unknown> | ((folder: string) => Record<string, unknown>);

/** What is there before a call. */
export interface Scene {
  /** How the session begins; default: with the gate. */
  readonly bench?: ToolBenchOptions;
  /** What happens in the folder before, and lasts for as long as what it gives. */
  readonly prepare?: (folder: string) => Promise<Disposable | void>;
  /** The calls before. */
  readonly before?: readonly (readonly [tool: string, values: Values])[];
}

/** A call that is refused. */
export interface Refusal extends Scene {
  /** The word in `_meta.code`. */
  readonly code: string;
  readonly values: Values;
}

/** The calls of a tool. */
export interface ToolCases extends Scene {
  /** A call that works. */
  readonly values: Values;
  /** Calls that are refused, for reasons that are the tool's own. */
  readonly refusals: readonly Refusal[];
}

const NO_DOCUMENT: ToolBenchOptions = { content: undefined };
const LAMP = "stateDiagram-v2\n  Off --> On : press\n";
const EMPTY: StateMachineDefinition = { ...GATE, events: [], state: { name: "Root", states: [] } };
const EMPTY_DOCUMENT: ToolBenchOptions = { content: EMPTY };
const ROOTLESS: ToolBenchOptions = { content: '{"settings":{},"events":[],"state":[]}' };

/** The call that declares some data. */
const COUNT = ["add_data", { name: "count", type: "integer" }] as const;

/** A system of the gate and a scenario, which asks for an actor. */
const writeSystem = (folder: string) => writeSystemWith(folder, []);
/** The same with the actor. */
const writeWholeSystem = (folder: string) => writeSystemWith(folder, [{ name: "Guest", kind: "person" }]);

async function writeSystemWith(folder: string, actors: readonly object[]): Promise<void> {
  const write = (name: string, value: unknown) =>
    Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value));
  await write("all.sysdf.json", {
    settings: { namespace: "Gate", name: "All" },
    actors,
    members: [{ path: "gate.smdf.json" }, { path: "story.sqdf.json" }],
  });
  await write("story.sqdf.json", {
    settings: { namespace: "Gate", name: "Story" },
    participants: [{ name: "Guest", actor: "Guest" }, { name: "Gate" }],
    messages: [{ from: "Guest", to: "Gate", label: "opens", event: "open" }],
  });
}

function machine(...states: NonNullable<StateMachineDefinition["state"]["states"]>): ToolBenchOptions {
  return { content: { ...GATE, state: { name: "Root", states } } };
}

const TWINS = machine({ name: "A" }, { name: "B", states: [{ name: "A" }] });
const BROKEN = machine({ name: "A", transitions: [{ event: "open", nextState: "Nowhere" }] });
const TWO_WAYS = machine(
  { name: "A", transitions: [{ event: "open", nextState: "B" }, { event: "open" }] },
  { name: "B" },
);
const RING = machine({
  name: "A",
  onEntry: { actions: [{ timerStart: { timer: "Wait", duration: 1, repeat: 1 } }] },
});
const WHEEL = machine(
  { name: "A", transitions: [{ nextState: "B" }] },
  { name: "B", transitions: [{ nextState: "A" }] },
);
const MANY = machine(...Array.from({ length: 1_500 }, (_, at) => ({
  name: `S${at}`,
  description: "A state among very many, with a text that makes everything longer.",
  transitions: [{ event: "open", nextState: `S${(at + 1) % 1_500}` }],
})));
/** No file system takes a longer name, so none with an ending after it. */
const LONGEST_NAME = "x".repeat(255);

/** Another program that is writing the document. */
async function keepLocked(folder: string): Promise<Disposable> {
  const file = await Deno.open(`${folder}/.gate.smdf.json.lock-loom`, { write: true, createNew: true });
  await file.lock(true);
  return file;
}

const refused = (code: string, values: Values, scene: Scene = {}): Refusal => ({ code, values, ...scene });
const inFolder = (name: string, values: Record<string, unknown> = {}) => (folder: string) => ({
  path: `${folder}/${name}`,
  ...values,
});

/** The calls, by tool. */
export const TOOL_CASES: Readonly<Record<string, ToolCases>> = {
  create_state_machine: {
    values: { namespace: "Home", name: "Door" },
    bench: NO_DOCUMENT,
    refusals: [
      refused("bad_name", { namespace: "Home", name: " " }),
      refused("exists", { namespace: "Home", name: "Door" }),
    ],
  },
  load_definition: {
    values: { json: JSON.stringify(EMPTY) },
    refusals: [
      refused("smdf_shape", { json: "{}" }),
      refused("json_syntax", { json: "{" }),
      refused("forbidden_key", { json: '{"__proto__":1}' }),
      refused("too_deep", { json: "[".repeat(2_000) + "]".repeat(2_000) }),
      refused("stale_revision", { json: JSON.stringify(EMPTY), expected_revision: "0" }),
    ],
  },
  set_project_file: {
    values: inFolder("other.smdf.json"),
    refusals: [
      refused("unsafe_path", inFolder("do\0or.smdf.json")),
      refused("symlink_loop", inFolder("loop.smdf.json"), {
        prepare: (folder) => Deno.symlink("loop.smdf.json", `${folder}/loop.smdf.json`),
      }),
      refused("unknown_kind", inFolder("notes.txt")),
      refused("outside_root", inFolder("../away.smdf.json")),
      refused("locked_document", inFolder("other.smdf.json"), { bench: { content: GATE, isLocked: true } }),
      refused("bad_address", { path: "loom-chronicle://1" }),
      refused("no_chronicle", { path: "loom-chronicle://1/door" }, {
        bench: { content: GATE, chronicleRoot: "/no/such/folder" },
      }),
    ],
  },
  get_project_file: { values: {}, refusals: [] },
  check_system: { prepare: writeWholeSystem, values: {}, refusals: [refused("no_system", {})] },
  replay_scenario: {
    prepare: writeSystem,
    values: {},
    refusals: [
      refused("not_found", { sequence: "other.sqdf.json", system: "all.sysdf.json" }, {
        prepare: writeSystem,
      }),
    ],
  },
  reconcile_scenario: {
    prepare: writeSystem,
    values: { apply: true },
    refusals: [refused("unknown_name", { only: ["actor:Ghost"] }, { prepare: writeSystem })],
  },
  rename: {
    prepare: writeSystem,
    values: { what: "event", from: "open", to: "unlock" },
    refusals: [
      refused("no_system", { what: "event", from: "open", to: "unlock" }),
      refused("unknown_name", { what: "event", from: "opne", to: "unlock" }, { prepare: writeSystem }),
    ],
  },
  get_definition: {
    values: { path: "Open", depth: 1 },
    refusals: [
      refused("unknown_name", { path: "Opne" }),
      refused("no_such_part", { path: "/state/states/9" }),
      refused("not_utf8", {}, { bench: { content: new Uint8Array([0x7b, 0xff, 0x7d]) } }),
      refused("not_json", {}, { bench: { content: "<StateMachine/>", name: "gate.smdf.xml" } }),
      refused("unreadable", {}, { bench: { content: undefined, name: `${LONGEST_NAME}.smdf.json` } }),
      refused("not_a_file", {}, {
        bench: NO_DOCUMENT,
        prepare: (folder) => Deno.mkdir(`${folder}/gate.smdf.json`),
      }),
      refused("bad_parameter", { depth: -1 }),
    ],
  },
  list_states: { values: {}, refusals: [refused("unknown_name", { state: "Opne" })] },
  list_events: { values: {}, refusals: [refused("unknown_name", { source: "Nobody" })] },
  get_notes: { values: {}, refusals: [] },
  validate_definition: { values: {}, refusals: [] },
  add_event: {
    values: { id: "knock" },
    refusals: [
      refused("duplicate", { id: "open" }),
      refused("bad_name", { id: "" }),
      refused("not_writable", { id: "knock" }, {
        prepare: (folder) => Deno.chmod(`${folder}/gate.smdf.json`, 0o444),
      }),
      refused("locked", { id: "knock" }, { prepare: keepLocked }),
    ],
  },
  update_event: {
    values: { id: "open", description: "Pushes." },
    refusals: [
      refused("unknown_name", { id: "opne", description: "x" }),
      refused("nothing_given", { id: "open" }),
      refused("duplicate", { id: "open", new_id: "close" }),
    ],
  },
  remove_event: { values: { id: "sell" }, refusals: [refused("unknown_name", { id: "sel" })] },
  add_timer: {
    values: { id: "tick", state: "Open", duration: 5 },
    refusals: [
      refused("duplicate", { id: "open" }),
      refused("bad_parameter", { id: "tick", state: "Open" }),
      refused("unknown_name", { id: "tick", state: "Opne", duration: 5 }),
    ],
  },
  add_state: {
    values: { name: "Ajar", parent: "Shut" },
    refusals: [
      refused("duplicate", { name: "Open" }),
      refused("unknown_name", { name: "New", parent: "Shutt" }),
      refused("ambiguous_name", { name: "New", parent: "A" }, { bench: TWINS }),
      refused("bad_parent", { name: "New", parent: "Sold" }),
      refused("bad_name", { name: " " }),
      refused("bad_action", { name: "New", onEntry: [5] }),
      refused("out_of_range", { name: "New", index: 9 }),
      refused("no_root", { name: "New" }, { bench: ROOTLESS }),
    ],
  },
  update_state: {
    values: { name: "Open", description: "Wide." },
    refusals: [
      refused("unknown_name", { name: "Opne", kind: "final" }),
      refused("ambiguous_name", { name: "A", kind: "final" }, { bench: TWINS }),
      refused("nothing_given", { name: "Open" }),
      refused("bad_action", { name: "Open", onExit: [{}] }),
    ],
  },
  remove_state: {
    values: { name: "Shut" },
    refusals: [refused("unknown_name", { name: "Shutt" }), refused("root", { name: "Root" })],
  },
  rename_state: {
    values: { name: "Open", new_name: "Wide" },
    refusals: [
      refused("unknown_name", { name: "Opne", new_name: "Wide" }),
      refused("duplicate", { name: "Open", new_name: "Sold" }),
      refused("bad_name", { name: "Open", new_name: "" }),
    ],
  },
  move_state: {
    values: { name: "Open", parent: "Shut" },
    refusals: [
      refused("nothing_given", { name: "Open" }),
      refused("root", { name: "Root", parent: "Open" }),
      refused("cycle", { name: "Shut", parent: "Locked" }),
      refused("out_of_range", { name: "Shut", index: 9 }),
      refused("bad_parent", { name: "Open", parent: "Sold" }),
      refused("unknown_name", { name: "Opne", index: 0 }),
    ],
  },
  set_initial: {
    values: { state: "Shut", initial: "Locked" },
    refusals: [
      refused("not_inside", { state: "Shut", initial: "Open" }),
      refused("unknown_name", { state: "Shut", initial: "Loked" }),
    ],
  },
  set_prompt: {
    values: { state: "Open", prompt: "Why?" },
    refusals: [refused("unknown_name", { state: "Opne", prompt: "Why?" })],
  },
  set_parallel: {
    values: { state: "Shut", regions: ["Locked", "Alarm"] },
    refusals: [
      refused("nothing_given", { state: "Shut" }),
      refused("no_regions", { state: "Shut", nextState: "Open" }),
      refused("not_inside", { state: "Shut", regions: ["Open"] }),
      refused("duplicate", { state: "Shut", regions: ["A", "A"] }),
      refused("bad_parent", { state: "Sold", regions: ["A"] }),
      refused("unknown_name", { state: "Shutt", regions: ["A"] }),
    ],
  },
  add_transition: {
    values: { state: "Open", event: "lock", nextState: "Locked" },
    refusals: [
      refused("unknown_name", { state: "Open", event: "lok" }),
      refused("final_state", { state: "Sold", event: "open" }),
      refused("out_of_range", { state: "Open", event: "open", index: 9 }),
      refused("bad_action", { state: "Open", event: "open", actions: [{ raise: 5 }] }),
    ],
  },
  update_transition: {
    values: { state: "Open", event: "close", condition: "true" },
    refusals: [
      refused("nothing_given", { state: "Open", event: "close" }),
      refused("no_transition", { state: "Open", event: "lock", condition: "true" }),
      refused("ambiguous_transition", { state: "A", event: "open", condition: "true" }, { bench: TWO_WAYS }),
      refused("out_of_range", { state: "Open", event: "close", to_index: 9 }),
      refused("unknown_name", { state: "Open", event: "close", nextState: "Clsed" }),
    ],
  },
  remove_transition: {
    values: { state: "Open", event: "close" },
    refusals: [
      refused("no_transition", { state: "Open", event: "lock" }),
      refused("unknown_name", { state: "Opne", event: "close" }),
    ],
  },
  add_object: {
    values: { instance: "bell", class: "Bell" },
    refusals: [
      refused("bad_parameter", { instance: " ", class: "Bell" }),
      refused("duplicate", { instance: "bell", class: "Bell" }, {
        before: [["add_object", { instance: "bell", class: "Bell" }]],
      }),
    ],
  },
  add_data: {
    values: { name: "count", type: "integer", initial: 2 },
    refusals: [
      refused("bad_name", { name: "two words", type: "text" }),
      refused("duplicate", { name: "count", type: "text" }, { before: [COUNT] }),
    ],
  },
  update_data: {
    values: { name: "count", fields: { maximum: 9 } },
    before: [COUNT],
    refusals: [
      refused("unknown_name", { name: "count", fields: { maximum: 9 } }),
      refused("nothing_given", { name: "count", fields: {} }, { before: [COUNT] }),
    ],
  },
  rename_data: {
    values: { name: "count", new_name: "total" },
    before: [COUNT],
    refusals: [
      refused("unknown_name", { name: "count", new_name: "total" }),
      refused("bad_name", { name: "count", new_name: "not" }, { before: [COUNT] }),
    ],
  },
  remove_data: {
    values: { name: "count" },
    before: [COUNT],
    refusals: [refused("unknown_name", { name: "count" })],
  },
  set_notes: {
    values: { notes: "All of it." },
    refusals: [refused("unknown_name", { notes: "x", target: "Opne" })],
  },
  undo: {
    values: {},
    before: [["add_state", { name: "A" }]],
    refusals: [refused("nothing_left", {})],
  },
  redo: {
    values: {},
    before: [["add_state", { name: "A" }], ["undo", {}]],
    refusals: [refused("nothing_left", {})],
  },
  apply_patch: {
    values: { ops: [{ op: "state.remove", name: "Sold" }] },
    refusals: [
      refused("unknown_op", { ops: [{ op: "state.delete", name: "Sold" }] }),
      refused("bad_op", { ops: [{ op: "state.remove" }] }),
      refused("wrong_type", { ops: [{ op: "state.update", name: "Open", patch: {}, unset: ["name"] }] }),
      refused("not_found", { ops: [{ op: "state.remove", name: "None" }] }),
      refused("stale_revision", { ops: [{ op: "state.remove", name: "Sold" }], expected_revision: "0" }),
    ],
  },
  simulate: {
    values: { events: ["open", "+5000"] },
    refusals: [
      refused("bad_step", { events: ["open {"] }),
      refused("unknown_guard", { events: [], guards: { "code == 8": true } }),
      refused("too_many_steps", { events: Array(1_001).fill("open") }),
      refused("too_many_expiries", { events: ["+1000000000000"] }, { bench: RING }),
      refused("machine_definition", { events: [] }, { bench: BROKEN }),
      refused("microstep_limit", { events: [] }, { bench: WHEEL }),
    ],
  },
  run_tests: {
    values: { tests: [{ name: "opens", steps: [{ event: "open", expect: { state: "Open" } }] }] },
    refusals: [
      refused("bad_test_file", { tests: [{ name: "opens", step: [] }] }),
      refused("bad_parameter", {}),
      refused("too_many_steps", { tests: [{ name: "opens", steps: Array(1_001).fill("open") }] }),
      refused("machine_definition", { tests: [{ name: "starts", steps: [] }] }, { bench: BROKEN }),
    ],
  },
  render_diagram: {
    values: { format: "ascii" },
    refusals: [
      refused("bad_scale", { scale: 9 }),
      refused("bad_notation", { notation: "chen" }),
      refused("bad_style", { style: { fit: "wide" } }),
      refused("not_here", { format: "ascii", open: true }, { bench: { content: GATE, isRemote: true } }),
      refused("unknown_name", { format: "ascii", active: ["Opne"] }),
      refused("is_document", inFolder("other.smdf.json", { format: "ascii" })),
      refused("outside_root", inFolder("../away.txt", { format: "ascii" })),
      refused("no_folder", inFolder("no/where.txt", { format: "ascii" })),
    ],
  },
  generate_code: {
    values: { language: "python" },
    refusals: [
      refused("invalid_definition", { language: "python" }, { bench: BROKEN }),
      refused("is_document", inFolder("gate.smdf.json", { language: "python" })),
      refused("outside_root", inFolder("../away.py", { language: "python" })),
      refused("too_large", { language: "typescript" }, { bench: MANY }),
      refused("bad_parameter", { language: "pyhton" }),
    ],
  },
  generate_rispec: {
    values: {},
    refusals: [refused("wrong_ending", { system: "shop.smdf.json" })],
  },
  diff_definition: {
    values: { json: JSON.stringify(EMPTY) },
    refusals: [
      refused("bad_parameter", inFolder("other.smdf.json", { json: "{}" })),
      refused("smdf_shape", { json: '{"entities":[]}' }),
      refused("outside_root", inFolder("../away.smdf.json")),
      refused("not_found", inFolder("none.smdf.json")),
    ],
  },
  export_definition: {
    values: { format: "xml" },
    refusals: [
      refused("wrong_ending", inFolder("copy.mmd", { format: "xml" })),
      refused("write_failed", inFolder("copy.xml", { format: "xml" }), {
        // The new text is written beside the file first, where something stands that cannot be removed.
        prepare: (folder) => Deno.mkdir(`${folder}/.copy.xml.tmp-loom/full`, { recursive: true }),
      }),
      refused("is_document", inFolder("gate.smdf.json", { format: "json", overwrite: true })),
      refused("exists", inFolder("copy.xml", { format: "xml" }), {
        before: [["export_definition", inFolder("copy.xml", { format: "xml" })]],
      }),
      refused("outside_root", inFolder("../away.xml", { format: "xml" })),
      refused("too_large", { format: "json" }, { bench: MANY }),
      refused("unknown_format", { format: "sql" }),
    ],
  },
  import_definition: {
    values: { text: LAMP },
    bench: EMPTY_DOCUMENT,
    refusals: [
      refused("exists", { text: LAMP }),
      refused("bad_parameter", {}),
      refused("mermaid_syntax", { text: "stateDiagram-v2\n  state {\n", format: "mermaid" }),
      refused("mermaid_kind", {
        text: renderMermaid(GATE).replace(/^stateDiagram-v2/m, "flowchart"),
        format: "mermaid",
      }),
      refused("xml_syntax", { text: "<StateMachine>", format: "xml" }),
      refused("xml_doctype", { text: "<!DOCTYPE a><StateMachine/>", format: "xml" }),
    ],
  },
};
