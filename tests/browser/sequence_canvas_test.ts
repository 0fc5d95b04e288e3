/**
 * The canvas of scenarios and the list of their lines, in a real browser.
 */
import type { CanvasCommand } from "@loom/designer/canvas";
import type { SequenceDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import { canvasHost, documentOf } from "./canvas_host.ts";

const BUYING: SequenceDefinition = {
  settings: { namespace: "Shop", name: "Buying" },
  participants: [{ name: "Customer", actor: "Customer" }, { name: "Shop", service: "web" }, { name: "Bank" }],
  messages: [
    { from: "Customer", to: "Shop", label: "fills the cart", event: "add" },
    { from: "Customer", to: "Shop", label: "pay", event: "pay" },
    { from: "Shop", to: "Bank", label: "asks" },
    { from: "Bank", to: "Shop", label: "grants", reply: true },
    { from: "Shop", to: "Shop", label: "packs", optional: true },
  ],
  fragments: [{
    id: "opt1",
    kind: "opt",
    label: "in a hurry",
    after: 2,
    messages: [{ from: "Customer", to: "Shop", label: "calls" }],
  }],
};

function canvasTest(
  name: string,
  work: (page: Page) => Promise<void>,
  query = "",
  content: object = BUYING,
): void {
  Deno.test({
    name,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using host = await canvasHost(content);
      await using browser = await openBrowser();
      const page = await browser.page({ viewport: { width: 1200, height: 800 } });
      await host.open(page, query);
      await work(page);
      assertEquals(browser.complaints, []);
    },
  });
}

async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  assert(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

const label = (ref: string) => `[data-message="${ref}"] .slc-sqd-label`;
const field = (page: Page) => page.locator(".slc-inline-field");
const labels = async (page: Page) =>
  (await documentOf<SequenceDefinition>(page)).messages.map((message) => message.label);
const calls = (page: Page) =>
  page.evaluate(() => (globalThis as { calls?: readonly CanvasCommand[] }).calls ?? []);

canvasTest("a message dragged to another place takes it, and its frame follows", async (page) => {
  const [from, first] = [await middleOf(page, label("2")), await middleOf(page, label("1"))];
  await drag(page, from, { x: from.x, y: first.y - 14 });
  assertEquals(await labels(page), ["pay", "fills the cart", "asks", "grants", "packs"]);
  assertEquals((await documentOf<SequenceDefinition>(page)).fragments?.[0]?.after, 1);
});

canvasTest(
  "a double-click edits the line of a message, and participants are renamed everywhere",
  async (page) => {
    const at = await middleOf(page, label("3"));
    await page.mouse.dblclick(at.x, at.y);
    assertEquals(await field(page).inputValue(), 'Shop -> Bank: "asks"');
    await field(page).fill("Shop -> Courier: asks for a ride [ask]");
    await field(page).press("Enter");
    let doc = await documentOf<SequenceDefinition>(page);
    assertEquals(doc.messages[2], { from: "Shop", to: "Courier", label: "asks for a ride", event: "ask" });
    assertEquals(doc.participants.at(-1), { name: "Courier" });
    const head = await middleOf(page, '[data-participant="Shop"] .slc-sqd-name');
    await page.mouse.dblclick(head.x, head.y);
    await field(page).fill("Store");
    await field(page).press("Enter");
    doc = await documentOf<SequenceDefinition>(page);
    assertEquals(doc.messages.map(({ to }) => to), ["Store", "Store", "Courier", "Store", "Store"]);
  },
);

canvasTest(
  "a drag from lifeline to lifeline draws a message, and one of an end leads it elsewhere",
  async (page) => {
    const [shop, bank, two] = [
      await middleOf(page, '[data-participant="Shop"] .slc-sqd-name'),
      await middleOf(page, '[data-participant="Bank"] .slc-sqd-name'),
      await middleOf(page, label("1")),
    ];
    const y = two.y - 18;
    await drag(page, { x: bank.x, y }, { x: shop.x + 8, y });
    assertEquals(await field(page).inputValue(), "Bank -> Shop: ");
    await field(page).fill("Bank -> Shop: opens");
    await field(page).press("Enter");
    assertEquals(await labels(page), ["opens", "fills the cart", "pay", "asks", "grants", "packs"]);
    const box = await page.locator('[data-message="2"] .slc-sqd-line').boundingBox();
    assert(box);
    await drag(page, { x: box.x + box.width - 4, y: box.y }, { x: bank.x, y: box.y });
    assertEquals((await documentOf<SequenceDefinition>(page)).messages[1]?.to, "Bank");
  },
);

canvasTest("a participant dragged by its head changes its column", async (page) => {
  const [bank, customer] = [
    await middleOf(page, '[data-participant="Bank"] .slc-sqd-name'),
    await middleOf(page, '[data-participant="Customer"] .slc-sqd-name'),
  ];
  await drag(page, bank, { x: customer.x - 60, y: customer.y });
  assertEquals((await documentOf<SequenceDefinition>(page)).participants.map(({ name }) => name), [
    "Bank",
    "Customer",
    "Shop",
  ]);
});

canvasTest("the heads stay in sight while the messages scroll below them", async (page) => {
  const head = '[data-participant="Shop"] .slc-sqd-name';
  const before = await middleOf(page, label("1"));
  await page.mouse.move(600, 600);
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(() => document.querySelector(".slc-sqd-heads--stuck") !== null);
  assert((await middleOf(page, label("1"))).y < before.y - 150);
  const at = await middleOf(page, head);
  assert(at.y > 0 && at.y < 60, `${at.y}`);
  await page.mouse.click(at.x, at.y);
  await page.locator(".slc-sqd-heads .slc-outline--selected").waitFor({ state: "attached" });
});

canvasTest("replies, options, self messages, frames and numbers are drawn", async (page) => {
  assertEquals(await page.locator(".slc-sqd-number").allTextContents(), ["1", "2", "f1.1", "3", "4", "5"]);
  assertEquals(await page.locator('[data-message="4"].slc-sqd-reply [stroke-dasharray]').count(), 1);
  assertEquals(
    await page.locator('[data-message="5"].slc-sqd-optional .slc-sqd-detail').textContent(),
    "optional",
  );
  assertEquals(await page.locator('[data-fragment="f1"] .slc-sqd-guard').textContent(), "[in a hurry]");
});

canvasTest(
  "a replay marks what is taken, and says why it stops at the message where it does",
  async (page) => {
    assertEquals(await page.locator(".slc-sqd-passed").count(), 2);
    const [reason, message] = [
      await page.locator(".slc-sqd-reason").boundingBox(),
      await middleOf(page, label("3")),
    ];
    assert(reason && Math.abs(reason.y - message.y) < 60);
    assertEquals(
      await page.locator(".slc-sqd-reason").textContent(),
      "Door is in Open, where no transition takes it",
    );
    const tree = page.getByRole("tree", { name: "Participants and messages" });
    await tree.getByRole("treeitem", { name: "stops: Door is in Open" }).waitFor({ state: "attached" });
  },
  "passed=1,2&stopped=3",
);

canvasTest("lines beside the board edit it, and follow it", async (page) => {
  const line = (ref: string) => page.getByRole("textbox", { name: `Message ${ref}`, exact: true });
  await line("2").fill("Customer -> Shop: pays cash [pay]");
  await line("2").press("Enter");
  assertEquals((await documentOf<SequenceDefinition>(page)).messages[1]?.label, "pays cash");
  await page.getByRole("textbox", { name: "New message" }).fill("nonsense");
  await page.getByRole("textbox", { name: "New message" }).press("Enter");
  assert((await page.getByRole("alert").innerText()).includes("A -> B: event"));
  await page.getByRole("textbox", { name: "New message" }).fill("Shop -> Bank: charge");
  await page.getByRole("textbox", { name: "New message" }).press("Enter");
  await page.locator(label("3")).filter({ hasText: "charge" }).waitFor();
  const at = await middleOf(page, label("1"));
  await page.mouse.dblclick(at.x, at.y);
  await field(page).fill("Customer -> Shop: fill");
  await field(page).press("Enter");
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('[data-ref="1"]')?.value === "Customer -> Shop: fill"
  );
  await line("4").focus();
  await page.locator(".slc-outline--selected").waitFor({ state: "attached" });
  await page.keyboard.press("Alt+ArrowUp");
  assertEquals((await calls(page)).at(-1), { id: "message.move", values: { ref: "4", to: 3 } });
}, "lines=1");

