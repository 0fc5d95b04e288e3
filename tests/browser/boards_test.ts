/**
 * The canvases of entity-relationship diagrams, scenarios and systems in their pages, over real files.
 */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { barriersOf } from "./barriers.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import { holds } from "./workspace.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);
const FILES = [
  "shop.sysdf.json",
  "shop.erdf.json",
  "checkout.smdf.json",
  "parcel.smdf.json",
  "goods_return.smdf.json",
  "buying.sqdf.json",
  "giving_up.sqdf.json",
  "delivery.sqdf.json",
  "returning.sqdf.json",
];

interface Shop {
  readonly folder: TempFolder;
  readonly page: Page;
  open(name: string): Promise<void>;
  read(name: string): Promise<string>;
}

/** Runs a test in a page over a copy of the shop of the examples. */
function shopTest(name: string, work: (shop: Shop) => Promise<void>): void {
  // The browser's driver keeps what it opened until the process ends.
  Deno.test({
    name,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using folder = await TempFolder.make();
      for (const file of FILES) await Deno.copyFile(new URL(file, EXAMPLES), folder.at(file));
      const io = memoryIo();
      const running = runLoom(
        ["serve", folder.at("shop.erdf.json"), "--port", "0", "--web-port", "0", "--web"],
        io,
      );
      await io.said("out", "\n", 2);
      const [, web = ""] = io.out().trim().split("\n");
      try {
        await using browser = await openBrowser();
        const page = await browser.page({ viewport: { width: 1440, height: 900 } });
        await work({
          folder,
          page,
          read: (name) => Deno.readTextFile(folder.at(name)),
          async open(name) {
            await page.goto(`${web}/?edit=1&doc=${encodeURIComponent(folder.at(name))}`);
            await page.locator("[data-ready]").waitFor();
            await page.locator(".slc-world > *").first().waitFor({ state: "attached" });
            await page.waitForFunction(() =>
              document.querySelector(".slc-world")?.getAttribute("transform") !== "translate(0 0) scale(1)"
            );
          },
        });
        assertEquals(browser.complaints, []);
      } finally {
        io.interrupt();
        await running;
      }
    },
  });
}

async function middleOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  assert(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const field = (page: Page) => page.locator(".slc-inline-field");

shopTest(
  "entities are added, moved and related in the page: the edits are in the file, the places beside it",
  async ({ page, open, read }) => {
    await open("shop.erdf.json");
    await page.mouse.dblclick(420, 840);
    await field(page).fill("Wishlist");
    await field(page).press("Enter");
    await field(page).fill("wishlist_id int pk");
    await field(page).press("Enter");
    await field(page).press("Escape");
    await holds(page, () => read("shop.erdf.json"), '"wishlist_id"');
    const at = await middleOf(page, '[data-entity="Wishlist"] .slc-node-name');
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 60, at.y - 30, { steps: 4 });
    await page.mouse.up();
    await holds(page, () => read("shop.erdf.layout.json"), '"Wishlist"');
    const there = await middleOf(page, '[data-entity="Wishlist"] .slc-node-name');
    await page.keyboard.press("Control+z");
    await page.waitForFunction(
      (x: number) => {
        const box = document.querySelector('[data-entity="Wishlist"] .slc-node-name')
          ?.getBoundingClientRect();
        return box !== undefined && Math.abs(box.x + box.width / 2 - x) < 3;
      },
      at.x,
    );
    await page.keyboard.press("Control+y");
    await page.waitForFunction(
      (x: number) => {
        const box = document.querySelector('[data-entity="Wishlist"] .slc-node-name')
          ?.getBoundingClientRect();
        return box !== undefined && Math.abs(box.x + box.width / 2 - x) < 3;
      },
      there.x,
    );
  },
);

shopTest(
  "the notation is switched, survives a reload and is not in the file",
  async ({ page, open, read }) => {
    const before = await read("shop.erdf.json");
    await open("shop.erdf.json");
    await page.getByRole("button", { name: "Chen", exact: true }).click();
    await page.locator(".slc-erd-diamond").first().waitFor();
    await open("shop.erdf.json");
    await page.locator(".slc-erd-diamond").first().waitFor();
    await page.getByRole("button", { name: "Crow's foot" }).click();
    await page.locator(".slc-erd-diamond").first().waitFor({ state: "detached" });
    assertEquals(await read("shop.erdf.json"), before);
  },
);

