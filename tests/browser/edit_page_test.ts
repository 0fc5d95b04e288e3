/**
 * The page that edits documents, in a real browser, over real files.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runLoom } from "../../cli/run_loom.ts";
import { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, DOCUMENTS, open, run, saved, serve } from "./workspace.ts";

browserTest("documents of every kind are edited by forms, and each edit is in the file", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  const edits: readonly [string, string, Readonly<Record<string, string>>, string, string][] = [
    ["door.smdf.json", "add state", { name: "Ajar" }, "state:Ajar", '"Ajar"'],
    ["shop.erdf.json", "add entity", { name: "Customer" }, "entity:Customer", '"Customer"'],
    [
      "come_in.sqdf.json",
      "add message",
      { from: "Door", to: "Guest", label: "creaks" },
      "message:2",
      '"creaks"',
    ],
    ["home.sysdf.json", "add actor", { name: "Ann", kind: "person" }, "actor:Ann", '"Ann"'],
  ];
  for (const [name, command, values, key, text] of edits) {
    await open(page, served.pageOf(name));
    const [undo, redo] = ["Undo", "Redo"].map((one) => page.getByRole("button", { name: one }));
    assert(undo && redo);
    assertEquals([await undo.isDisabled(), await redo.isDisabled()], [true, true]);
    await run(page, command, values);
    const [type, element] = key.split(":");
    await page.locator(`.outline [data-key="${type}:${element}"]`).first().waitFor();
    await saved(page);
    assertStringIncludes(await Deno.readTextFile(folder.at(name)), text);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(`.outline [data-key="${type}:${element}"]`).first().waitFor({ state: "detached" });
    await saved(page);
    assertEquals(
      JSON.parse(await Deno.readTextFile(folder.at(name))),
      DOCUMENTS[name as keyof typeof DOCUMENTS],
    );
    await page.getByRole("button", { name: "Redo" }).click();
    await page.locator(`.outline [data-key="${type}:${element}"]`).first().waitFor();
    await saved(page);
    assertEquals([await undo.isDisabled(), await redo.isDisabled()], [false, true]);
    // A new edit ends what could be made again, and nothing that is saved here is taken for an edit of others.
    await undo.click();
    await page.locator(`.outline [data-key="${type}:${element}"]`).first().waitFor({ state: "detached" });
    await run(page, command, values);
    await page.locator(`.outline [data-key="${type}:${element}"]`).first().waitFor();
    await saved(page);
    assertEquals([await redo.isDisabled(), await page.locator("[role=alert]").count()], [true, 0]);
  }
  assertEquals(browser.complaints, []);
});

browserTest("what is refused is said at the form, and findings lead to their elements", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  await run(page, "add state", { name: "Open" });
  assertStringIncludes(await page.getByRole("alert").innerText(), '"Open"');
  await page.getByRole("button", { name: "Cancel" }).click();
  await run(page, "add state", { name: "Lost" });
  await saved(page);
  await page.getByRole("tab", { name: "Check" }).click();
  await page.locator(".finding-groups button").filter({ hasText: "Lost" }).first().click();
  await page.locator('.plain[aria-current="true"]').filter({ hasText: "state Lost" }).waitFor();
  // The properties are of the element in hand.
  assertEquals(await page.getByLabel("Name", { exact: true }).inputValue(), "Lost");
  await page.getByRole("tab", { name: "Design" }).click();
  await page.locator(".canvas-area [data-state=Lost]").first().waitFor();
  assertEquals(browser.complaints, []);
});

browserTest(
  "two pages, the shell and an editor of texts change one document, and all see the same",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const [ann, bob] = [await browser.page(), await browser.page()];
    for (const page of [ann, bob]) await open(page, served.pageOf("door.smdf.json"));
    await Promise.all([
      run(ann, "add state", { name: "ByAnn" }),
      run(bob, "add state", { name: "ByBob" }),
    ]);
    const io = memoryIo({ env: { LOOM_STATE_DIR: folder.at("state") } });
    assertEquals(
      await runLoom(["--doc", folder.at("door.smdf.json"), "add-state", "ByShell"], io),
      0,
      io.err(),
    );
    for (const page of [ann, bob]) {
      for (const name of ["ByAnn", "ByBob", "ByShell"]) {
        await page.locator(`.canvas-area [data-state="${name}"]`).first().waitFor();
      }
      await saved(page);
    }
    await ann.getByRole("button", { name: "Undo" }).click();
    await bob.locator('.canvas-area [data-state="ByAnn"]').first().waitFor({ state: "detached" });
    await saved(ann);
    const text = await Deno.readTextFile(folder.at("door.smdf.json"));
    assertEquals([text.includes("ByAnn"), text.includes("ByBob"), text.includes("ByShell")], [
      false,
      true,
      true,
    ]);
  },
);

browserTest("edits are kept while they cannot be saved, the page says so, and saves them later", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  await page.route("**/api/file*", (route) => route.abort());
  await run(page, "add state", { name: "Later" });
  await page.locator('[data-status="unsaved"]').waitFor();
  await page.locator('.canvas-area [data-state="Later"]').first().waitFor();
  // A save by others does not count as a save of this page.
  const io = memoryIo({ env: { LOOM_STATE_DIR: folder.at("state") } });
  assertEquals(
    await runLoom(["--doc", folder.at("door.smdf.json"), "add-state", "ByShell"], io),
    0,
    io.err(),
  );
  await page.locator('.canvas-area [data-state="ByShell"]').first().waitFor();
  await page.locator('[data-status="unsaved"]').waitFor();
  await page.unroute("**/api/file*");
  await saved(page);
  assertStringIncludes(await Deno.readTextFile(folder.at("door.smdf.json")), '"Later"');
});

