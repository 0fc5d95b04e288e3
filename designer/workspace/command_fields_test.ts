import { type JsonObject, orThrow } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import {
  argumentsOf,
  commandsOf,
  editedElements,
  formFields,
  inputOf,
  nounOf,
  textsFor,
} from "./command_fields.ts";
import { loadPageKind } from "./page_kinds.ts";

const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  machine: {
    settings: { namespace: "Home", name: "Door" },
    events: [{ name: "Hand", events: [{ id: "open", description: "Pulls." }] }],
    state: {
      name: "Root",
      states: [
        {
          name: "Closed",
          description: "Shut.",
          transitions: [{ event: "open", nextState: "Open", condition: "a > 1" }],
        },
        { name: "Open" },
      ],
    },
  },
  erd: {
    settings: { namespace: "Shop", name: "Shop" },
    entities: [{
      name: "Order",
      attributes: [{ name: "id", type: "int", key: "pk", description: "Its number." }],
    }],
    relationships: [],
  },
};

const ROWS = await Promise.all(["machine", "erd", "sequence", "system"].map(loadPageKind));

function row(kind: string) {
  const found = ROWS.find((one) => one?.row.kind === kind);
  assert(found);
  return found.row;
}

/** Runs a command with the texts of its form. */
function edited(kind: string, id: string, key: string, texts: Readonly<Record<string, string>>): JsonObject {
  const document = DOCUMENTS[kind] ?? {};
  const command = commandsOf(row(kind)).find((one) => one.id === id);
  const element = editedElements(row(kind), document).find(({ type, name }) => `${type}:${name}` === key);
  assert(command);
  const begin = textsFor(command, row(kind), element, document);
  const { ops } = orThrow(
    command.run(document, argumentsOf(command, row(kind), { ...begin, ...texts }, begin)),
  );
  const { content } = row(kind);
  assert(content);
  return orThrow(content.changes.apply(document, ops));
}

Deno.test("a form begins with the values of the element, and sends what was changed or emptied", () => {
  const state = edited("machine", "state.update", "state:Closed", { description: "", kind: "final" });
  assertEquals((state.state as { states: unknown[] }).states[0], {
    name: "Closed",
    kind: "final",
    transitions: [{ event: "open", nextState: "Open", condition: "a > 1" }],
  });
  const way = edited("machine", "transition.update", "transition:Closed:0", { condition: "a > 2" });
  const [closed] = (way.state as { states: { transitions?: unknown[] }[] }).states;
  assertEquals(closed?.transitions, [{ event: "open", nextState: "Open", condition: "a > 2" }]);
  const attribute = edited("erd", "attribute.update", "attribute:Order.id", {
    type: "bigint",
    description: "",
  });
  assertEquals((attribute.entities as { attributes: unknown[] }[])[0]?.attributes, [
    { name: "id", type: "bigint", key: "pk" },
  ]);
});

Deno.test("what is added begins at the element in hand", () => {
  const added = edited("machine", "state.add", "state:Closed", { name: "Locked" });
  const [closed] = (added.state as { states: { states?: unknown[] }[] }).states;
  assertEquals(closed?.states, [{ name: "Locked" }]);
  const attribute = edited("erd", "attribute.add", "entity:Order", { name: "total", type: "int" });
  assertEquals(
    (attribute.entities as { attributes: { name: string }[] }[])[0]?.attributes.map(({ name }) => name),
    [
      "id",
      "total",
    ],
  );
});

Deno.test("inputOf() knows the choice that an empty field stands for", () => {
  const kind = commandsOf(row("machine")).flatMap((command) => command.arguments)
    .find(({ name }) => name === "kind");
  assert(kind);
  const choices = ["normal", "final", "history", "choice"];
  assertEquals(inputOf(kind), { type: "choice", choices, fallback: "normal" });
});

Deno.test("every command of every kind has a form without fields of unknown shape", () => {
  for (const page of ROWS) {
    assert(page);
    const kind = page.row;
    for (const command of commandsOf(kind)) {
      const fields = formFields(command, kind);
      assert(fields.length > 0, command.id);
      assertEquals(fields.some(({ field }) => field.name === "changes"), false, command.id);
      assert(nounOf(command) !== "");
      for (const { field } of fields) assert(inputOf(field).type !== undefined);
    }
  }
});