shopTest(
  "with the lock a drag on an entity moves the board, and without it the entity",
  async ({ page, open }) => {
    await open("shop.erdf.json");
    const lock = page.getByRole("button", { name: "Lock the places" });
    await lock.click();
    const [order, customer] = ["Order", "Customer"].map((name) => `[data-entity="${name}"] .slc-node-name`);
    const drag = async () => {
      const [from, other] = [await middleOf(page, order ?? ""), await middleOf(page, customer ?? "")];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 50, from.y + 40, { steps: 4 });
      await page.mouse.up();
      const after = await middleOf(page, customer ?? "");
      return Math.round(after.x - other.x);
    };
    assertEquals(await drag(), 50);
    await lock.click();
    assertEquals(await drag(), 0);
  },
);

shopTest("an attribute that stores a state opens its machine", async ({ page, open, folder }) => {
  await open("shop.erdf.json");
  const at = await middleOf(page, '[data-entity="Order"] .slc-erd-state');
  await page.mouse.click(at.x, at.y);
  await page.waitForURL((url) => url.searchParams.get("doc") === folder.at("checkout.smdf.json"));
});

shopTest(
  "a scenario is edited by its lines and on its board, and replayed along each path",
  async ({ page, open, read }) => {
    await open("buying.sqdf.json");
    const line = page.getByRole("textbox", { name: "Message 3", exact: true });
    await line.fill("Customer -> Shop: shows a voucher ?");
    await line.press("Enter");
    await holds(page, () => read("buying.sqdf.json"), "shows a voucher");
    await line.press("Escape");
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("every message is taken").waitFor();
    assert(await page.locator(".slc-sqd-passed").count() > 5);
    // Without the checkout the shop cannot take the payment.
    await page.getByRole("tree", { name: "Participants and messages" }).getByRole("treeitem", {
      name: /^2: Customer to Shop/,
    }).focus();
    await page.keyboard.press("Delete");
    await page.locator(".slc-sqd-reason").waitFor();
    await page.getByText("Stops at message").waitFor();
    await page.locator('.replay [data-result="refused"]').first().click();
    await page.locator(".slc-outline--selected").waitFor({ state: "attached" });
  },
);

shopTest(
  "a map has a card with a drawing for each member, links, findings, and opens what is pressed",
  async ({ page, open, folder }) => {
    await Deno.writeTextFile(folder.at("parcel.smdf.json"), "{ broken");
    await Deno.writeTextFile(
      folder.at("giving_up.sqdf.json"),
      (await Deno.readTextFile(folder.at("giving_up.sqdf.json"))).replace(
        '"from": "Customer"',
        '"from": "Nobody"',
      ),
    );
    await open("shop.sysdf.json");
    await page.locator('[data-member="checkout.smdf.json"] .slc-map-drawing svg').waitFor();
    assertEquals(await page.locator(".slc-map-card").count(), 8);
    assert(await page.locator(".slc-map-link").count() > 5);
    const label = page.locator(".slc-map-label").filter({ hasText: /3 held entities,\s*9 carried entities/ });
    assertEquals(await label.locator("text").allTextContents(), ["3 held entities,", "9 carried entities"]);
    assertEquals(
      await page.locator('[data-member="shop.erdf.json"] .slc-map-counts').textContent(),
      "10 entities, 38 attributes",
    );
    await page.locator('[data-member="parcel.smdf.json"] .slc-map-badge--error').filter({
      hasText: "unreadable",
    }).waitFor();
    await page.locator('[data-member="giving_up.sqdf.json"] .slc-map-badge--error').waitFor();
    const at = await middleOf(page, '[data-member="checkout.smdf.json"] .slc-map-title');
    await page.keyboard.down("Alt");
    await page.mouse.click(at.x, at.y);
    await page.keyboard.up("Alt");
    const peek = page.getByRole("dialog", { name: "checkout, machine" });
    await peek.getByRole("img", { name: "Picture of checkout" }).waitFor();
    await page.keyboard.press("Escape");
    await peek.waitFor({ state: "detached" });
    await page.mouse.click(at.x, at.y);
    await page.waitForURL((url) =>
      url.searchParams.get("doc") === folder.at("checkout.smdf.json") &&
      url.searchParams.get("system") === folder.at("shop.sysdf.json")
    );
  },
);

