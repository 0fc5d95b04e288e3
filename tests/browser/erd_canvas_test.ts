/**
 * The canvas of entity-relationship diagrams, in a real browser.
 */
import type { CanvasCommand } from "@loom/designer/canvas";
import type { EntityRelationshipDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import { type CanvasHost, canvasHost, documentOf } from "./canvas_host.ts";

const SHOP: EntityRelationshipDefinition = {
  settings: { namespace: "Shop", name: "Shop" },
  entities: [
    {
      name: "Customer",
      attributes: [{ name: "id", type: "int", key: "pk" }, { name: "email", type: "string", key: "uk" }],
    },
    {
      name: "Order",
      attributes: [
        { name: "id", type: "int", key: "pk" },
        { name: "customer", type: "int" },
        { name: "stage", type: "string", stateOf: "Ordering" },
      ],
    },
    { name: "Line item", weak: true, attributes: [{ name: "no", type: "int", key: "pk" }] },
  ],
  relationships: [{ from: "Order", to: "Line item", cardinality: "1:N", label: "consists of" }],
};

type Work = (page: Page, host: CanvasHost, complaints: readonly string[]) => Promise<void>;

function canvasTest(name: string, work: Work, query = ""): void {
  Deno.test({
    name,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using host = await canvasHost(SHOP);
      await using browser = await openBrowser();
      const page = await browser.page({ viewport: { width: 1200, height: 800 } });
      await host.open(page, query);
      await work(page, host, browser.complaints);
      assertEquals(browser.complaints, []);
    },
  });
}

