/**
 * The workspace around a document: its panels, properties, findings, palette, exports and the ways to begin.
 */
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { TempFolder } from "../../cli/testing/loom.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, holds, open, pasteInto, run, saved, serve } from "./workspace.ts";

const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));

browserTest("a page opens in its editor; panels close to rails and keep their widths", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  await open(page, served.web);
  // The document of the server, by its name.
  await page.getByRole("heading", { level: 1, name: "Door" }).waitFor({ state: "attached" });
  const widthOf = async (side: string) =>
    Math.round((await page.locator(`.side.${side}`).boundingBox())?.width ?? 0);
  assertEquals([await widthOf("left"), await widthOf("right")], [240, 300]);
  await page.keyboard.press("[");
  await page.locator(".rail.left").waitFor();
  assertEquals(await page.locator(".side.left").count(), 0);
  await page.keyboard.press("[");
  await page.getByRole("separator", { name: "Width of outline" }).press("ArrowRight");
  await page.waitForFunction(() =>
    document.querySelector(".side.left")?.getBoundingClientRect().width === 256
  );
  await page.keyboard.press("]");
  await page.locator(".rail.right").waitFor();
  await page.reload();
  await page.locator("[data-ready]").waitFor();
  assertEquals([await widthOf("left"), await page.locator(".rail.right").count()], [256, 1]);
  await page.setViewportSize({ width: 800, height: 700 });
  await page.locator(".rail.left").waitFor();
  const canvas = await page.locator(".middle").boundingBox();
  await page.getByRole("button", { name: "Outline" }).click();
  await page.locator(".side.left.over").waitFor();
  // A tablet's panel slides over the canvas, which stays where it was, and Escape closes it.
  assertEquals((await page.locator(".middle").boundingBox())?.width, (canvas?.width ?? 0) + 40);
  await page.getByRole("searchbox", { name: "Find an element" }).press("Escape");
  await page.locator(".side.left.over").waitFor({ state: "detached" });
  assertEquals(browser.complaints, []);
});

browserTest("properties edit in place: names, values, transitions, actions, events and data", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 1200 } });
  await open(page, `${served.pageOf("door.smdf.json")}&focus=state:Closed`);
  const fill = async (label: string, text: string) => {
    const field = page.getByRole("complementary", { name: "Properties" }).getByLabel(label, { exact: true });
    await field.fill(text);
    await field.press("Enter");
  };
  await fill("Name", "Shut");
  await page.locator('.plain[aria-current="true"]').filter({ hasText: "Shut" }).waitFor();
  await fill("Add transition", "open -> Ajar");
  assertStringIncludes(await page.getByRole("alert").innerText(), "Ajar");
  await fill("Add transition", "open -> Open [wanted > 1]");
  await fill("Add to on entry", "wanted = 0");
  await page.getByRole("button", { name: "open → Open [wanted > 1]" }).click();
  await fill("Guard", "wanted > 2");
  await fill("Add to actions", "wanted = wanted + 1");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await fill("Add event", "knock");
  await fill("Add value", "wanted: integer = 3");
  await saved(page);
  const { state, events, settings } = await read(folder.at("door.smdf.json"));
  assertEquals(state.states[0], {
    name: "Shut",
    transitions: [
      { event: "open", nextState: "Open" },
      {
        event: "open",
        nextState: "Open",
        condition: "wanted > 2",
        actions: [{ code: "wanted = wanted + 1" }],
      },
    ],
    onEntry: { actions: [{ code: "wanted = 0" }] },
  });
  assertEquals(events[0].events, [{ id: "open" }, { id: "knock" }]);
  assertEquals(settings.data, [{ name: "wanted", type: "integer", initial: 3 }]);
  // Keys in a field are the field's: nothing is removed or undone.
  await page.getByLabel("Add value", { exact: true }).press("Control+z");
  await page.getByLabel("Add value", { exact: true }).press("Delete");
  assertEquals((await read(folder.at("door.smdf.json"))).settings.data.length, 1);
  await page.getByRole("button", { name: "wanted = 3" }).click();
  const form = page.getByRole("complementary", { name: "Properties" });
  await form.getByLabel("Description", { exact: true }).fill("How often it is wanted.");
  await fill("Minimum", "0");
  await fill("Maximum", "9");
  await fill("First value", "4");
  await saved(page);
  assertEquals((await read(folder.at("door.smdf.json"))).settings.data, [{
    name: "wanted",
    type: "integer",
    initial: 4,
    description: "How often it is wanted.",
    minimum: 0,
    maximum: 9,
  }]);
  // A member that the new type does not have is removed when its field is emptied.
  await form.getByLabel("Type", { exact: true }).selectOption("enum");
  for (const label of ["Minimum", "Maximum", "First value"]) {
    await fill(label, "");
    if (label !== "First value") await form.getByLabel(label).waitFor({ state: "detached" });
  }
  const values = form.getByLabel("Values", { exact: true });
  await values.fill("none\nsome");
  await values.press("Control+Enter");
  await form.getByLabel("First value", { exact: true }).selectOption("some");
  await saved(page);
  const [wanted] = (await read(folder.at("door.smdf.json"))).settings.data;
  assertEquals([wanted.type, wanted.values, wanted.initial, wanted.minimum], [
    "enum",
    ["none", "some"],
    "some",
    undefined,
  ]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (let at = 0; at < 17; at++) await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".outline .plain").filter({ hasText: "Closed" }).first().waitFor();
  assertEquals(browser.complaints, []);
});

