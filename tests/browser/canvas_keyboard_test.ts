/**
 * Machines that are built without a pointer: by keyboard, and through roles and names as assistive technology has them.
 */
import axe from "axe-core";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { type State, type StateMachineDefinition, unwrapDefinition } from "@loom/protocol";
import { type CanvasBench, canvasTest, machine } from "./canvas_bench.ts";

const CHECKOUT = unwrapDefinition(
  JSON.parse(await Deno.readTextFile(new URL("../../examples/checkout.smdf.json", import.meta.url))),
) as object as StateMachineDefinition;

/** The part of a machine that canvases edit: the tree, the kinds, and transitions with events and guards. */
interface Graph {
  readonly name: string;
  readonly kind: string;
  readonly transitions: readonly { readonly event: string; readonly to: string; readonly guard: string }[];
  readonly states: readonly Graph[];
  readonly regions: readonly Graph[];
}

function graphOf({ name, kind = "normal", transitions = [], states = [], parallel }: State): Graph {
  return {
    name,
    kind,
    transitions: transitions.map(({ event = "", nextState = "", condition = "" }) => ({
      event,
      to: nextState,
      guard: condition,
    })),
    states: states.map(graphOf),
    regions: (parallel?.states ?? []).map(graphOf),
  };
}

/** Ways to build a machine, all of them for people who do not use a pointer. */
interface Builder {
  addFirst(name: string): Promise<void>;
  addBeside(name: string, sibling: string): Promise<void>;
  addInside(name: string, parent: string): Promise<void>;
  addRegion(name: string, parent: string): Promise<void>;
  setKind(name: string, kind: string): Promise<void>;
  connect(from: string, to: string, event: string, guard: string): Promise<void>;
}

async function build(builder: Builder, root: Graph): Promise<void> {
  const all: Graph[] = [];
  const addAll = async (graphs: readonly Graph[], parent: string | undefined) => {
    for (const [index, graph] of graphs.entries()) {
      const before = graphs[index - 1];
      if (before !== undefined) await builder.addBeside(graph.name, before.name);
      else if (parent === undefined) await builder.addFirst(graph.name);
      else await builder.addInside(graph.name, parent);
      if (graph.kind !== "normal") await builder.setKind(graph.name, graph.kind);
    }
    for (const graph of graphs) await addInner(graph);
  };
  const addInner = async (graph: Graph) => {
    all.push(graph);
    for (const region of graph.regions) {
      await builder.addRegion(region.name, graph.name);
      await addInner(region);
    }
    await addAll(graph.states, graph.name);
  };
  await addAll(root.states, undefined);
  for (const { name, transitions } of all) {
    for (const { event, to, guard } of transitions) await builder.connect(name, to, event, guard);
  }
}

/** An empty machine with the events of another. */
function emptyLike({ settings, events, state: { name } }: StateMachineDefinition): StateMachineDefinition {
  return { settings, events, state: { name } };
}

/** Keys and nothing else. */
function byKeys({ page }: CanvasBench): Builder {
  const press = (key: string) => page.keyboard.press(key);
  const isAt = (selector: string) =>
    page.waitForFunction((wanted: string) => document.activeElement?.matches(wanted) === true, selector);
  const name = async (text: string) => {
    await isAt(".slc-inline-field");
    await press("Control+a");
    await page.keyboard.type(text);
    await press("Enter");
    await page.waitForFunction((text: string) => {
      const { activeElement } = document;
      return activeElement?.textContent === text && activeElement.ariaSelected === "true";
    }, text);
  };
  /** Walks the tree to a state. */
  const goTo = async (wanted: string) => {
    await page.locator("[role=treeitem][tabindex='0']").focus();
    await press("Home");
    await page.waitForFunction(() => document.activeElement === document.querySelector("[role=treeitem]"));
    for (let step = 0; step < 60; step++) {
      const now = await page.evaluate(() => document.activeElement?.textContent);
      if (now === wanted) return;
      await press("ArrowDown");
      await page.waitForFunction((before) => document.activeElement?.textContent !== before, now);
    }
    throw new Error(`${wanted} is not in the tree.`);
  };
  /** Chooses a row of the menu by the arrow keys. */
  const choose = async (item: string) => {
    await press("Shift+F10");
    await isAt(".slc-menu-item");
    for (let step = 0; step < 30; step++) {
      if ((await page.evaluate(() => document.activeElement?.textContent))?.startsWith(item)) {
        return press("Enter");
      }
      await press("ArrowDown");
    }
    throw new Error(`The menu has no ${item}.`);
  };
  return {
    async addFirst(text) {
      await page.locator(".slc-pane").focus();
      await press("a");
      await isAt(".slc-inline-field");
      await press("Control+a");
      await page.keyboard.type(text);
      await press("Enter");
      await isAt(".slc-pane");
    },
    async addBeside(text, sibling) {
      await goTo(sibling);
      await press("a");
      await name(text);
    },
    async addInside(text, parent) {
      await goTo(parent);
      await press("Shift+A");
      await name(text);
    },
    async addRegion(text, parent) {
      await goTo(parent);
      await choose("Add region");
      await name(text);
    },
    async setKind(state, kind) {
      await goTo(state);
      await choose(`Make it ${kind}`);
      await isAt("[role=treeitem]");
    },
    async connect(from, to, event, guard) {
      await goTo(from);
      await press("c");
      await isAt("[role=combobox]");
      await page.keyboard.type(to);
      await press("Tab");
      await page.keyboard.type(event);
      await press("Tab");
      await page.keyboard.type(guard);
      await press("Enter");
      await isAt("[role=treeitem]");
    },
  };
}