browserTest("a machine is built by keyboard alone, at phone width too", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 390, height: 800 }, colorScheme: "dark" });
  await open(page, served.pageOf("door.smdf.json"));
  assertEquals(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.keyboard.press("/");
  await page.keyboard.type("add state");
  await page.keyboard.press("Enter");
  await page.locator("form.command input").first().waitFor();
  await page.keyboard.type("Ajar");
  await page.keyboard.press("Enter");
  await page.locator('.canvas-area [data-state="Ajar"]').first().waitFor();
  await saved(page);
  assertStringIncludes(await Deno.readTextFile(folder.at("door.smdf.json")), '"Ajar"');
});

browserTest("a machine runs in the page: events, time, guards and data, forward and back", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const lamp = {
    settings: { namespace: "Home", name: "Lamp", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "push" }, { id: "dim" }] }],
    state: {
      name: "Root",
      states: [
        { name: "Off", transitions: [{ event: "push", nextState: "On" }] },
        {
          name: "On",
          transitions: [{ event: "dim", nextState: "Off", condition: "level > 1" }, {
            after: 2000,
            nextState: "Off",
          }],
        },
      ],
    },
  };
  await Deno.writeTextFile(folder.at("lamp.smdf.json"), JSON.stringify(lamp));
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1300, height: 900 } });
  await open(page, served.pageOf("lamp.smdf.json"));
  await page.getByRole("tab", { name: "Run" }).click();
  const lit = (state: string) =>
    page.locator(`.canvas-area .slc-node--active[data-state="${state}"]`).first().waitFor();
  const said = (text: string) => page.locator(".run-state").filter({ hasText: text }).waitFor();
  await said("In Off");
  const setting = page.getByLabel("Set a value");
  await setting.fill("nonsense");
  await setting.press("Enter");
  assertStringIncludes(await page.locator(".run [role=alert]").innerText(), "Write a name");
  await setting.fill("level = 1");
  await setting.press("Enter");
  await page.getByLabel("Value of level").waitFor();
  await page.getByRole("button", { name: "push", exact: true }).click();
  await lit("On");
  // The guard does not pass: the button says so, and sending it all the same is told.
  const dim = page.getByRole("group", { name: "Events" }).getByRole("button", { name: /^dim/ });
  assertStringIncludes(await dim.innerText(), "[level > 1]");
  await dim.click();
  await page.locator(".steps li").filter({ hasText: "not taken" }).waitFor();
  await page.getByRole("button", { name: "Jump to the next timer, 2 s" }).click();
  await lit("Off");
  for (const back of ["In On", "In On", "In Off"]) {
    await page.getByRole("button", { name: "Step back" }).click();
    await said(back);
  }
  for (const forward of ["In On", "In On", "In Off"]) {
    await page.getByRole("button", { name: "Step forward" }).click();
    await said(forward);
  }
  // Data is changed by hand, as a step: now the guard passes.
  await page.getByRole("button", { name: "push", exact: true }).click();
  await page.getByLabel("Value of level").fill("2");
  await page.getByLabel("Value of level").press("Enter");
  await dim.click();
  await said("In Off");
  await page.getByRole("button", { name: "Save as scenario" }).click();
  await page.getByLabel("Name", { exact: true }).fill("dims and goes out");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved the walk in lamp.test.json.").waitFor({ state: "attached" });
  const suite = JSON.parse(await Deno.readTextFile(folder.at("lamp.test.json")));
  assertEquals([suite.machine, suite.tests[0].name], ["lamp.smdf.json", "dims and goes out"]);
  await page.getByRole("tab", { name: "Design" }).click();
  await page.locator(".canvas-area .slc-node--active").first().waitFor({ state: "detached" });
  assertEquals(browser.complaints, []);
});

