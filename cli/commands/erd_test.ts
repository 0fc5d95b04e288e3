import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

async function madeShop(folder: TempFolder): Promise<string> {
  const doc = folder.at("shop.erdf.json");
  assertEquals((await loom(["new", doc, "--template", "shop"])).code, 0);
  return doc;
}

const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));

Deno.test("loom edits an entity-relationship diagram, and each change is on disk", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("library.erdf.json");
  assertEquals((await loom(["new", doc])).code, 0);
  const lines = [
    ["add-entity", "Member", "--description", "Borrows"],
    ["add-attribute", "Member", "id", "int", "--key", "pk"],
    ["add-entity", "Loan", "--weak"],
    ["add-attribute", "Loan", "member", "int", "--key", "pk", "--references", "Member.id"],
    ["add-attribute", "Loan", "stage", "Stage", "--state-of", "Lending", "--nullable"],
    ["add-relationship", "Member", "Loan", "1:N", "--label", "takes out", "--from-participation", "total"],
    ["add-enum", "Stage", "--values", "out", "--values", "back"],
    ["update-entity", "Loan", "--weak", "false", "--description", "A copy that is out"],
    ["update-attribute", "Loan", "stage", "--nullable", "false", "--default", "'out'"],
    ["rename-entity", "Member", "Reader"],
    ["move-entity", "Loan", "0"],
  ];
  for (const line of lines) {
    const { code, err } = await loom(["--doc", doc, ...line]);
    assertEquals(code, 0, `${line.join(" ")}: ${err}`);
  }
  const { entities, relationships, enums } = await read(doc);
  assertEquals(entities, [
    {
      name: "Loan",
      attributes: [
        { name: "member", type: "int", key: "pk", references: "Reader.id" },
        { name: "stage", type: "Stage", stateOf: "Lending", default: "'out'" },
      ],
      description: "A copy that is out",
    },
    { name: "Reader", description: "Borrows", attributes: [{ name: "id", type: "int", key: "pk" }] },
  ]);
  assertEquals(relationships, [{
    from: "Reader",
    to: "Loan",
    cardinality: "1:N",
    label: "takes out",
    fromParticipation: "total",
  }]);
  assertEquals(enums, [{ name: "Stage", values: ["out", "back"] }]);
  assertEquals((await loom(["validate", doc])).code, 0);
});

Deno.test("loom gives one machine of a state as a text and several as a list", async () => {
  await using folder = await TempFolder.make();
  const doc = await madeShop(folder);
  const states = ["--state-of", "Checkout", "--state-of", "Delivery"];
  assertEquals((await loom(["--doc", doc, "update-attribute", "Order", "status", ...states])).code, 0);
  const { entities } = await read(doc);
  assertEquals(entities[1].attributes[3].stateOf, ["Checkout", "Delivery"]);
});

Deno.test("loom refuses edits of a diagram with the names that there are, and changes nothing", async () => {
  await using folder = await TempFolder.make();
  const doc = await madeShop(folder);
  const before = await Deno.readTextFile(doc);
  const cases: readonly [readonly string[], number, string][] = [
    [["add-entity", "Order"], 3, "already exists"],
    [["add-attribute", "Ordr", "x", "int"], 3, 'Did you mean "Order"?'],
    [["add-relationship", "Order", "Nobody", "1:N"], 3, 'no entity "Nobody"'],
    [["add-relationship", "Order", "Product", "2:N"], 2, "1:1, 1:N, N:1 or N:M"],
    [["remove-relationship", "Product", "Order"], 3, "No relationship leads"],
    [["add-state", "Open"], 3, "entity-relationship diagram"],
  ];
  for (const [line, exit, words] of cases) {
    const { code, err } = await loom(["--doc", doc, ...line]);
    assertEquals(code, exit, line.join(" "));
    assertStringIncludes(err, words);
  }
  assertEquals(await Deno.readTextFile(doc), before);
});

Deno.test("loom validate, show, list and diff read a diagram", async () => {
  await using folder = await TempFolder.make();
  const doc = await madeShop(folder);
  assertStringIncludes((await loom(["show", doc])).out, "entities    4");
  assertStringIncludes((await loom(["list", "entities", doc])).out, "Customer   /entities/0");
  assertStringIncludes((await loom(["--doc", doc, "show", "Order.status"])).out, "OrderStatus");
  const broken = await folder.write("broken.erdf.json", {
    settings: { namespace: "n", name: "Broken" },
    entities: [{ name: "A", attributes: [{ name: "id", type: "int", key: "pk", references: "B" }] }],
    relationships: [],
  });
  const { code, out } = await loom(["validate", broken]);
  assertEquals(code, 1);
  assertStringIncludes(out, 'E005: "A.id" references the undefined entity "B"');
  assertStringIncludes((await loom(["diff", doc, broken])).out, "- entity Customer");
});

Deno.test("loom notes sets and shows the notes of a diagram and of its entities", async () => {
  await using folder = await TempFolder.make();
  const doc = await madeShop(folder);
  assertEquals((await loom(["notes", doc, "--set", "Draft."])).code, 0);
  assertEquals((await loom(["notes", doc, "--state", "Order", "--set", "Split it?"])).code, 0);
  assertEquals((await loom(["notes", doc])).out, "diagram\n  Draft.\n\nOrder\n  Split it?\n");
  const { code, err } = await loom(["notes", doc, "--state", "Ordr"]);
  assertEquals(code, 3);
  assertStringIncludes(err, 'There is no entity "Ordr". Did you mean "Order"?');
});

Deno.test("loom render draws a diagram in each format and notation", async () => {
  await using folder = await TempFolder.make();
  const doc = await madeShop(folder);
  const drawn = async (...args: string[]) => (await loom(["render", doc, "--out", "-", ...args])).out;
  const plain = await drawn();
  assertEquals(await drawn("--notation", "crows-foot"), plain);
  assertStringIncludes(plain, "slc-erd-row");
  const chen = await drawn("--notation", "chen");
  assertStringIncludes(chen, "slc-erd-diamond");
  assertStringIncludes(await drawn("--as", "mermaid"), "erDiagram\n");
  assertStringIncludes(await drawn("--as", "ascii"), "│ Customer");
  const { code, err } = await loom(["render", doc, "--notation", "uml", "--out", "-"]);
  assertEquals([code, err], [
    2,
    'error: "uml" is no notation of an entity-relationship diagram: choose crowsfoot or chen.\n',
  ]);
});

Deno.test("loom render refuses a notation for a kind that has one only", async () => {
  await using folder = await TempFolder.make();
  const doc = folder.at("door.smdf.json");
  await loom(["new", doc]);
  const { code, err } = await loom(["render", doc, "--notation", "chen"]);
  assertEquals([code, err], [
    2,
    'error: The picture of a state machine has only one notation: leave the notation "chen" out.\n',
  ]);
});