browserTest("a guard offers names that are declared, and says what is wrong with it", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const path = folder.at("door.smdf.json");
  const door = await read(path);
  door.settings.data = [{ name: "wanted", type: "integer", initial: 3 }];
  await Deno.writeTextFile(path, JSON.stringify(door));
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 1200 } });
  await open(page, `${served.pageOf("door.smdf.json")}&focus=state:Closed`);
  await page.getByRole("button", { name: "open → Open", exact: true }).click();
  const guard = page.getByRole("combobox", { name: "Guard" });
  await guard.fill("not w");
  const offered = await guard.evaluate((field) =>
    field instanceof HTMLInputElement ? Array.from(field.list?.options ?? [], ({ value }) => value) : []
  );
  assertEquals(offered, ["not wanted"]);
  await guard.fill("wantd > 1");
  await guard.press("Enter");
  await page.getByText("wantd").filter({ hasText: "which nothing declares" }).first().waitFor();
  assertEquals(await guard.getAttribute("aria-invalid"), "true");
  await guard.fill("wanted > 1");
  await guard.press("Enter");
  await page.locator('input[aria-invalid="true"]').waitFor({ state: "detached" });
  await saved(page);
  assertEquals((await read(path)).state.states[0].transitions[0].condition, "wanted > 1");
  assertEquals(browser.complaints, []);
});

browserTest("findings are mended by buttons, and undone like any edit", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const path = folder.at("door.smdf.json");
  const door = await read(path);
  door.state.states[1].transitions = [{ event: "shut", nextState: "Gone" }];
  await Deno.writeTextFile(path, JSON.stringify(door));
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  await page.getByRole("tab", { name: "Check" }).click();
  const list = page.locator(".finding-groups li");
  await list.first().waitFor();
  assertEquals(
    await page.getByRole("tab", { name: "Check" }).locator(".badge").innerText(),
    `${await list.count()}`,
  );
  await page.getByRole("button", { name: "Add the event" }).click();
  await page.getByRole("button", { name: "Add the state" }).click();
  await page.getByRole("button", { name: "Make it final" }).click();
  await page.getByText("No findings. The document keeps all its rules.").waitFor();
  await saved(page);
  const mended = await read(path);
  assertEquals(mended.events[0].events.map(({ id }: { id: string }) => id), ["open", "shut"]);
  assertEquals(mended.state.states[2], { name: "Gone", kind: "final" });
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Make it final" }).waitFor();
  assertEquals(browser.complaints, []);
});