/** The middle of the name of an entity, or of a row of it, on the screen. */
async function placeOf(page: Page, entity: string, attribute?: string) {
  const table = page.locator(`[data-entity="${entity}"]`);
  const part = attribute === undefined
    ? table.locator(".slc-node-name")
    : table.locator(`[data-attribute="${attribute}"] .slc-erd-name`);
  const box = await part.boundingBox();
  assert(box, `${entity} ${attribute ?? ""} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const field = (page: Page) => page.locator(".slc-inline-field");
const shown = (page: Page) =>
  page.evaluate(() => (globalThis as { calls?: readonly CanvasCommand[] }).calls ?? []);
const attributes = async (page: Page, entity: string) =>
  (await documentOf<EntityRelationshipDefinition>(page)).entities.find(({ name }) => name === entity)
    ?.attributes?.map(({ name, type }) => `${name} ${type}`);

canvasTest(
  "an entity moves with its lines under the pointer, and Escape takes the movement back",
  async (page) => {
    const from = await placeOf(page, "Order");
    const line = () => page.locator('[data-relationship="0"] path').first().getAttribute("d");
    const before = await line();
    await drag(page, from, { x: from.x + 90, y: from.y + 130 });
    const after = await placeOf(page, "Order");
    assert(
      Math.abs(after.x - from.x - 90) <= 8 && Math.abs(after.y - from.y - 130) <= 8,
      JSON.stringify(after),
    );
    assert(await line() !== before);
    await page.mouse.move(after.x, after.y);
    await page.mouse.down();
    await page.mouse.move(after.x + 200, after.y, { steps: 3 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assertEquals(await placeOf(page, "Order"), after);
  },
);

canvasTest("double-clicks add, rename and edit, and Enter opens the next attribute", async (page) => {
  const row = await placeOf(page, "Order", "customer");
  await page.mouse.dblclick(row.x, row.y);
  assertEquals(await field(page).inputValue(), "customer int");
  await field(page).fill("customer_id bigint ? -> Customer.id");
  await field(page).press("Enter");
  assertEquals(await attributes(page, "Order"), ["id int", "customer_id bigint", "stage string"]);
  await page.locator(".slc-pane:focus").waitFor({ state: "attached" });
  await page.keyboard.press("a");
  for (const line of ["placed_at timestamp", "total decimal(10, 2)"]) {
    await page.waitForFunction(() =>
      document.querySelector<HTMLInputElement>(".slc-inline-field")?.value === ""
    );
    await field(page).fill(line);
    await field(page).press("Enter");
  }
  await field(page).press("Escape");
  assertEquals((await attributes(page, "Order"))?.slice(3), ["placed_at timestamp", "total decimal(10, 2)"]);
  await page.mouse.dblclick(600, 740);
  await field(page).fill("Order");
  await field(page).press("Enter");
  assert((await page.getByRole("alert").innerText()).includes('"Order"'));
  await field(page).fill("Voucher");
  await field(page).press("Enter");
  await page.getByLabel("New attribute of Voucher: name, type").press("Escape");
  const { x, y } = await placeOf(page, "Voucher");
  assert(Math.abs(x - 600) < 20 && Math.abs(y - 740) < 20, `${x} ${y}`);
  await page.mouse.dblclick(x, y);
  await field(page).fill("Coupon");
  await field(page).press("Enter");
  await placeOf(page, "Coupon");
});

canvasTest("a row dragged to another table makes the relationship and the foreign key", async (page) => {
  await drag(page, await placeOf(page, "Order", "customer"), await placeOf(page, "Customer", "id"));
  const { entities, relationships } = await documentOf<EntityRelationshipDefinition>(page);
  assertEquals(relationships[1], { from: "Customer", to: "Order", cardinality: "1:N" });
  assertEquals(entities[1]?.attributes?.[1]?.references, "Customer.id");
});

canvasTest("a row dragged within its table changes its place", async (page) => {
  const [from, to] = [await placeOf(page, "Order", "stage"), await placeOf(page, "Order", "id")];
  await drag(page, from, { x: from.x, y: to.y - 6 });
  assertEquals(await attributes(page, "Order"), ["stage string", "id int", "customer int"]);
});

canvasTest("the end of a line chooses how many there are, and its label is edited in place", async (page) => {
  const plate = await page.locator('[data-label="0"] rect').boundingBox();
  const box = await page.locator('[data-entity="Line item"] rect').first().boundingBox();
  assert(plate && box);
  await page.mouse.click(box.x - 8, plate.y + plate.height / 2);
  await page.getByRole("menuitem", { name: "one or more Line item" }).click();
  let doc = await documentOf<EntityRelationshipDefinition>(page);
  assertEquals(doc.relationships[0]?.fromParticipation, "total");
  // Each of the choices has marks of its own: bars, feet and the ring of "none".
  const marks: string[] = [];
  for (const choice of ["exactly one", "one or none", "any number", "one or more"]) {
    await page.mouse.click(box.x - 8, plate.y + plate.height / 2);
    await page.getByRole("menuitem", { name: new RegExp(`^(✓ )?${choice} Line item$`) }).click();
    await page.getByRole("menu").waitFor({ state: "detached" });
    const d = await page.locator('[data-relationship="0"] .slc-erd-mark').nth(1).getAttribute("d");
    const rings = await page.locator('[data-relationship="0"] circle').count();
    marks.push(`${d?.match(/M/g)?.length} strokes, ${rings} rings`);
  }
  assertEquals(marks, [
    "2 strokes, 0 rings",
    "1 strokes, 1 rings",
    "2 strokes, 1 rings",
    "3 strokes, 0 rings",
  ]);
  await page.mouse.dblclick(plate.x + plate.width / 2, plate.y + plate.height / 2);
  await field(page).fill("is made of");
  await field(page).press("Enter");
  doc = await documentOf<EntityRelationshipDefinition>(page);
  assertEquals(doc.relationships[0]?.label, "is made of");
});

canvasTest(
  "a marquee and Shift take several in hand, which move together and are removed together",
  async (page) => {
    await drag(page, { x: 20, y: 20 }, { x: 1180, y: 700 });
    assertEquals(await page.locator(".slc-outline--selected").count(), 3);
    const [order, customer] = [await placeOf(page, "Order"), await placeOf(page, "Customer")];
    await drag(page, order, { x: order.x + 40, y: order.y + 25 });
    const [there, other] = [await placeOf(page, "Order"), await placeOf(page, "Customer")];
    assertEquals(
      [other.x - customer.x, other.y - customer.y].map(Math.round),
      [there.x - order.x, there.y - order.y].map(Math.round),
    );
    await page.keyboard.down("Shift");
    await page.mouse.click(other.x, other.y);
    await page.keyboard.up("Shift");
    assertEquals(await page.locator(".slc-outline--selected").count(), 2);
    await page.locator(".slc-pane").focus();
    await page.keyboard.press("Delete");
    const { entities, relationships } = await documentOf<EntityRelationshipDefinition>(page);
    assertEquals([entities.map(({ name }) => name), relationships], [["Customer"], []]);
  },
);

canvasTest("the mark of a stored state opens its machine", async (page) => {
  const box = await page.locator('[data-attribute="stage"] .slc-erd-state').boundingBox();
  assert(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assertEquals(await shown(page), [{ id: "open", values: { machine: "Ordering" } }]);
});

canvasTest("a diagram is built by its tree of elements and keys alone", async (page) => {
  const tree = page.getByRole("tree", { name: "Entities and relationships" });
  await tree.getByRole("treeitem", { name: "Order, entity" }).focus();
  await page.keyboard.press("ArrowRight");
  await tree.getByRole("treeitem", { name: "id, int, primary key" }).and(page.locator(":focus")).waitFor({
    state: "attached",
  });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await tree.getByRole("treeitem", { name: "Customer, entity" }).and(page.locator(":focus")).waitFor({
    state: "attached",
  });
  await page.keyboard.press("Enter");
  await tree.getByRole("treeitem", { name: "Customer has Order" }).waitFor({ state: "attached" });
  let doc = await documentOf<EntityRelationshipDefinition>(page);
  assertEquals(doc.relationships[1], { from: "Customer", to: "Order", cardinality: "1:N" });
  await tree.getByRole("treeitem", { name: "Customer, entity" }).focus();
  await page.keyboard.press("n");
  await page.keyboard.type("Voucher");
  await page.keyboard.press("Enter");
  await page.keyboard.type("code string pk");
  await page.keyboard.press("Enter");
  await page.getByLabel("New attribute of Voucher: name, type").press("Escape");
  await tree.getByRole("treeitem", { name: "Voucher, entity, 1 attribute" }).and(page.locator(":focus"))
    .waitFor({ state: "attached" });
  doc = await documentOf<EntityRelationshipDefinition>(page);
  assertEquals(doc.entities[3], {
    name: "Voucher",
    attributes: [{ name: "code", type: "string", key: "pk" }],
  });
  await page.keyboard.press("Delete");
  await tree.getByRole("treeitem", { name: "Voucher" }).waitFor({ state: "detached" });
});

canvasTest("a board that only shows moves under a drag on a shape, and a tap takes in hand", async (page) => {
  const from = await placeOf(page, "Order");
  await drag(page, from, { x: from.x + 60, y: from.y + 40 });
  const [to, other] = [await placeOf(page, "Order"), await placeOf(page, "Customer")];
  assertEquals([Math.round(to.x - from.x), Math.round(to.y - from.y)], [60, 40]);
  await page.mouse.click(other.x, other.y);
  assertEquals(await page.locator(".slc-outline--selected").count(), 1);
  await page.mouse.dblclick(other.x, other.y);
  assertEquals(await field(page).count(), 0);
  assertEquals(await shown(page), []);
}, "readonly=1");

canvasTest(
  "Chen's notation has rectangles, ovals, diamonds and numbers, which move with their entity",
  async (page) => {
    assertEquals(await page.locator(".slc-erd-oval").count(), 6);
    assertEquals(await page.locator(".slc-erd-diamond").count(), 1);
    assertEquals(await page.locator(".slc-erd-card").allTextContents(), ["1", "N"]);
    assertEquals(await page.locator('[data-entity="Line item"] .slc-erd-weak').count(), 1);
    const from = await placeOf(page, "Order");
    const oval = page.locator('[data-entity="Order"] [data-attribute="id"] ellipse');
    const before = Number(await oval.getAttribute("cx"));
    await drag(page, from, { x: from.x + 150, y: from.y });
    assert(Number(await oval.getAttribute("cx")) > before + 100);
  },
  "notation=chen",
);