shopTest(
  "a card that is dragged on the map stays there, its links follow, and undo takes it back",
  async ({ page, open, read }) => {
    await open("shop.sysdf.json");
    const title = '[data-member="goods_return.smdf.json"] .slc-map-title';
    await page.locator('[data-member="goods_return.smdf.json"] .slc-map-drawing svg').waitFor();
    const from = await middleOf(page, title);
    const line = () => page.locator('[data-from="goods_return.smdf.json"]').first().getAttribute("d");
    const before = await line();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 60, from.y + 70, { steps: 4 });
    await page.mouse.up();
    await holds(page, () => read("shop.sysdf.layout.json"), '"goods_return.smdf.json"');
    assert(await line() !== before);
    await open("shop.sysdf.json");
    await page.getByRole("treeitem", { name: "goods_return, machine" }).focus();
    await page.keyboard.press("Alt+ArrowRight");
    const there = await middleOf(page, title);
    await page.keyboard.press("Control+z");
    await page.waitForFunction((x: number) => {
      const box = document.querySelector('[data-member="goods_return.smdf.json"] .slc-map-title')
        ?.getBoundingClientRect();
      return box !== undefined && box.x + box.width / 2 < x - 2;
    }, there.x);
  },
);

shopTest("members and actors are added and removed on the map, by keys too", async ({ page, open, read }) => {
  await open("shop.sysdf.json");
  const tree = page.getByRole("tree", { name: "Members and actors" });
  await tree.getByRole("treeitem", { name: "Bank, actor" }).focus();
  await page.keyboard.press("n");
  await field(page).fill("Auditor agent");
  await field(page).press("Enter");
  await holds(page, () => read("shop.sysdf.json"), '"Auditor"');
  await tree.getByRole("treeitem", { name: "Auditor, actor, agent" }).and(page.locator(":focus")).waitFor({
    state: "attached",
  });
  await page.keyboard.press("Delete");
  await tree.getByRole("treeitem", { name: "Auditor" }).waitFor({ state: "detached" });
  await tree.getByRole("treeitem", { name: "parcel, machine" }).focus();
  await page.keyboard.press("Delete");
  await page.locator('[data-member="parcel.smdf.json"]').waitFor({ state: "detached" });
  await tree.getByRole("treeitem", { name: "shop, entities" }).focus();
  await page.keyboard.press("m");
  await field(page).fill("parcel.smdf.json");
  await field(page).press("Enter");
  await page.locator('[data-member="parcel.smdf.json"] .slc-map-drawing svg').waitFor();
});

shopTest(
  "the pages of diagrams, scenarios and systems have no barrier, light and dark, with a field and a menu",
  async ({ page, open }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await open("shop.erdf.json");
      await page.getByRole("tree", { name: "Entities and relationships" }).getByRole("treeitem").first()
        .focus();
      await page.keyboard.press("a");
      await field(page).fill("customer_id int");
      await field(page).press("Enter");
      await page.getByRole("alert").waitFor();
      assertEquals(await barriersOf(page), []);
      await open("buying.sqdf.json");
      const at = await middleOf(page, '[data-message="1"] .slc-sqd-label');
      await page.mouse.click(at.x, at.y, { button: "right" });
      await page.getByRole("menu", { name: "Edits" }).waitFor();
      assertEquals(await barriersOf(page), []);
      await open("shop.sysdf.json");
      await page.locator('[data-member="checkout.smdf.json"] .slc-map-drawing svg').waitFor();
      assertEquals(await barriersOf(page), []);
    }
  },
);