browserTest(
  "a document that is not there yet begins with a template or a file, and its first edit makes it",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf("new.smdf.json"));
    await page.locator(".templates svg").nth(2).waitFor();
    await page.getByRole("button", { name: /^Door/ }).last().click();
    await saved(page);
    assertEquals((await read(folder.at("new.smdf.json"))).state.states.length, 2);
    await open(page, served.pageOf("books.erdf.json"));
    await page.getByRole("button", { name: "Start blank" }).click();
    const { x, y } = await page.locator(".slc-pane").boundingBox() ?? { x: 0, y: 0 };
    for (const [name, across] of [["Author", 100], ["Book", 500]] as const) {
      await page.mouse.dblclick(x + across, y + 200);
      await page.getByRole("textbox", { name: /^Name of/ }).fill(name);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
    }
    await saved(page);
    await holds(page, async () => {
      const { places } = await read(folder.at("books.erdf.layout.json"));
      return String(places.Book.x - places.Author.x);
    }, "400");
    await open(page, served.pageOf("login.sqdf.json"));
    await page.getByRole("button", { name: "Start blank" }).click();
    await page.getByRole("button", { name: "Add a message" }).click();
    const labels = async () =>
      (await read(folder.at("login.sqdf.json"))).messages.map(({ label }: { label: string }) => label);
    for (const line of ["User -> Web: logs in", "Web -> Api: asks", "Api --> Web: gives it"]) {
      await page.keyboard.type(line);
      await page.keyboard.press("Enter");
    }
    await page.getByText("3 participants, 3 messages").waitFor();
    await page.keyboard.press("Escape");
    await saved(page);
    assertEquals(await labels(), ["logs in", "asks", "gives it"]);
    // The first edit, which made the file, is undone like any other.
    for (let step = 0; step < 3; step++) await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Nothing yet", { exact: true }).waitFor();
    await saved(page);
    assertEquals(await labels(), []);
    // A file of no bytes is a new document, too.
    await Deno.writeTextFile(folder.at("tables.erdf.json"), "");
    await open(page, served.pageOf("tables.erdf.json"));
    await page.getByText("There is nothing in tables.erdf.json yet").waitFor();
    const sql = await folder.write("shop.sql", "CREATE TABLE orders (id INT PRIMARY KEY, total INT);");
    await page.getByLabel("File to open").setInputFiles(sql);
    await page.locator(".outline .plain").filter({ hasText: "orders" }).first().waitFor();
    await saved(page);
    assertEquals((await read(folder.at("tables.erdf.json"))).entities[0].name, "orders");
    await page.getByRole("tab", { name: "Code" }).click();
    await page.locator(".code").filter({ hasText: "CREATE TABLE" }).waitFor();
    await page.getByRole("tab", { name: "Design" }).click();
    await page.locator(".slc-pane[data-settled]").waitFor();
    await pasteInto(
      page,
      "CREATE TABLE orders (id INT PRIMARY KEY); CREATE TABLE lines (no INT PRIMARY KEY, order_id INT " +
        "REFERENCES orders (id)); CREATE VIEW open_orders AS SELECT id FROM orders;",
    );
    await page.locator(".toast").getByText("Passed over: CREATE VIEW open_orders.").waitFor();
    await page.getByText("2 entities", { exact: true }).waitFor();
    await pasteInto(page, "Gift\n  code string pk\nCard");
    await page.getByText("Card", { exact: true }).first().waitFor();
    await saved(page);
    const pasted = await read(folder.at("tables.erdf.json"));
    assertEquals(pasted.entities.map(({ name }: { name: string }) => name), [
      "orders",
      "orders1",
      "lines",
      "Gift",
      "Card",
    ]);
    assertEquals(pasted.entities[2].attributes[1].references, "orders1.id");
    assertEquals(pasted.entities[3].attributes, [{ name: "code", type: "string", key: "pk" }]);
    // A text that cannot be read is refused with a reason, and changes nothing.
    await pasteInto(page, "CREATE TABLE ((");
    await page.locator(".toast").getByText("syntax error").waitFor();
    assertEquals(browser.complaints.filter((text) => !text.includes("422")), []);
  },
);

browserTest(
  "code is shown in both languages, as a specification and as JSON, with edits that are not saved",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf("door.smdf.json"));
    await page.route("**/api/file*", (route) => route.abort());
    await run(page, "add state", { name: "Ajar" });
    await page.getByRole("tab", { name: "Code" }).click();
    for (const name of ["TypeScript", "Python", "Specification", "JSON"]) {
      await page.getByRole("tab", { name, exact: true }).click();
      await page.locator(".code").filter({ hasText: "Ajar" }).waitFor();
    }
  },
);

browserTest("exports are named by the rule, two in a second too, and look like the document", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  const save = async (title: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: title, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await Deno.readFile(await download.path()) };
  };
  const names: string[] = [];
  const texts: Record<string, string> = {};
  for (const title of ["SVG", "Mermaid", "Markdown with Mermaid", "XState", "SCXML", "JSON"]) {
    const { name, bytes } = await save(title);
    names.push(name);
    texts[title] = new TextDecoder().decode(bytes);
    assertMatch(name, /^Door--\d{12}\.[\w.]+$/);
  }
  assertEquals(new Set(names.map((name) => name.split(".")[0])).size, names.length);
  assertStringIncludes(texts["SVG"] ?? "", 'data-state="Closed"');
  assertStringIncludes(texts["Markdown with Mermaid"] ?? "", "```mermaid\nstateDiagram-v2");
  assertStringIncludes(texts["SCXML"] ?? "", "<scxml");
  assertEquals(JSON.parse(texts["JSON"] ?? ""), await read(folder.at("door.smdf.json")));
  for (const [title, begin] of [["PNG", [0x89, 0x50]], ["JPEG", [0xff, 0xd8]]] as const) {
    const { bytes } = await save(title);
    assertEquals([...bytes.slice(0, 2)], [...begin], title);
  }
  assertEquals(browser.complaints, []);
});