browserTest("the other documents of the server are listed, and lead to their pages", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  await page.getByRole("button", { name: "Door" }).click();
  assertEquals(await page.getByRole("navigation", { name: "Documents" }).getByRole("listitem").count(), 4);
  await page.getByRole("link", { name: "shop.erdf.json" }).click();
  await page.locator('.canvas-area [data-entity="Order"]').first().waitFor();
  assertEquals(new URL(page.url()).searchParams.get("doc"), folder.at("shop.erdf.json"));
});

browserTest(
  "pages are walked back and forward, and a document outside of what is served says so",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf("door.smdf.json"));
    await open(page, `${served.pageOf("shop.erdf.json")}&focus=entity:Order`);
    await page.goto(served.pageOf("../elsewhere.smdf.json"));
    await page.getByRole("heading", { name: "This cannot be shown" }).waitFor();
    await page.getByText("lies outside what is served").waitFor();
    await page.goBack();
    await page.locator('.outline [data-key="entity:Order"] [aria-current]').waitFor();
    await page.goBack();
    await page.locator('.canvas-area [data-state="Closed"]').first().waitFor();
    await page.goForward();
    await page.locator('.canvas-area [data-entity="Order"]').first().waitFor();
  },
);

browserTest("a page that may store nothing works all the same", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException("Storage is denied.", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get: deny });
    Object.defineProperty(globalThis, "sessionStorage", { get: deny });
  });
  await open(page, served.pageOf("door.smdf.json"));
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Outline" }).and(page.locator('[aria-expanded="false"]')).waitFor();
  await page.keyboard.press("[");
  await run(page, "add state", { name: "Ajar" });
  await saved(page);
  assertStringIncludes(await Deno.readTextFile(folder.at("door.smdf.json")), '"Ajar"');
  assertEquals(browser.complaints, []);
});

browserTest("the interface is enlarged by a command, the board is not, and a reload keeps it", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, served.pageOf("door.smdf.json"));
  const sizes = () =>
    page.evaluate(() => [
      parseFloat(getComputedStyle(document.documentElement).fontSize),
      document.querySelector(".slc-hud-btn--scale")?.textContent,
    ]);
  await page.locator(".slc-pane[data-framed][data-settled]").waitFor();
  const [size, zoom] = await sizes();
  assertEquals(size, 16);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill("larger");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 16);
  assertEquals((await sizes())[1], zoom);
  await page.reload();
  await page.locator("[data-ready]").waitFor();
  await page.waitForFunction(() => parseFloat(getComputedStyle(document.documentElement).fontSize) > 16);
});
