/**
 * An agent that knows nothing but the tools builds the checkout example from nothing, over standard streams, checks it, runs it,
 * draws it and makes programs of it.
 *
 * @module
 */
import { enrich, generatePython, generateTypeScript, parseJson } from "@loom/engine";
import { assert, assertEquals } from "@std/assert";
import { readPng } from "../bridge/picture/testing/read_png.ts";
import { startLoomMcp, type StdioMcp } from "./mcp_stdio/loom_mcp.ts";

const EXAMPLE = await Deno.readTextFile(new URL("../examples/checkout.smdf.json", import.meta.url));

/** A call: the tool, and what it is given. */
type Step = readonly [tool: string, values: Record<string, unknown>];

const START: readonly Step[] = [
  ["create_state_machine", { namespace: "Examples.Shop", name: "Checkout" }],
  ["rename_state", { name: "Root", new_name: "Shop" }],
  ["apply_patch", {
    ops: [
      {
        op: "settings.update",
        patch: {
          description:
            "A web shop's checkout: payment and delivery are arranged in any order, and an interrupted order goes on where it was left.",
          objects: [{ instance: "order", class: "Order" }],
          context: { class: "CheckoutContext" },
        },
      },
      {
        op: "eventSource.update",
        index: 0,
        patch: {
          name: "Customer",
          feeder: "CustomerFeeder",
          description: "What the customer does on the page.",
        },
      },
      {
        op: "eventSource.add",
        source: {
          name: "Bank",
          feeder: "BankFeeder",
          description: "What the payment provider answers, or fails to answer in time.",
          events: [],
        },
      },
    ],
  }],
  ["set_notes", {
    notes: "Two regions run side by side in Details; when both are complete the order can be reviewed. " +
      "LastPlace is a deep history.",
  }],
];

const EVENTS: readonly Step[] = [
  ["add_event", { id: "add_item", parameters: { sku: "string", price: "float" } }],
  ["add_event", { id: "check_out" }],
  ["add_event", { id: "pay", parameters: { method: "string" } }],
  ["add_event", { id: "choose_address", parameters: { country: "string" } }],
  ["add_event", { id: "choose_carrier", parameters: { express: "bool" } }],
  ...["change_details", "confirm", "save_for_later", "resume", "cancel"].map((id) =>
    ["add_event", { id }] as const
  ),
  ["add_event", { id: "payment_accepted", source: "Bank" }],
  ["add_event", { id: "payment_declined", source: "Bank" }],
  ["add_timer", {
    id: "bank_silent",
    name: "BankAnswer",
    description: "How long the bank may take.",
    source: "Bank",
  }],
  ["apply_patch", {
    ops: [
      { op: "parameter.update", eventId: "add_item", index: 0, patch: { description: "The article." } },
      { op: "parameter.update", eventId: "add_item", index: 1, patch: { description: "What it costs." } },
      {
        op: "parameter.update",
        eventId: "pay",
        index: 0,
        patch: { description: "card, transfer or voucher." },
      },
    ],
  }],
];

const STATES: readonly Step[] = [
  ["update_state", {
    name: "Shop",
    onEntry: ["items = items or 0; total = total or 0; voucher = voucher or 0; declined = 0"],
  }],
  ["add_state", { name: "Cart", description: "The customer collects articles." }],
  ["add_state", { name: "Ordering", description: "Everything between the cart and the confirmed order." }],
  ["add_state", { name: "Saved", description: "The customer left; the order waits." }],
  ["add_state", { name: "Placed", kind: "final", description: "The order is on its way." }],
  ["add_state", { name: "Cancelled", kind: "final", description: "Nothing was ordered." }],
  ["add_state", {
    name: "Details",
    parent: "Ordering",
    description: "Payment and delivery, each at its own pace.",
  }],
  ["add_state", {
    name: "Review",
    parent: "Ordering",
    description: "The last look before the order counts.",
  }],
  ["add_state", {
    name: "LastPlace",
    parent: "Ordering",
    kind: "history",
    description: "Where the order stood, in both regions.",
  }],
  ["update_state", { name: "LastPlace", history: "deep" }],
  ["set_parallel", { state: "Details", regions: ["Payment", "Delivery"], nextState: "Review" }],
  ["add_state", { name: "ChoosingPayment", parent: "Payment" }],
  ["add_state", {
    name: "AskingBank",
    parent: "Payment",
    onEntry: [{ timerStart: { timer: "BankAnswer", duration: "30000" } }],
    onExit: [{ timerStop: "BankAnswer" }],
  }],
  ["add_state", { name: "Paid", parent: "Payment", kind: "final", description: "This region is complete." }],
  ["add_state", { name: "ChoosingAddress", parent: "Delivery" }],
  ["add_state", { name: "ChoosingCarrier", parent: "Delivery" }],
  ["add_state", {
    name: "DeliveryArranged",
    parent: "Delivery",
    kind: "final",
    description: "This region is complete.",
  }],
];