/** Elements by role and name and nothing else, as a screen reader or a voice command finds them. */
function byRoles({ page }: CanvasBench): Builder {
  const item = (name: string) => page.getByRole("treeitem", { name, exact: true });
  const name = async (text: string) => {
    const field = page.getByRole("textbox", { name: /^Name of/ });
    await field.fill(text);
    await field.press("Enter");
    await item(text).waitFor({ state: "attached" });
  };
  const choose = async (state: string, row: string) => {
    await item(state).press("ContextMenu");
    await page.getByRole("menu", { name: state }).getByRole("menuitem", { name: row, exact: true }).click();
  };
  return {
    async addFirst(text) {
      await page.getByRole("group", { name: /^Board/ }).press("ContextMenu");
      await page.getByRole("menuitem", { name: "Add state here" }).click();
      await name(text);
    },
    async addBeside(text, sibling) {
      await item(sibling).press("a");
      await name(text);
    },
    async addInside(text, parent) {
      await choose(parent, "Add state inside");
      await name(text);
    },
    async addRegion(text, parent) {
      await choose(parent, "Add region");
      await name(text);
    },
    setKind: (state, kind) => choose(state, `Make it ${kind}`),
    async connect(from, to, event, guard) {
      await choose(from, "Add transition…");
      const form = page.getByRole("dialog", { name: `Transition from ${from}` });
      await form.getByRole("combobox", { name: "Target" }).fill(to);
      await form.getByRole("combobox", { name: "Event" }).fill(event);
      await form.getByRole("combobox", { name: "Guard" }).fill(guard);
      await form.getByRole("button", { name: "Add" }).click();
      await form.waitFor({ state: "detached" });
    },
  };
}

for (const [how, builder] of [["by keys alone", byKeys], ["by roles and names alone", byRoles]] as const) {
  canvasTest(`the graph of the checkout example is built ${how}`, async (bench) => {
    await bench.edit(emptyLike(CHECKOUT));
    await build(builder(bench), graphOf(CHECKOUT.state));
    assertEquals(graphOf((await bench.definition()).state), graphOf(CHECKOUT.state));
  });
}

const DOOR = machine([
  { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
  {
    name: "Open",
    transitions: [{ event: "close", nextState: "Closed" }],
    states: [{ name: "Wide" }, { name: "Ajar" }],
  },
]);

/** The text of the element that has the focus. */
function focused(page: Page): Promise<string | null | undefined> {
  return page.evaluate(() => document.activeElement?.textContent);
}

canvasTest("arrow keys walk the tree, and T goes along a transition", async (bench) => {
  const { page } = bench;
  await bench.edit(DOOR);
  await page.locator("[role=treeitem][tabindex='0']").focus();
  const walk: [string, string][] = [
    ["ArrowDown", "Open"],
    ["ArrowRight", "Wide"],
    ["ArrowDown", "Ajar"],
    ["ArrowLeft", "Open"],
    ["t", "Closed"],
    ["t", "Closed"],
  ];
  for (const [key, name] of walk.slice(0, 5)) {
    await page.keyboard.press(key);
    await page.waitForFunction((name: string) => document.activeElement?.textContent === name, name);
  }
  assertEquals(await page.locator(".slc-said").innerText(), "from Open on close to Closed, 1 of 1.");
  assertEquals(await page.locator(".slc-outline--selected").count(), 1);
});

canvasTest(
  "transitions are a list that reads from where to where, and leads to its states",
  async (bench) => {
    const { page } = bench;
    await bench.edit(DOOR);
    const list = page.getByRole("listbox", { name: "Transitions" });
    assertEquals(await list.getByRole("option").allInnerTexts(), [
      "from Closed on open to Open",
      "from Open on close to Closed",
    ]);
    await list.getByRole("option", { name: "from Closed on open to Open" }).focus();
    await page.keyboard.press("Enter");
    const form = page.getByRole("dialog", { name: "Transition of Closed" });
    await form.getByRole("combobox", { name: "Guard" }).pressSequentially("not in");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    assertEquals(await form.getByRole("combobox", { name: "Guard" }).inputValue(), "not in_state(");
    await form.getByRole("combobox", { name: "Guard" }).fill("free");
    await form.getByRole("button", { name: "Save" }).click();
    await list.getByRole("option", { name: "from Closed on open to Open, if free" }).waitFor({
      state: "attached",
    });
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.activeElement?.textContent === "Open");
    assertEquals(await focused(page), "Open");
  },
);

canvasTest("nudges move what is in hand by 8, and by 1 with Shift", async (bench) => {
  const { page } = bench;
  const places = {
    Closed: { x: 0, y: 0, width: 160, height: 60 },
    Open: { x: 300, y: 0, width: 260, height: 300 },
  };
  await bench.edit(DOOR, places);
  const at = await bench.middle("Closed");
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  const { Closed } = await bench.places();
  assertEquals([Closed?.x, Closed?.y], [8, 1]);
});

for (const colorScheme of ["light", "dark"] as const) {
  canvasTest(
    `a board with its menu and its form has no serious fault of accessibility (${colorScheme})`,
    async (bench) => {
      const { page } = bench;
      await bench.edit(CHECKOUT);
      await page.evaluate(axe.source);
      const violations = () =>
        page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: {
              run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
            };
          };
          const found = (await axe.run()).violations.filter(({ impact }) =>
            impact === "serious" || impact === "critical"
          );
          return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        });
      assertEquals(await violations(), []);
      await page.getByRole("treeitem", { name: "Cart" }).press("ContextMenu");
      assertEquals(await violations(), []);
      await page.getByRole("menuitem", { name: "Add transition…" }).click();
      await page.getByRole("combobox", { name: "Target" }).fill("Car");
      assertEquals(await violations(), []);
    },
    { colorScheme },
  );
}
