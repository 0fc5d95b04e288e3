import { assertEquals } from "@std/assert";
import { enrich } from "../model.ts";
import { machine, pair } from "./testing.ts";
import { validate } from "./validate.ts";

const DATA = [
  { name: "count", type: "integer", minimum: 0, maximum: 10 },
  { name: "ratio", type: "number" },
  { name: "name", type: "text", optional: true },
  { name: "isOn", type: "boolean" },
  { name: "mode", type: "enum", values: ["slow", "fast"] },
  { name: "tags", type: "list", items: { type: "text" } },
  {
    name: "order",
    type: "object",
    fields: [
      { name: "id", type: "text" },
      {
        name: "lines",
        type: "list",
        items: { type: "object", fields: [{ name: "price", type: "number" }] },
      },
    ],
  },
  { name: "bag", type: "object" },
  { name: "free", type: "any" },
];

/** The findings of W121 to W123 in the first transition of a machine with the data, without the owner. */
function found(transition: object): string[] {
  const definition = machine({
    states: pair({ transitions: [{ event: "go", nextState: "B", ...transition }] }),
  }, {
    settings: {
      namespace: "N",
      asynchronous: false,
      data: DATA,
      objects: [{ instance: "host", class: "Host" }],
    },
    events: [{
      name: "S",
      events: [
        { id: "go", parameters: [{ name: "by", type: "int" }, { name: "isOn", type: "string" }] },
        { id: "order.paid", parameters: [{ name: "sum", type: "number" }] },
      ],
    }],
  });
  return validate(enrich(definition), { only: new Set(["W121", "W122", "W123"]) })
    .map(({ ruleId, message }) => `${ruleId} ${message.replace(/^An? \w+ of "A" /, "")}`);
}

const guard = (condition: string) => found({ condition });
const code = (code: string) => found({ actions: [{ code }] });

const CLEAN_GUARDS = [
  "count < by and ratio * 2 > count",
  "name == null or name + 'x' == 'ax'",
  "mode == 'slow' and mode in ['slow', 'fast'] and 'a' in tags and 'a' in name",
  "order.lines[0].price > 1 and order.lines.length == 0 and tags[count] == 'a'",
  "free.anything[3].at(count) + 1 > bag.x.y and free",
  "host.can(count) and allowed(mode) and in_state('A')",
  "isOn == 'on' and isOn == true",
  "isReady",
  "(count or name) == 'x' and not tags",
  "count == null and mode != name",
  "ratio == 1.5 and -ratio < 0",
];

for (const condition of CLEAN_GUARDS) {
  Deno.test(`validate() accepts the guard ${condition}`, () => assertEquals(guard(condition), []));
}

const CLEAN_CODE = [
  "count += by; ratio = count / 3; count = ratio; name = mode; name = null; mode = name",
  "tags[0] = name; order.id = 'x'; order = {id: 'a', lines: [{price: 1}]}; bag = {x: 1}; bag.z = 3; free = 5",
  "host.total = 5; log(count); launch",
  "tags = []; order.lines = [{price: ratio}]",
];

for (const text of CLEAN_CODE) {
  Deno.test(`validate() accepts the action ${text}`, () => assertEquals(code(text), []));
}