const transition = (state: string, event: string, nextState: string, more: object = {}): Step => [
  "add_transition",
  { state, event, ...(nextState === "" ? {} : { nextState }), ...more },
];

const TRANSITIONS: readonly Step[] = [
  transition("Cart", "add_item", "", {
    description: "Internal: the cart changes, the state does not.",
    actions: ["items += 1; total += price or 0"],
  }),
  transition("Cart", "check_out", "Ordering", {
    condition: "items > 0",
    description: "An empty cart cannot be ordered.",
  }),
  transition("Ordering", "save_for_later", "Saved"),
  transition("Ordering", "cancel", "Cancelled"),
  transition("ChoosingPayment", "pay", "Paid", {
    condition: "method == 'voucher' && voucher >= total",
    description: "A voucher that covers everything needs no bank.",
  }),
  transition("ChoosingPayment", "pay", "AskingBank"),
  transition("AskingBank", "payment_accepted", "Paid"),
  transition("AskingBank", "payment_declined", "ChoosingPayment", {
    condition: "declined < 2",
    actions: ["declined += 1"],
  }),
  transition("AskingBank", "payment_declined", "", {
    description: "The third refusal cancels the order: the event goes to Ordering.",
    actions: [{ raise: "cancel" }],
  }),
  transition("AskingBank", "bank_silent", "ChoosingPayment"),
  transition("ChoosingAddress", "choose_address", "ChoosingCarrier", { condition: "country not in ['XX']" }),
  transition("ChoosingCarrier", "choose_carrier", "DeliveryArranged", {
    condition: "express and not in_state('AskingBank')",
    description: "Express is offered while no payment is on its way; it costs extra.",
    actions: ["total += 5"],
  }),
  transition("ChoosingCarrier", "choose_carrier", "DeliveryArranged", { condition: "!express" }),
  transition("Review", "change_details", "Details"),
  transition("Review", "confirm", "Placed"),
  transition("Saved", "resume", "LastPlace"),
  transition("Saved", "cancel", "Cancelled"),
];

const ORDER = [
  'add_item {"sku": "A", "price": 10}',
  "check_out",
  'pay {"method": "card"}',
  'choose_address {"country": "NL"}',
  'choose_carrier {"express": false}',
  "payment_accepted",
  "confirm",
];

async function build(agent: StdioMcp): Promise<void> {
  for (const [tool, values] of [...START, ...EVENTS, ...STATES, ...TRANSITIONS]) {
    const { isError, text } = await agent.call(tool, values);
    assert(!isError, `${tool} ${JSON.stringify(values)}: ${text}`);
  }
}

Deno.test("an agent builds, checks, runs, draws and generates the checkout example with tool calls alone", async () => {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/checkout.smdf.json`;
  const example = parseJson(EXAMPLE);
  try {
    await using agent = await startLoomMcp({ LOOM_PROJECT_FILE: path, LOOM_MCP_ROOT: folder });
    await build(agent);
    assertEquals((await agent.call("get_definition")).data.definition, example);
    assertEquals(parseJson(await Deno.readTextFile(path)), example);

    const { data: checked } = await agent.call("validate_definition");
    assertEquals([checked.valid, checked.errors], [true, 0]);

    const { data: run } = await agent.call("simulate", { events: ORDER });
    assertEquals([run.state, run.configuration], ["Placed", ["Shop", "Placed"]]);

    const { data: picture } = await agent.call("render_diagram", { format: "png", scale: 1 });
    const { width, height } = await readPng(await Deno.readFile(String(picture.path)));
    assertEquals([picture.width, picture.height], [width, height]);
    for (const format of ["svg", "mermaid", "ascii"]) {
      assert(!(await agent.call("render_diagram", { format })).isError, format);
    }

    const model = enrich(example);
    for (
      const [language, code] of [["python", generatePython(model)], [
        "typescript",
        generateTypeScript(model),
      ]]
    ) {
      assertEquals((await agent.call("generate_code", { language })).data.code, code);
    }
    assertEquals((await agent.call("diff_definition", { json: EXAMPLE })).data.same, true);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
