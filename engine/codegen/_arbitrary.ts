/**
 * Definitions that try to break out of generated code: hostile names and texts in every place, and guards and actions
 * of every shape.
 *
 * @module
 */
import type { State, StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { arbitraryExpression, arbitraryStatement } from "../expression/_arbitrary.ts";
import { printExpression, printStatements } from "../expression/print.ts";

/** Names that mean something to a language, to the runtime library, or to a reader of comments and strings. */
const HOSTILE = [
  "",
  " ",
  "_",
  "__",
  "_a_",
  "1",
  "9lives",
  "price-update",
  "a b",
  "a_b",
  "aB",
  "AB",
  "class",
  "import",
  "None",
  "await",
  "constructor",
  "__proto__",
  "__class__",
  "toString",
  "end",
  "entry",
  "Exit",
  "Kind",
  "Current",
  "History",
  "name",
  "observer",
  "options",
  "context",
  "self",
  "c",
  "p",
  "State",
  "Chart",
  "CHART",
  "Promise",
  "string",
  "any",
  "new",
  "get",
  "arguments",
  "undefined",
  "M",
  "MContext",
  "StateM",
  "*/",
  "/*",
  '"',
  "'",
  '"""',
  "\\",
  '\\"',
  "`${x}`",
  "//",
  "#",
  "\n",
  "\r\n",
  "\u2028",
  "\u0000",
  "\u200b",
  "\u202e",
  "\ud800",
  "é",
  "ß",
  "ﬁ",
  "Ǆ",
  "𝒳",
  "名",
  "'); evil(); ('",
  "@ts-expect-error",
  "@ts-ignore",
  "deno-lint-ignore no-explicit-any",
  "type: ignore",
  "</script>",
  "${1}",
  "%s{}",
] as const;

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
);
const text = fc.array(name, { maxLength: 3 }).map((parts) => parts.join(""));
const guard = fc.oneof(
  { weight: 4, arbitrary: arbitraryExpression.map(printExpression) },
  { weight: 1, arbitrary: text },
);
const code = fc.oneof(
  { weight: 4, arbitrary: fc.array(arbitraryStatement, { minLength: 1, maxLength: 3 }).map(printStatements) },
  { weight: 1, arbitrary: text },
);
const action = fc.oneof(
  fc.record({ code }),
  fc.record({
    timerStart: fc.record({ timer: name, duration: fc.oneof(guard, fc.integer()), repeat: guard }),
  }),
  fc.record({ timerStop: name }),
  fc.record({ raise: name }),
);
const actions = fc.array(action, { maxLength: 2 });
const some = { requiredKeys: [] };

const transition = fc.record(
  { event: name, nextState: name, condition: guard, description: text, actions },
  some,
);

const { state } = fc.letrec<{ state: State }>((tie) => ({
  state: fc.record({
    name,
    kind: fc.constantFrom("normal", "final", "history"),
    description: text,
    onEntry: fc.record({ actions }),
    onExit: fc.record({ actions }),
    initial: name,
    transitions: fc.array(transition, { maxLength: 3 }),
    states: fc.oneof(
      { depthSize: "small" },
      fc.constant<State[]>([]),
      fc.array(tie("state"), { maxLength: 3 }),
    ),
    parallel: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      fc.constant(undefined),
      fc.record({ nextState: name, states: fc.array(tie("state"), { maxLength: 2 }) }),
    ),
  }, { requiredKeys: ["name", "transitions"] })
    .map(({ parallel, ...state }) => parallel === undefined ? state : { ...state, parallel }),
}));

const parameter = fc.record({ name, type: name, description: text }, { requiredKeys: ["name", "type"] });
const source = fc.record({
  name,
  feeder: name,
  events: fc.array(
    fc.record({ id: name, description: text, parameters: fc.array(parameter, { maxLength: 3 }) }, {
      requiredKeys: ["id"],
    }),
    { maxLength: 4 },
  ),
  timers: fc.array(fc.record({ id: name, name }), { maxLength: 2 }),
});

/** Definitions with hostile names and texts. */
export const arbitraryHostile: fc.Arbitrary<StateMachineDefinition> = fc.record({
  settings: fc.record({
    namespace: name,
    name,
    description: text,
    asynchronous: fc.boolean(),
    objects: fc.array(
      fc.record({ instance: fc.oneof(name, fc.constantFrom("a", "b", "host")), class: name }),
      {
        maxLength: 3,
      },
    ),
    context: fc.record({ class: name }),
  }, { requiredKeys: ["namespace", "asynchronous"] }),
  events: fc.array(source, { maxLength: 3 }),
  state,
});
