/** What crosses documents, in the pages of a system and of its members. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { TempFolder } from "../../cli/testing/loom.ts";
import { barriersOf } from "./barriers.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, open, run, saved, serve } from "./workspace.ts";

const SCENARIO = {
  settings: { namespace: "Home", name: "Come in" },
  participants: [{ name: "Guest", actor: "Guest" }, { name: "Door" }],
  messages: [
    { from: "Guest", to: "Door", label: "knocks" },
    { from: "Guest", to: "Door", label: "opens", event: "open", state: "Open" },
    { from: "Guest", to: "Door", label: "shuts", event: "shut", state: "Closed" },
  ],
};

const SYSTEM = {
  settings: { namespace: "Home", name: "Home" },
  members: [{ path: "door.smdf.json" }, { path: "come_in.sqdf.json" }, { path: "shop.erdf.json" }],
  actors: [],
};

const DATA = {
  settings: { namespace: "Shop", name: "Shop" },
  entities: [{
    name: "Order",
    attributes: [
      { name: "id", type: "int", key: "pk" },
      { name: "door", type: "string", stateOf: "Door" },
      { name: "gate", type: "string", stateOf: "Gate" },
    ],
  }],
  relationships: [],
};

async function serveSystem(folder: TempFolder) {
  const served = await serve(folder);
  const write = async (name: string, value: object) =>
    await Deno.writeTextFile(folder.at(name), JSON.stringify(value, null, 2) + "\n");
  await write("come_in.sqdf.json", SCENARIO);
  await write("home.sysdf.json", SYSTEM);
  await write("shop.erdf.json", DATA);
  return served;
}

browserTest(
  "the page of a system checks its members, leads to them, and adds what scenarios ask for",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serveSystem(folder);
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: { width: 1440, height: 900 } });
    await open(page, served.pageOf("home.sysdf.json"));
    await page.getByText("2 participants, 3 messages").first().waitFor();
    await page.getByRole("tab", { name: "Check" }).click();
    const replay = page.getByRole("region", { name: "Replay" });
    await replay.getByText("main: stops at message 3").waitFor();
    assertEquals(await barriersOf(page), []);
    const reconcile = page.getByRole("region", { name: "Reconcile" });
    await reconcile.getByRole("checkbox", { name: /actor/ }).uncheck();
    await reconcile.getByRole("button", { name: "Apply 1 change" }).click();
    await replay.getByText("main: every message is taken").waitFor();
    assertStringIncludes(await Deno.readTextFile(folder.at("door.smdf.json")), '"shut"');
    assertEquals(JSON.parse(await Deno.readTextFile(folder.at("home.sysdf.json"))).actors, []);
    await page.getByRole("button", { name: "Undo" }).click();
    await replay.getByText("main: stops at message 3").waitFor({ timeout: 15_000 });
    assertEquals((await Deno.readTextFile(folder.at("door.smdf.json"))).includes('"shut"'), false);
    await reconcile.getByLabel("What scenarios ask for is").selectOption("auto");
    await saved(page);
    assertEquals(
      JSON.parse(await Deno.readTextFile(folder.at("home.sysdf.json"))).settings.reconcile,
      "auto",
    );
    const finding = page.getByRole("region", { name: "come_in.sqdf.json" }).getByRole("link").first();
    await finding.click();
    await page.locator("[data-ready]").waitFor();
    await page.locator('.outline [aria-current="true"]').waitFor();
    assertEquals(browser.complaints, []);
  },
);

browserTest("a scenario is walked step by step, and its links lead to the elements they name", async () => {
  await using folder = await TempFolder.make();
  await using served = await serveSystem(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  await open(page, served.pageOf("come_in.sqdf.json"));
  await page.getByRole("button", { name: "Replay" }).click();
  const bar = page.getByRole("region", { name: "Replay" });
  await bar.getByText("Step 3 of 3").waitFor();
  await bar.getByText("Stops at message 3").waitFor();
  await bar.getByRole("button", { name: "To the start" }).click();
  await bar.getByText("Step 0 of 3").waitFor();
  await bar.getByRole("button", { name: "Step forward" }).click();
  await bar.getByRole("button", { name: "Step forward" }).click();
  await bar.getByRole("button", { name: /open → Open/ }).and(bar.locator('[aria-current="step"]')).waitFor();
  assertEquals(new URL(page.url()).searchParams.get("focus"), "message:2");
  await page.locator(".links").getByRole("link", { name: /open/i }).first().click();
  await page.locator("[data-ready]").waitFor();
  assertStringIncludes(page.url(), "door.smdf.json");
  await page.locator('.outline [aria-current="true"]').filter({ hasText: "open" }).waitFor();
  assertEquals(browser.complaints, []);
});

browserTest(
  "a scenario whose system reconciles by itself adds what an edit asks for, and undo takes it back",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serveSystem(folder);
    const settings = { ...SYSTEM.settings, reconcile: "auto" };
    await Deno.writeTextFile(folder.at("home.sysdf.json"), JSON.stringify({ ...SYSTEM, settings }));
    const machine = () => Deno.readTextFile(folder.at("door.smdf.json"));
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf("come_in.sqdf.json"));
    await page.getByRole("tab", { name: "Check" }).getByText(/\d/).waitFor();
    assertEquals((await machine()).includes("shut"), false);
    await run(page, "add message", {
      from: "Guest",
      to: "Door",
      label: "locks",
      event: "lock",
      state: "Locked",
    });
    await page.locator(".toast").getByText("Added for the scenario").waitFor();
    assertStringIncludes(await machine(), '"Locked"');
    await page.getByRole("button", { name: "Undo" }).click();
    while ((await machine()).includes('"Locked"')) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
  },
);

browserTest(
  "an attribute opens the machine whose state it keeps, and says which machine is missing",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serveSystem(folder);
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: { width: 1440, height: 900 } });
    await open(page, served.pageOf("shop.erdf.json"));
    await page.getByRole("tab", { name: "Check" }).getByText(/\d/).waitFor();
    const attribute = (name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}`) });
    await attribute("gate").focus();
    await page.keyboard.press("o");
    await page.locator(".toast").getByText("No machine is named Gate in Home: there is Door.").waitFor();
    await attribute("door").focus();
    await page.keyboard.press("o");
    await page.locator('h1:text("Door")').waitFor();
    assertEquals(browser.complaints, []);
  },
);

browserTest("the page of a system follows changes in the files of its members", async () => {
  await using folder = await TempFolder.make();
  await using served = await serveSystem(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  const following = page.waitForRequest((request) => request.url().includes("member="));
  await open(page, `${served.pageOf("home.sysdf.json")}&focus=member:door.smdf.json`);
  await page.locator('.outline [data-key="member:door.smdf.json"] [aria-current]').waitFor();
  await page.locator(".slc-outline--selected").waitFor({ state: "attached" });
  await page.getByText("2 participants, 3 messages").first().waitFor();
  await (await following).response();
  await Deno.writeTextFile(
    folder.at("come_in.sqdf.json"),
    JSON.stringify({ ...SCENARIO, messages: SCENARIO.messages.slice(0, 2) }, null, 2) + "\n",
  );
  await page.getByText("2 participants, 2 messages").first().waitFor();
  assertEquals(browser.complaints, []);
});

browserTest("what no scenario touches is listed for each machine, and leads to its element", async () => {
  await using folder = await TempFolder.make();
  await using served = await serveSystem(folder);
  const { messages } = SCENARIO;
  await Deno.writeTextFile(
    folder.at("come_in.sqdf.json"),
    JSON.stringify({ ...SCENARIO, messages: messages.slice(0, 1) }),
  );
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 1440, height: 900 } });
  const coverage = page.getByRole("region", { name: "Coverage" });
  for (const name of ["door.smdf.json", "home.sysdf.json"]) {
    await open(page, served.pageOf(name));
    await page.getByRole("tab", { name: "Check" }).click();
    await coverage.getByText("Door: 1 of 2 states, 0 of 1 transitions, 0 of 0 sides of guards").waitFor();
    assertEquals(await coverage.getByRole("link").allTextContents(), [
      "state never active: Open",
      "transition never taken: Closed -open-> Open",
    ]);
  }
  assertEquals(await barriersOf(page), []);
  await coverage.getByRole("link").last().click();
  await page.waitForURL((url) => url.searchParams.get("focus") === "transition:Closed:0");
  await page.locator(".slc-line-path--selected").waitFor({ state: "attached" });
  // A scenario that comes to cover it is seen at once.
  await open(page, served.pageOf("home.sysdf.json"));
  await page.getByRole("tab", { name: "Check" }).click();
  await coverage.getByRole("link").first().waitFor();
  await Deno.writeTextFile(
    folder.at("come_in.sqdf.json"),
    JSON.stringify({ ...SCENARIO, messages: messages.slice(0, 2) }),
  );
  await coverage.getByText("Door: 2 of 2 states, 1 of 1 transitions").waitFor();
  assertEquals(browser.complaints, []);
});
