/**
 * Arbitrary documents that `parseJson` accepts: real fields with odd values, unknown keys and hostile text anywhere.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";

/** Text with what XML and maps trip over. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "A",
    "B",
    "C",
    "go",
    "done.state.A",
    "done.state.Z",
    "toString",
    "constructor",
    "__proto__",
    "",
  ),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.array(
    fc.constantFrom(
      "\u0000",
      "\uD800",
      "\uFFFE",
      "\r\n",
      "\t",
      " ",
      "]]>",
      "<a>",
      "&amp;",
      '"',
      "\u0085",
      "x",
    ),
    {
      maxLength: 5,
    },
  ).map((parts) => parts.join("")),
);

/** A key that is no field, or one that means something elsewhere. */
const key = fc.constantFrom(
  "x",
  "action",
  "notes",
  "states",
  "$schema",
  "x-y",
  "constructor",
  "é <&>",
  "name",
  "kind",
);

const json: fc.Arbitrary<unknown> = fc.jsonValue({ maxDepth: 2 }).map((value) => withoutForbidden(value));

/** A member that may be of its type, odd, or `null`. */
function member<T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: json });
}

const text = member(arbitraryText);

/** An object with some of the members, and sometimes with unknown ones, which never hide known ones. */
function object(
  members: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[] = [],
): fc.Arbitrary<object> {
  const known = fc.record(members, { requiredKeys: [...required] });
  const unknown = fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, {
    weight: 1,
    arbitrary: fc.dictionary(key, json, { maxKeys: 2 }),
  });
  return fc.tuple(unknown, known).map(([more, fields]) => {
    const free = Object.entries(more).filter(([name]) => !Object.hasOwn(members, name));
    return { ...fields, ...Object.fromEntries(free) };
  });
}

function list<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T[] | null> {
  return fc.oneof({ weight: 6, arbitrary: fc.array(item, { maxLength: 3 }) }, {
    weight: 1,
    arbitrary: fc.constant(null),
  });
}

const action = fc.oneof(
  object({ code: text, action: text, name: text }),
  object({
    timerStart: member(
      object({ timer: text, duration: fc.oneof(text, fc.integer()), repeat: fc.oneof(text, fc.integer()) }),
    ),
  }),
  object({ timerStop: text, raise: text }),
  text,
);

const actions = list(action);
const block = fc.oneof({ weight: 4, arbitrary: object({ actions }) }, { weight: 1, arbitrary: actions }, {
  weight: 1,
  arbitrary: fc.constant("text"),
});

const transition = object({ event: text, nextState: text, condition: text, description: text, actions });

const { state } = fc.letrec<{ state: object }>((tie) => ({
  state: object(
    {
      name: arbitraryText,
      kind: member(fc.constantFrom("normal", "final", "history", "Final")),
      description: text,
      notes: text,
      prompt: text,
      initial: text,
      history: member(fc.constantFrom("deep", "shallow")),
      onEntry: block,
      onExit: block,
      transitions: list(transition),
      states: fc.oneof({ depthSize: "small" }, fc.constant([]), list(tie("state"))),
      parallel: fc.oneof(
        { depthSize: "small", maxDepth: 4 },
        fc.constant(null),
        object({ nextState: text, states: list(tie("state")) }),
      ),
    },
    ["name"],
  ),
}));

const source = object({
  name: text,
  file: text,
  feeder: text,
  description: text,
  events: list(
    object({
      id: text,
      name: text,
      parameters: member(fc.array(object({ name: text, type: text }), { maxLength: 2 })),
    }),
  ),
  timers: list(object({ id: text, name: text })),
});

const settings = object({
  namespace: text,
  name: text,
  asynchronous: member(fc.boolean()),
  objects: member(fc.array(object({ instance: text, class: text }), { maxLength: 2 })),
  context: member(object({ class: text })),
  using: member(fc.array(arbitraryText, { maxLength: 2 })),
  imports: member(fc.array(arbitraryText, { maxLength: 2 })),
  notes: fc.oneof(text, fc.array(arbitraryText, { maxLength: 2 })),
  completion: member(fc.constantFrom("scxml", "bubble")),
  _source: member(object({ kind: text })),
});

/** Documents that `parseJson` accepts. */
export const arbitraryDocument: fc.Arbitrary<StateMachineDefinition> = object({
  settings: member(settings),
  events: list(source),
  state: fc.oneof({ weight: 9, arbitrary: state }, { weight: 1, arbitrary: fc.constant(null) }),
}).map((document) => document as StateMachineDefinition);

/** The reader refuses members called `__proto__`, and JSON has no negative zero. */
function withoutForbidden(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, member) => {
    if (member && typeof member === "object" && !Array.isArray(member)) delete member["__proto__"];
    return member;
  });
}
