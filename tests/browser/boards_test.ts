/**
 * The canvases of entity-relationship diagrams, scenarios and systems in their pages, over real files.
 */
import { assert, assertEquals } from "@std/assert";
import type { Box } from "@loom/protocol";
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
    // Two entities with what is between them, as copies beside the others; one undo takes back all of it.
    const item = (name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}, entity`) });
    for (const name of ["Customer", "Order"]) {
      const place = await middleOf(page, `[data-entity="${name}"] .slc-node-name`);
      if (name === "Order") await page.keyboard.down("Shift");
      await page.mouse.click(place.x, place.y);
    }
    await page.keyboard.up("Shift");
    await page.keyboard.press("Control+d");
    await holds(page, () => read("shop.erdf.json"), '"Order1"');
    const { entities, relationships } = JSON.parse(await read("shop.erdf.json"));
    const copy = entities.find(({ name }: { name: string }) => name === "Order1");
    assertEquals(
      copy.attributes.find(({ name }: { name: string }) => name === "customer_id").references,
      "Customer1.customer_id",
    );
    assertEquals(
      relationships.filter(({ to }: { to: string }) => to === "Order1").map(({ from }: { from: string }) =>
        from
      ),
      ["Customer1"],
    );
    await holds(page, () => read("shop.erdf.layout.json"), '"Order1"');
    await page.keyboard.press("Control+z");
    await item("Order1").waitFor({ state: "detached" });
    // An entity's indexes have forms.
    await item("Order").press("Enter");
    await page.keyboard.press("Escape");
    const side = page.getByRole("complementary", { name: "Properties" });
    await side.getByText("Indexes and keys").click();
    await side.getByLabel("Add index", { exact: true }).fill("customer_id, placed_at");
    await page.keyboard.press("Enter");
    await side.getByRole("button", { name: "customer_id, placed_at", exact: true }).click();
    await side.getByLabel("Unique").check();
    await holds(page, () => read("shop.erdf.json"), '"unique": true');
    assertEquals(
      JSON.parse(await read("shop.erdf.json")).entities.find(({ name }: { name: string }) => name === "Order")
        .indexes,
      [{ attributes: ["customer_id", "placed_at"], unique: true }],
    );
    await side.getByRole("button", { name: "Remove index customer_id, placed_at" }).click();
    await page.waitForFunction(() => !document.querySelector('[title="Remove index"]'));
  },
);

shopTest(
  "entities stay where they are when a relationship is added to a diagram that nobody has arranged",
  async ({ page, open, read }) => {
    await open("shop.erdf.json");
    const places = () =>
      page.locator(".slc-world [data-entity]").evaluateAll((all) =>
        all.map((one) => {
          const { x, y } = one.getBoundingClientRect();
          return [one.getAttribute("data-entity"), Math.round(x), Math.round(y)].join(" ");
        }).sort()
      );
    await page.locator(".slc-pane[data-framed][data-settled]").waitFor();
    const before = await places();
    const tree = page.getByRole("tree", { name: "Entities and relationships" });
    await tree.getByRole("treeitem", { name: /^Product, entity/ }).press("c");
    await tree.getByRole("treeitem", { name: /^Product, entity/ }).press("Enter");
    await holds(page, () => read("shop.erdf.json"), '"to": "Product"');
    await tree.getByRole("treeitem", { name: /^Product has Product/ }).waitFor({ state: "attached" });
    assertEquals(await places(), before);
  },
);

shopTest("the place of a new entity is in its file before the entity is, however late", async (shop) => {
  const { page, folder, open, read } = shop;
  const layout = "shop.erdf.layout.json";
  await Deno.writeTextFile(folder.at(layout), JSON.stringify({ places: { Product: { x: 0, y: 0 } } }));
  await open("shop.erdf.json");
  await page.route("**/api/layout?*", async (route) => {
    if (route.request().method() === "PATCH") await new Promise((done) => setTimeout(done, 400));
    await route.continue();
  });
  const placeNow = async () => {
    const { x, y } = JSON.parse(await read(layout)).places.Wishlist;
    return `${x}, ${y}`;
  };
  const places: string[] = [];
  using changes = Deno.watchFs(folder.path);
  const placed = page.waitForResponse((response) =>
    response.request().method() === "PATCH" &&
    response.url().includes("/api/layout")
  );
  await page.mouse.dblclick(420, 840);
  await field(page).fill("Wishlist");
  await field(page).press("Enter");
  for await (const _ of changes) {
    const place = await placeNow().catch(() => undefined);
    if (place !== undefined && place !== places.at(-1)) places.push(place);
    if ((await read("shop.erdf.json")).includes('"Wishlist"') && places.length > 0) break;
  }
  await placed;
  assertEquals(places, [await placeNow()]);
});

shopTest("a fragment that is pressed is the one that the properties show", async ({ page, open }) => {
  await open("buying.sqdf.json");
  const at = await middleOf(page, '.slc-world [data-fragment="f1"] .slc-sqd-frame-kind');
  const side = page.getByRole("complementary", { name: "Properties" });
  await page.getByRole("treeitem", { name: /^2: Customer/ }).first().press("Enter");
  await page.keyboard.press("Escape");
  await page.mouse.click(at.x, at.y);
  await side.getByText("Fragment", { exact: true }).waitFor();
  await page.locator('.outline [data-key="fragment:f1"] [aria-current]').waitFor();
  await page.keyboard.press("Escape");
  await side.getByText("Fragment", { exact: true }).waitFor({ state: "detached" });
});

shopTest("on a tablet the drawing has its room, with the lines above it", async ({ page, open }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open("buying.sqdf.json");
  const pane = page.locator(".slc-pane");
  const lines = page.getByRole("button", { name: "Lines", exact: true });
  assertEquals(await lines.getAttribute("aria-pressed"), "false");
  const alone = await pane.boundingBox();
  assert(alone && alone.width > 600);
  await lines.click();
  await page.getByRole("region", { name: "Lines" }).waitFor();
  assertEquals((await pane.boundingBox())?.width, alone.width);
});

shopTest("the panel of a run keeps its height, and shows the last step", async ({ page, open }) => {
  await open("checkout.smdf.json");
  await page.getByRole("tab", { name: "Run" }).click();
  const run = page.getByRole("region", { name: "Run" });
  const steps = run.getByRole("region", { name: "Steps" });
  await steps.getByText("start: in Cart").waitFor();
  const before = await run.boundingBox();
  const send = async (event: RegExp, values: Readonly<Record<string, string>> = {}) => {
    await run.getByRole("group", { name: "Events" }).getByRole("button", { name: event }).click();
    const form = run.getByRole("form");
    for (const [name, value] of Object.entries(values)) await form.getByLabel(name).fill(value);
    if (Object.keys(values).length > 0) await form.getByRole("button", { name: /^Send/ }).click();
  };
  for (let count = 0; count < 9; count++) await send(/^add_item/, { sku: "hat", price: "12" });
  await send(/^check_out/);
  await send(/^pay/, { method: "card" });
  const last = steps.locator("[aria-current=step]");
  await last.getByText("pay").waitFor();
  assertEquals(await run.boundingBox(), before);
  const [row, panel] = [await last.boundingBox(), await run.boundingBox()];
  assert(row && panel && row.y >= panel.y && row.y + row.height <= panel.y + panel.height);
});

shopTest(
  "where only names are shown, the plate of a transition is as large as its event",
  async ({ page, open }) => {
    await open("checkout.smdf.json");
    const rooms = () =>
      page.locator(".slc-world .slc-chip").evaluateAll((chips) =>
        chips.flatMap((chip) => {
          const [plate, text] = [".slc-chip-plate", ".slc-chip-text"].map((one) => chip.querySelector(one));
          if (!(plate instanceof SVGGraphicsElement) || !(text instanceof SVGGraphicsElement)) return [];
          return [Math.round(plate.getBBox().width - text.getBBox().width)];
        })
      );
    assert((await rooms()).some((room) => room > 60));
    await page.locator(".slc-pane--full").waitFor();
    await page.locator(".slc-pane").focus();
    for (let count = 0; count < 2; count++) await page.keyboard.press("-");
    await page.locator(".slc-pane--names").waitFor();
    const near = await rooms();
    assert(near.length > 10 && near.every((room) => room > 8 && room < 26), near.join(" "));
  },
);

shopTest(
  "a region is gone into and edited; an edit of others leaves the level and what is in hand",
  async ({ page, open, read, folder }) => {
    await open("checkout.smdf.json");
    const item = (name: string) => page.getByRole("treeitem", { name, exact: true });
    await item("Details").press("Control+Enter");
    await item("Payment").press("Control+Enter");
    const way = page.getByRole("navigation", { name: "Level" });
    await way.getByRole("button", { name: "Payment" }).waitFor();
    await item("AskingBank").press("Enter");
    await page.keyboard.press("Escape");
    const path = folder.at("checkout.smdf.json");
    await Deno.writeTextFile(path, (await read("checkout.smdf.json")).replaceAll('"Placed"', '"Ordered"'));
    await page.locator('.outline [data-key="state:Ordered"]').waitFor();
    assertEquals(await way.getByRole("button").allTextContents(), ["Shop", "Ordering", "Details", "Payment"]);
    await page.locator('.outline [data-key="state:AskingBank"] [aria-current]').waitFor();
    await item("AskingBank").press("a");
    await field(page).fill("Waiting");
    await field(page).press("Enter");
    await holds(page, () => read("checkout.smdf.json"), '"Waiting"');
    assertEquals(await way.getByRole("button").count(), 4);
  },
);

shopTest(
  "states are pasted in another machine with their events, beside what is there, and are in hand",
  async ({ page, open, read }) => {
    await open("checkout.smdf.json");
    await page.getByRole("treeitem", { name: "AskingBank", exact: true }).press("Enter");
    await page.keyboard.press("Escape");
    await page.getByRole("treeitem", { name: "Saved", exact: true }).focus();
    await page.keyboard.press("Control+c");
    await open("parcel.smdf.json");
    await page.locator(".slc-pane").focus();
    await page.keyboard.press("Control+v");
    await holds(page, () => read("parcel.smdf.json"), '"Saved"');
    const { events, state } = JSON.parse(await read("parcel.smdf.json"));
    const ids = events.flatMap((source: { events?: { id: string }[] }) => source.events ?? []).map((
      { id }: { id: string },
    ) => id);
    assertEquals(["resume", "cancel"].filter((id) => ids.includes(id)), ["resume", "cancel"]);
    await page.locator('.outline [data-key="state:Saved"] [aria-current]').waitFor();
    await holds(page, () => read("parcel.smdf.layout.json"), '"Saved"');
    const { places } = JSON.parse(await read("parcel.smdf.layout.json"));
    const { Saved: saved, ...others } = places as Readonly<Record<string, Box>>;
    assert(saved);
    const siblings = state.states.flatMap(({ name }: { name: string }) => others[name] ?? []) as Box[];
    assert(siblings.length > 1);
    for (const { x, y, width, height } of siblings) {
      assert(
        x + width <= saved.x || saved.x + saved.width <= x || y + height <= saved.y ||
          saved.y + saved.height <= y,
      );
    }
  },
);

shopTest("several in hand are counted in the properties, and a press leaves one", async ({ page, open }) => {
  await open("parcel.smdf.json");
  await page.locator(".slc-pane").focus();
  await page.keyboard.press("Control+a");
  const side = page.getByRole("complementary", { name: "Properties" });
  await side.getByText(/^\d+ states$/).waitFor();
  await side.getByRole("button", { name: "Packing", exact: true }).click();
  await side.getByText("State", { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".slc-outline--selected").length === 1);
});

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
    // An arrangement forgets where a hand has put an entity, until it is undone.
    const at = () => middleOf(page, '[data-entity="Order"] .slc-node-name');
    const from = await at();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 60, from.y + 200, { steps: 4 });
    await page.mouse.up();
    const placeOf = async () => JSON.parse(await read("shop.erdf.layout.json")).places.Order;
    await holds(page, () => read("shop.erdf.layout.json"), '"Order"');
    const moved = await placeOf();
    await page.getByRole("button", { name: "Arrange" }).click();
    await holds(page, async () => String((await placeOf()).y !== moved.y), "true");
    await page.keyboard.press("Control+z");
    await holds(page, async () => JSON.stringify(await placeOf()), JSON.stringify(moved));
  },
);

/** A board of each kind: an element, its key for a name, and a command that adds one. */
const LOCKED = [
  ["checkout.smdf.json", "state:Saved", '[data-state="Saved"] .slc-node-name', "add state"],
  ["shop.erdf.json", "entity:Order", '[data-entity="Order"] .slc-node-name', "add entity"],
  ["buying.sqdf.json", "message:1", '[data-message="1"] .slc-sqd-label', "add message"],
  ["shop.sysdf.json", "actor:Bank", '[data-actor="Bank"] text', "add actor"],
] as const;

shopTest(
  "a locked board of any kind is moved, zoomed and read, and is not edited by pointer, keys, menu or palette",
  async ({ page, open, read }) => {
    for (const [name, key, selector, command] of LOCKED) {
      await open(name);
      const text = await read(name);
      const lock = page.getByRole("button", { name: "Lock the board", exact: true });
      assertEquals(await lock.getAttribute("aria-pressed"), "false");
      await lock.click();
      await page.locator("[aria-live]").getByText("The board is locked").waitFor({ state: "attached" });
      const from = await middleOf(page, selector);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y - 20, { steps: 4 });
      await page.mouse.up();
      const to = await middleOf(page, selector);
      assertEquals([Math.round(to.x - from.x), Math.round(to.y - from.y)], [30, -20], name);
      // A tap takes in hand, and then neither a double click nor a key edits, begins a line or removes.
      await page.mouse.dblclick(to.x, to.y);
      await page.waitForURL((url) => url.searchParams.get("focus") === key);
      await page.locator(".slc-pane").focus();
      for (const pressed of ["Enter", "F2", "a", "c", "n", "Delete", "Alt+ArrowDown", "Control+d"]) {
        await page.keyboard.press(pressed);
      }
      assertEquals(await page.locator(".slc-inline, .slc-handle, form.command").count(), 0);
      const now = await middleOf(page, selector);
      await page.mouse.click(now.x, now.y, { button: "right" });
      const rows = page.getByRole("menuitem");
      await rows.first().waitFor();
      for (const row of await rows.all()) {
        const [words, isOff] = [await row.textContent() ?? "", await row.isDisabled()];
        const isReading = /^(Open|Close|Go |Look|Copy|Unlock)/.test(words);
        assertEquals(isOff, !isReading, `${name}: ${words}`);
      }
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search and commands" }).fill(command);
      await page.keyboard.press("Enter");
      await page.locator(".toast").getByText("The board is locked: unlock it to edit.").waitFor();
      const percent = page.getByRole("button", { name: /^Zoom is/ });
      const before = await percent.textContent();
      await page.locator(".slc-pane").focus();
      await page.keyboard.press("+");
      await page.waitForFunction(
        (text: string | null) => document.querySelector(".slc-hud-btn--scale")?.textContent !== text,
        before,
      );
      // The browser remembers it, and the menu opens the padlock.
      await open(name);
      assertEquals([await lock.getAttribute("aria-pressed"), await read(name)], ["true", text]);
      const there = await middleOf(page, selector);
      await page.mouse.click(there.x, there.y, { button: "right" });
      await page.getByRole("menuitem", { name: "Unlock the board" }).click();
      assertEquals(await lock.getAttribute("aria-pressed"), "false");
      await page.mouse.click(there.x, there.y, { button: "right" });
      await page.getByRole("menuitem", { name: /^Remove/ }).click();
      await holds(page, async () => String(await read(name) !== text), "true");
    }
  },
);

interface Diagram {
  readonly entities: readonly {
    readonly name: string;
    readonly attributes: readonly { references?: string; stateOf?: string | readonly string[] }[];
  }[];
  readonly relationships: readonly { cardinality: string }[];
}

interface MachineOfShop {
  readonly stateMachine: {
    readonly state: {
      readonly states: readonly {
        readonly name: string;
        readonly transitions?: readonly { event: string; nextState?: string }[];
      }[];
    };
  };
}

/** Changes a document of the shop before it is opened. */
async function change<Shape>(folder: TempFolder, name: string, by: (document: Shape) => void): Promise<void> {
  const document: Shape = JSON.parse(await Deno.readTextFile(folder.at(name)));
  by(document);
  await Deno.writeTextFile(folder.at(name), JSON.stringify(document));
}

/** The colours of the marked lines and outlines with errors on the board. */
const errorsOn = (page: Page) =>
  page.locator(".slc-line-path--error, .slc-line--error .slc-line-plate, .slc-outline--error").evaluateAll((
    marks: Element[],
  ) => marks.filter((one) => one.getAttribute("d") !== "").map((one) => getComputedStyle(one).stroke));

shopTest(
  "lines with errors are marked as the elements are, and all of it goes with the errors",
  async ({ folder, page, open }) => {
    const danger = "rgb(185, 28, 28)";
    await change(folder, "shop.erdf.json", ({ entities, relationships }: Diagram) => {
      relationships[0]!.cardinality = "9:9";
      entities[3]!.attributes[0]!.references = "Nothing";
    });
    await open("shop.erdf.json");
    await page.locator(".slc-line-path--error").waitFor({ state: "attached" });
    await page.locator(".slc-outline--error").waitFor();
    assertEquals(await errorsOn(page), [danger, danger, danger]);
    const box = await page.locator(".slc-line--error .slc-line-plate").boundingBox();
    const label = await middleOf(page, '.slc-world text:text-is("places")');
    assert(box && label.x > box.x && label.x < box.x + box.width && label.y > box.y);
    // An element in hand is marked as that, over it.
    await page.mouse.click(label.x, label.y);
    await page.locator(".slc-line-path--selected").waitFor();
    await page.getByRole("complementary", { name: "Properties" }).getByLabel("Cardinality").selectOption(
      "1:N",
    );
    await page.locator(".slc-line-path--error").waitFor({ state: "detached" });
    await change(folder, "checkout.smdf.json", ({ stateMachine: { state } }: MachineOfShop) => {
      state.states.find(({ name }) => name === "Saved")!.transitions![0]!.nextState = "Nowhere";
      state.states[0]!.transitions![1]!.event = "never";
    });
    await open("checkout.smdf.json");
    await page.locator(".slc-line-path--error").waitFor({ state: "attached" });
    // The line of a wrong event; a transition to nowhere has none, so its state is outlined.
    assertEquals(await errorsOn(page), [danger, danger, danger]);
    const saved = await page.locator('.slc-world [data-state="Saved"]').first().boundingBox();
    const outline = await page.locator(".slc-outline--error").boundingBox();
    assert(saved && outline && Math.abs(saved.x - outline.x) < 8 && Math.abs(saved.y - outline.y) < 8);
  },
);

shopTest("a participant with a warning is outlined on the board, dashed", async ({ folder, page, open }) => {
  await change(
    folder,
    "buying.sqdf.json",
    ({ participants }: { participants: object[] }) => participants.push({ name: "Nobody" }),
  );
  await open("buying.sqdf.json");
  const mark = page.locator(".slc-sqd-heads .slc-outline--warning");
  await mark.waitFor();
  const [box, head] = [await mark.boundingBox(), await middleOf(page, '[data-participant="Nobody"]')];
  assert(
    box && head.x > box.x && head.x < box.x + box.width && head.y > box.y && head.y < box.y + box.height,
  );
  assert((await mark.evaluate((one: Element) => getComputedStyle(one).strokeDasharray)) !== "none");
  assertEquals(await page.locator(".slc-outline--error[d]:not([d=''])").count(), 0);
});

shopTest(
  "the menu of an attribute that stores the states of several machines opens each of them",
  async ({ folder, page, open }) => {
    await change(folder, "shop.erdf.json", ({ entities }: Diagram) => {
      const order = entities.find(({ name }) => name === "Order")!;
      order.attributes.find(({ stateOf }) => stateOf)!.stateOf = ["Checkout", "Parcel"];
    });
    await open("shop.erdf.json");
    const row = await middleOf(page, '[data-entity="Order"] [data-attribute="stage"] .slc-erd-name');
    await page.mouse.click(row.x, row.y, { button: "right" });
    const rows = page.getByRole("menuitem", { name: /^Open / });
    await rows.first().waitFor();
    const words = await rows.allTextContents();
    assertEquals(words.map((one) => one.replace(/O$/, "")), ["Open Checkout", "Open Parcel"]);
    await rows.last().click();
    await page.waitForURL((url) => url.searchParams.get("doc") === folder.at("parcel.smdf.json"));
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
    await page.locator(".slc-said").filter({ hasText: /^goods_return\.smdf\.json is at -?\d+, -?\d+\.$/ })
      .waitFor({ state: "attached" });
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
  "a field that is refused and a menu have no barrier, light and dark",
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
    }
  },
);