browserTest("a phone has the canvas, five actions, and a sheet with three stops", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await open(page, served.pageOf("door.smdf.json"));
  assertEquals(await page.getByRole("navigation", { name: "Main actions" }).getByRole("button").count(), 5);
  await page.getByRole("button", { name: "Properties" }).tap();
  const sheet = page.locator(".sheet");
  const stops: (string | null)[] = [await sheet.getAttribute("data-stop")];
  const grip = page.getByRole("button", { name: "Height of properties" });
  for (let at = 0; at < 2; at++) {
    await grip.focus();
    await page.keyboard.press("Enter");
    stops.push(await sheet.getAttribute("data-stop"));
  }
  assertEquals(stops, ["half", "full", "peek"]);
  for (const button of await page.locator("button:visible").all()) {
    const box = await button.boundingBox();
    if (await button.getAttribute("class") === "grip") continue;
    assert((box?.height ?? 0) >= 40, `${await button.innerText()} is ${box?.height} high.`);
  }
  assertEquals(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.getByRole("button", { name: "Close properties" }).tap();
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Outline" }).tap();
  await sheet.waitFor();
  // The head of a sheet is dragged: down to close it, up for the next stop; Escape closes it, too.
  const pull = async (by: number) => {
    const head = await page.locator(".sheet-head h2").boundingBox();
    assert(head);
    await page.mouse.move(head.x + 8, head.y + 8);
    await page.mouse.down();
    await page.mouse.move(head.x + 8, head.y + 8 + by, { steps: 4 });
    await page.mouse.up();
  };
  await pull(-300);
  await page.locator('.sheet[data-stop="full"]').waitFor();
  await pull(760);
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Outline" }).tap();
  await sheet.getByRole("searchbox").press("Escape");
  await sheet.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Outline" }).tap();
  await page.getByRole("button", { name: "Check" }).tap();
  await sheet.waitFor({ state: "detached" });
  await page.locator(".document-menu button").first().tap();
  const links = await page.locator(".document-menu a:visible").all();
  assert(links.length > 2);
  for (const link of links) {
    assert((await link.boundingBox())!.height >= 44, `${await link.innerText()} is too low for a finger.`);
  }
  // A diagram is locked at first, and all controls of a board are in one row, on a small phone too.
  await page.setViewportSize({ width: 360, height: 740 });
  for (
    const [name, isLocked] of [["shop.erdf.json", true], ["come_in.sqdf.json", false]] as const
  ) {
    await open(page, served.pageOf(name));
    const lock = page.getByRole("button", { name: "Lock the board", exact: true });
    assertEquals(await lock.getAttribute("aria-pressed"), String(isLocked));
    const bar = await page.getByRole("toolbar", { name: "Zoom" }).boundingBox();
    assert(bar && bar.height < 60 && bar.x + bar.width <= 360, JSON.stringify(bar));
  }
  assertEquals(browser.complaints, []);
});

browserTest(
  "a new document begins without findings, and with the focus where nobody sees a ring",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    for (const name of ["plan.erdf.json", "plan.sqdf.json"]) {
      const checked = page.waitForResponse((response) => response.url().includes("/api/system?"));
      await open(page, served.pageOf(name));
      await checked;
      await page.getByRole("button", { name: "Start blank" }).click();
      await page.locator(".slc-pane:focus").waitFor();
      assertEquals(await page.locator(".slc-pane:focus-visible").count(), 0);
      await page.getByText("No findings", { exact: true }).waitFor();
      assertEquals(await page.locator(".badge").count(), 0, name);
    }
    assertEquals(browser.complaints, []);
  },
);

browserTest("what a form adds out of sight is brought into sight", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1280, height: 720 } });
  for (
    const [name, command, values, element] of [
      ["door.smdf.json", "add state", { name: "Ajar" }, '[data-state="Ajar"]'],
      ["shop.erdf.json", "add entity", { name: "Customer" }, '[data-entity="Customer"]'],
      ["come_in.sqdf.json", "add participant", { name: "Cat" }, '[data-participant="Cat"]'],
    ] as const
  ) {
    await open(page, served.pageOf(name));
    await page.locator(".slc-pane[data-settled]").hover();
    await page.mouse.wheel(3_000, 3_000);
    await run(page, command, values);
    const added = page.locator(`.slc-pane ${element}`).first();
    await added.waitFor();
    const [box, pane] = [await added.boundingBox(), await page.locator(".slc-pane").boundingBox()];
    assert(box && pane, name);
    const isIn = box.x >= pane.x && box.y >= pane.y - 1 && box.x + box.width <= pane.x + pane.width &&
      box.y + box.height <= pane.y + pane.height;
    assert(isIn, `${name}: ${JSON.stringify({ box, pane })}`);
  }
  assertEquals(browser.complaints, []);
});
