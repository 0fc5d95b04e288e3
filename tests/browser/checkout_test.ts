/** The whole checkout example, with its actions, timers and descriptions, built in its page without a pointer. */
import { type Event, type State, type StateMachineDefinition, unwrapDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { TempFolder } from "../../cli/testing/loom.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, open, saved, serve, words } from "./workspace.ts";

const CHECKOUT = unwrapDefinition(
  JSON.parse(await Deno.readTextFile(new URL("../../examples/checkout.smdf.json", import.meta.url))),
) as object as StateMachineDefinition;

/** A command by its title, with what goes into its form. */
interface Call {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The calls that build a machine from an empty one whose root has a name. */
function callsFor({ events = [], state }: StateMachineDefinition, root: string): Call[] {
  const calls: Call[] = [call("Rename state", { name: root, newName: state.name })];
  for (const { name, events: own = [], timers = [] } of events) {
    for (const { id, parameters } of own as readonly Event[]) {
      calls.push(call("Add event", { id, parameters, source: name }));
    }
    for (const { id, name: timer, description } of timers) {
      calls.push(call("Add timer", { id, name: timer, description, source: name }));
    }
  }
  const all: State[] = [];
  const add = (one: State, parent: string | undefined, region: boolean) => {
    const { name, kind, history, description, onEntry, onExit, states = [], parallel } = one;
    all.push(one);
    if (parent === undefined) {
      calls.push(call("Update state", { name, onEntry: onEntry?.actions }));
    } else {
      const [entry, exit] = [onEntry?.actions, onExit?.actions];
      const where = { parent, region: region || undefined };
      calls.push(
        call("Add state", { name, ...where, kind, history, description, onEntry: entry, onExit: exit }),
      );
    }
    for (const inner of parallel?.states ?? []) add(inner, name, true);
    for (const inner of states) add(inner, name, false);
    if (parallel?.nextState !== undefined) {
      calls.push(
        call("Set parallel regions", { state: name, nextState: parallel.nextState, allowUnknown: true }),
      );
    }
  };
  add(state, undefined, false);
  for (const { name, transitions = [] } of all) {
    for (const { event, nextState, condition, description, actions } of transitions) {
      const values = { state: name, event: event ?? "", nextState, condition, description, actions };
      calls.push(call("Add transition", values));
    }
  }
  return calls;
}

function call(title: string, values: Readonly<Record<string, unknown>>): Call {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return {
    title,
    values: Object.fromEntries(
      given.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    ),
  };
}

/** Presses Tab until what has the focus is called so. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      const label = at instanceof HTMLElement && "labels" in at
        ? (at as HTMLInputElement).labels?.[0]?.textContent
        : undefined;
      return (label ?? at?.textContent ?? "").replace(/ \*$/, "");
    });
    if (name.toLowerCase() === wanted.toLowerCase()) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${wanted}.`);
}

/** Presses the keys of a short text; a long one comes at once, as a pasted one does. */
async function write(page: Page, text: string): Promise<void> {
  if (text.length > 8) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
}

/** Keys and nothing else. */
async function byKeys(page: Page, { title, values }: Call): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "combobox");
  await write(page, title);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.closest("form.command") !== null);
  for (const [name, value] of Object.entries(values)) {
    await tabTo(page, words(name));
    if (await page.evaluate(() => document.activeElement?.tagName !== "SELECT")) {
      await page.keyboard.press("Control+a");
    }
    await write(page, value);
    await page.keyboard.press("Tab");
  }
  await tabTo(page, title);
  await page.keyboard.press("Enter");
  await page.locator("form.command").filter({ has: page.locator(".primary") }).waitFor({ state: "detached" });
}

/** Roles and names, as assistive technology has them. */
async function byRoles(page: Page, { title, values }: Call): Promise<void> {
  await page.getByRole("button", { name: /^Search/ }).press("Enter");
  const search = page.getByRole("combobox", { name: "Search and commands" });
  await search.fill(title);
  await search.press("Enter");
  const form = page.getByRole("form");
  for (const [name, value] of Object.entries(values)) {
    const field = form.getByLabel(new RegExp(`^${words(name)}( \\*)?$`, "i"));
    if (await field.evaluate((one: Element) => one.tagName) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await form.getByRole("button", { name: title, exact: true }).press("Enter");
  await form.waitFor({ state: "detached" });
}

/** A state without what stands elsewhere than in the forms, its members in one order. */
function plain(state: State): unknown {
  const {
    name,
    kind = "normal",
    history,
    description,
    onEntry,
    onExit,
    transitions = [],
    states = [],
    parallel,
  } = state;
  return {
    name,
    kind,
    history,
    description,
    entry: onEntry?.actions ?? [],
    exit: onExit?.actions ?? [],
    transitions,
    states: states.map(plain),
    regions: (parallel?.states ?? []).map(plain),
    nextState: parallel?.nextState,
  };
}

for (const [how, perform] of [["keyboard", byKeys], ["roles and names", byRoles]] as const) {
  browserTest(`the whole checkout example is built in its page by ${how} alone`, async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: { width: 1300, height: 1000 } });
    await open(page, served.pageOf("built.smdf.json"));
    await page.getByRole("button", { name: /blank/i }).press("Enter");
    const root = await page.evaluate(() => {
      const props: { definition: { state: { name: string } } } = JSON.parse(
        document.getElementById("props")?.textContent ?? "",
      );
      return props.definition.state.name;
    });
    for (const one of callsFor(CHECKOUT, root)) await perform(page, one);
    await saved(page);
    const built = unwrapDefinition(
      JSON.parse(await Deno.readTextFile(folder.at("built.smdf.json"))),
    ) as object as StateMachineDefinition;
    assertEquals(plain(built.state), plain(CHECKOUT.state));
    const eventsOf = ({ events }: StateMachineDefinition) =>
      events.map(({ name, events = [], timers = [] }) => ({ name, events, timers }))
        .filter(({ events, timers }) => events.length + timers.length > 0);
    assertEquals(eventsOf(built), eventsOf(CHECKOUT));
    assertEquals(browser.complaints, []);
  });
}
