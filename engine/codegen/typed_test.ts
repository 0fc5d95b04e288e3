import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { compileMachine } from "../machine/program.ts";
import { enrich } from "../model.ts";
import { generateCode } from "./generate_code.ts";

const COUNTER: StateMachineDefinition = {
  settings: {
    namespace: "Home",
    name: "Counter",
    asynchronous: false,
    objects: [{ instance: "host", class: "Host" }],
    data: [
      { name: "count", type: "integer" },
      { name: "mode", type: "enum", values: ["slow", "fast"] },
      {
        name: "order",
        type: "object",
        optional: true,
        fields: [{ name: "lines", type: "list", items: { type: "text" } }],
      },
    ],
  },
  events: [{
    name: "Hand",
    events: [
      { id: "push", parameters: [{ name: "by", type: "integer" }] },
      { id: "done.invoke.load", parameters: [{ name: "output", type: "integer" }] },
    ],
  }],
  state: {
    name: "Root",
    tags: ["busy"],
    meta: { width: 2 },
    invoke: [{ id: "load", task: "fetch", input: "{ from: count, mode }" }, { id: "wait", task: "sleep" }],
    transitions: [{ event: "done.invoke.load", actions: [{ code: "count = output" }] }, {
      event: "push",
      condition: "allowed(mode, by) and not host.busy(order) and price(count) > 3",
      actions: [{ code: "count = next(count); log(mode); log(mode, by); host.ring(1, level=count)" }],
    }],
  },
};

const EXPECTED: Readonly<Record<"typescript" | "python", readonly string[]>> = {
  typescript: [
    "  order: CounterDataOrder | null;",
    "  by: number;",
    '  allowed(arg1: "slow" | "fast", arg2: number): boolean;',
    "  price(arg1: number): number;",
    "  next(arg1: number): number;",
    '  log(arg1: "slow" | "fast", arg2?: number): void;',
    "  busy(arg1: CounterDataOrder | null): boolean;",
    "  ring(arg1: number, options: { level: number }): void;",
    "export interface CounterFetchInput {\n  from: number;",
    "  fetch(input: CounterFetchInput, tools: TaskTools): number | Promise<number>;",
    "  sleep(input: undefined, tools: TaskTools): unknown;",
    "options: DataOptions<CounterData, CounterFunctions, CounterTasks> = {}",
    '  override tags = ["busy"];',
    "  override meta = { width: 2 };",
  ],
  python: [
    '"order": CounterDataOrder | None',
    '"by": int',
    '"allowed": Callable[[Literal["slow", "fast"], int], bool]',
    '"price": Callable[[int], float]',
    '"next": Callable[[int], int]',
    '"log": Callable[..., object]',
    "def busy(self, arg1: CounterDataOrder | None, /) -> bool: ...",
    "def ring(self, arg1: int, /, *, level: int) -> object: ...",
    "functions: CounterFunctions | None = None",
    '"fetch": Callable[[CounterFetchInput, TaskTools], TaskResult[int]]',
    '"sleep": Callable[[None, TaskTools], object]',
    "tasks: CounterTasks | None = None",
    'tags: Sequence[str] = ("busy",)',
    'meta: dict[str, float] = {"width": 2}',
  ],
};

for (const language of ["typescript", "python"] as const) {
  Deno.test(`generateCode() types data, payloads, functions and tasks in ${language}`, () => {
    const text = generateCode(enrich(COUNTER), language);
    for (const line of EXPECTED[language]) assertStringIncludes(text, line);
  });
}

/** A machine that ends in two ways, with outputs of the same members. */
const PAY: StateMachineDefinition = {
  settings: {
    namespace: "Shop",
    name: "Pay",
    asynchronous: false,
    data: [{ name: "amount", type: "number" }, { name: "by", type: "enum", values: ["card", "cash"] }],
  },
  events: [{ name: "All", events: [{ id: "pay" }, { id: "cancel" }] }],
  state: {
    name: "Root",
    states: [
      {
        name: "Open",
        transitions: [{ event: "pay", nextState: "Paid" }, { event: "cancel", nextState: "Left" }],
      },
      { name: "Paid", kind: "final", output: "{ sum: amount + 1, by, note: 'paid' }" },
      { name: "Left", kind: "final", output: "{ sum: 0, by, note: '' }" },
    ],
  },
};
const SHOP: StateMachineDefinition = {
  settings: { namespace: "Shop", name: "Shop", asynchronous: false, data: [{ name: "sum", type: "number" }] },
  events: [{ name: "All", events: [{ id: "buy" }] }],
  state: {
    name: "Root",
    invoke: [{ id: "pay", machine: "pay.smdf.json" }],
    transitions: [{
      event: "done.invoke.pay",
      actions: [{ code: "sum = output.sum; book(output.by, output)" }],
    }],
  },
};

function shopOf(language: "typescript" | "python", child: StateMachineDefinition): string {
  const machines = { "pay.smdf.json": { program: compileMachine(child), machines: {} } };
  return generateCode(enrich(SHOP), language, { machines });
}

const OUTPUTS: Readonly<Record<"typescript" | "python", readonly string[]>> = {
  typescript: [
    'export interface ShopPayOutput {\n  sum: number;\n  by: "card" | "cash";\n  note: string;\n}',
    "Payload {\n  output: ShopPayOutput;\n}",
    'book(arg1: "card" | "cash", arg2: ShopPayOutput): void;',
  ],
  python: [
    '"ShopPayOutput",\n    {"sum": float, "by": Literal["card", "cash"], "note": str}',
    '{"output": ShopPayOutput}',
  ],
};

for (const language of ["typescript", "python"] as const) {
  Deno.test(`generateCode() types the output of a machine that is invoked in ${language}`, () => {
    const text = shopOf(language, PAY);
    for (const line of OUTPUTS[language]) assertStringIncludes(text, line);
  });
}

Deno.test("generateCode() says that an output may be null where a final state gives none, and nothing where none does", () => {
  const [open, paid] = PAY.state.states ?? [];
  const without = { name: "Left", kind: "final" } as const;
  const sometimes = { ...PAY, state: { name: "Root", states: [open!, paid!, without] } };
  assertStringIncludes(shopOf("typescript", sometimes), "output: ShopPayOutput | null;");
  const never = { ...PAY, state: { name: "Root", states: [open!, { ...without, name: "Paid" }, without] } };
  assertEquals(shopOf("typescript", never), generateCode(enrich(SHOP), "typescript"));
});
