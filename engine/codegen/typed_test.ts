import type { StateMachineDefinition } from "@loom/protocol";
import { assertStringIncludes } from "@std/assert";
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
