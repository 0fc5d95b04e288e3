import { assertEquals } from "@std/assert";
import { MACHINE_SHAPE } from "@loom/protocol";
import { smdfSchema } from "./schema.ts";

Deno.test("smdfSchema() is what smdf.schema.json holds", async () => {
  const text = await Deno.readTextFile(new URL("smdf.schema.json", import.meta.url));
  assertEquals(JSON.parse(text), smdfSchema());
});

Deno.test("smdfSchema() has a definition for every object of the format", () => {
  const names = Object.keys(smdfSchema().$defs as object);
  assertEquals(names.toSorted(), MACHINE_SHAPE.map((shape) => shape.name).toSorted());
});

Deno.test("smdfSchema() allows bare and wrapped documents", () => {
  const bare = { $ref: "#/$defs/StateMachineDefinition" };
  const wrapped = (key: string) => ({ type: "object", required: [key], properties: { [key]: bare } });
  assertEquals(smdfSchema().anyOf, [bare, wrapped("stateMachine"), wrapped("StateMachine")]);
});