canvasTest("a scenario is written by its tree of elements and keys alone", async (page) => {
  const tree = page.getByRole("tree", { name: "Participants and messages" });
  await tree.getByRole("treeitem", { name: "1: Customer to Shop: fills" }).focus();
  await page.keyboard.press("a");
  await field(page).fill("Shop -> Customer: thank");
  await field(page).press("Enter");
  await tree.getByRole("treeitem", { name: "2: Shop to Customer: thank" }).and(page.locator(":focus"))
    .waitFor({
      state: "attached",
    });
  await page.keyboard.press("Alt+ArrowDown");
  await tree.getByRole("treeitem", { name: "3: Shop to Customer: thank" }).waitFor({ state: "attached" });
  assertEquals((await labels(page)).slice(0, 3), ["fills the cart", "pay", "thank"]);
  await page.keyboard.press("Delete");
  assertEquals(await labels(page), ["fills the cart", "pay", "asks", "grants", "packs"]);
  await tree.getByRole("treeitem", { name: "Bank, participant" }).focus();
  await page.keyboard.press("n");
  await field(page).fill("Courier");
  await field(page).press("Enter");
  await tree.getByRole("treeitem", { name: "Courier, participant" }).and(page.locator(":focus")).waitFor({
    state: "attached",
  });
});

canvasTest(
  "a malformed scenario draws what it can",
  async (page) => {
    assertEquals(await page.locator("[data-message]").count(), 1);
  },
  "",
  { participants: [{ name: "A" }, null, 7], messages: [null, { from: "A", to: "A", label: 7 }, "x"] },
);