const FOUND: readonly (readonly [string[], string[]])[] = [
  [guard("cuont > 1"), [
    'W121 reads "cuont", which nothing declares: declare it in "settings.data", or as a parameter of the event. ' +
    'Did you mean "count"?',
  ]],
  [guard("mod"), [
    'W121 reads "mod", which nothing declares: declare it in "settings.data", or as a parameter of the event. ' +
    'Did you mean "mode"?',
  ]],
  [guard("order.line == 1"), [
    'W121 names the member "line" of `order`, which is not declared: add it to "fields", or name another. ' +
    'Did you mean "lines"?',
  ]],
  [guard("count.size == 1"), ['W121 reads "size" of `count`, a number, which has no such member.']],
  [guard("sum == 1"), [
    'W121 reads "sum", which nothing declares: declare it in "settings.data", or as a parameter of the event.',
  ]],
  [guard("tags == 'a'"), [
    'W122 compares `tags`, a list, with `"a"`, a text, which are never equal: compare values of one type.',
  ]],
  [guard("mode < 3"), [
    'W122 uses "<" on `mode`, a text, and `3`, a number: it needs two numbers or two texts.',
  ]],
  [guard("count + tags > 1"), [
    'W122 uses "+" on `count`, a number, and `tags`, a list: it needs two numbers, two texts or two lists.',
  ]],
  [guard("count in tags + [1]"), []],
  [guard("name * 2 > 1"), ['W122 uses "*" on `name`, a text: it needs numbers.']],
  [guard("1 in tags"), [
    "W122 looks for `1`, a number, in `tags`, whose items are never equal to it: look for a text.",
  ]],
  [guard("1 in count"), ['W122 looks into `count`, a number: "in" needs a list, a text or an object.']],
  [guard("count(1)"), [
    "W122 calls `count`, which is a number and no function: call a function of the host.",
  ]],
  [guard("mode == 'slwo'"), [
    'W123 compares `mode` with "slwo", which is none of its values: write one of "slow", "fast". Did you mean "slow"?',
  ]],
  [guard("count == -1"), [
    "W123 compares `count` with -1, which is below its minimum 0: write a number of its range.",
  ]],
  [guard("count == 1.5"), [
    "W123 compares `count` with 1.5, which is no whole number: write one, or declare a number.",
  ]],
  [code("count = 'a'"), ["W122 sets `count` to a text, but it is a number: give it a number."]],
  [code("count = null"), [
    "W122 sets `count` to null, but it is not optional: declare it as optional, or give it a value.",
  ]],
  [code("order.lines = [{price: 'x'}]"), [
    'W122 sets "price" of an item of `order.lines` to a text, but it is a number: give it a number.',
  ]],
  [code("count = 11"), [
    "W123 sets `count` to 11, which is above its maximum 10: write a number of its range.",
  ]],
  [code("by = 3"), ['W121 assigns "by", which is no declared data: declare it in "settings.data".']],
];

FOUND.forEach(([findings, expected]) => {
  Deno.test(`validate() finds ${expected.join(" ")}`, () => assertEquals(findings, expected));
});

Deno.test("validate() knows the payloads of all events that a transition takes", () => {
  assertEquals(found({ events: ["order.*"], condition: "sum > by" }), []);
  assertEquals(found({ event: "order.pa", condition: "sum > 1" }).length, 1);
  assertEquals(found({ event: "*", condition: "sum > by and output.x and error.message" }), []);
  assertEquals(found({ event: undefined, condition: "sum > by" }), []);
});

Deno.test("validate() checks loops, conditions and payloads with the names of their places", () => {
  const actions = [{
    forEach: {
      list: "order.lines",
      item: "line",
      index: "at",
      actions: [
        {
          if: { condition: "line.price > at", then: [{ assign: { target: "count", value: "line.prise" } }] },
        },
        { raise: "go", data: "{by: 'a', bye: 1}" },
      ],
    },
  }];
  assertEquals(found({ actions }), [
    'W121 names the member "prise" of `line`, which is not declared: add it to "fields", or name another. ' +
    'Did you mean "price"?',
    'W121 gives the parameter "bye" of "go", which the event does not declare: declare it, or name another. ' +
    'Did you mean "by"?',
    'W122 sets the parameter "by" of "go" to a text, but it is a number: give it a number.',
  ]);
});

Deno.test("validate() asks nothing of names without declared data", () => {
  const definition = machine({
    states: pair({ transitions: [{ event: "go", nextState: "B", condition: "anything + 1 > 'a'" }] }),
  });
  assertEquals(validate(enrich(definition)), []);
});
