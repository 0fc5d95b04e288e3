import { compileMachine, Simulation } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertMatch } from "@std/assert";
import { loadInvokedMachines } from "./invoked_machines.ts";

function machine(name: string, invoked?: string): StateMachineDefinition {
  return {
    settings: { namespace: "Shop", name, asynchronous: false },
    events: [{ name: "All", events: [{ id: "pay" }, { id: "bad" }] }],
    state: {
      name: "Root",
      states: [
        {
          name: "Paying",
          ...(invoked === undefined ? {} : { invoke: [{ id: "payment", machine: invoked }] }),
          transitions: [
            { event: "pay", nextState: "Paid" },
            { event: "done.invoke.payment", nextState: "Paid" },
            { event: "bad", actions: [{ send: { event: "pay", to: "payment" } }] },
          ],
        },
        { name: "Paid", kind: "final" },
      ],
    },
  };
}

async function withFiles(
  files: Readonly<Record<string, unknown>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    for (const [path, content] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, JSON.stringify(content));
    }
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("loadInvokedMachines() reads machines beside a document, and those that they invoke", async () => {
  const files = {
    "sub/pay.smdf.json": machine("Pay", "../bank.smdf.json"),
    "bank.smdf.json": machine("Bank"),
  };
  await withFiles(files, async (folder) => {
    const shop = machine("Shop", "sub/pay.smdf.json");
    const { machines, problems } = await loadInvokedMachines(`${folder}/shop.smdf.json`, shop);
    assertEquals(problems, []);
    const inner = machines["sub/pay.smdf.json"]?.machines["../bank.smdf.json"];
    assertEquals(inner?.program.name, "Bank");
    const simulation = new Simulation(compileMachine(shop), { machines });
    simulation.perform({ kind: "event", event: "bad" });
    assertEquals(simulation.machine.state, "Paid");
    simulation.close();
  });
});

Deno.test("loadInvokedMachines() finds a machine by its name in the system of the document", async () => {
  const files = {
    "all.sysdf.json": {
      settings: { namespace: "Shop", name: "All" },
      members: [{ path: "shop/shop.smdf.json" }, { path: "money/pay.smdf.json" }],
    },
    "shop/shop.smdf.json": machine("Shop", "Pay"),
    "money/pay.smdf.json": machine("Pay"),
  };
  await withFiles(files, async (folder) => {
    const path = `${folder}/shop/shop.smdf.json`;
    const { machines, problems } = await loadInvokedMachines(path, machine("Shop", "Pay"), { root: folder });
    assertEquals([problems, machines["Pay"]?.program.name], [[], "Pay"]);
  });
});

Deno.test("loadInvokedMachines() says why a machine cannot be read", async () => {
  const files = {
    "pay.smdf.json": machine("Pay", "bank.smdf.json"),
    "bank.smdf.json": machine("Bank", "pay.smdf.json"),
    "shop/broken.smdf.json": { settings: {}, events: [], state: {} },
  };
  await withFiles(files, async (folder) => {
    for (
      const [text, reason] of [
        ["nowhere.smdf.json", /"nowhere.smdf.json" does nothing here.*there is no document/],
        ["../pay.smdf.json", /outside|leads out|not in/],
        ["broken.smdf.json", /broken.smdf.json.*A state must have a name/],
      ] as const
    ) {
      const shop = machine("Shop", text);
      const { machines, problems } = await loadInvokedMachines(`${folder}/shop/shop.smdf.json`, shop);
      assertEquals(machines, {});
      assertMatch(problems.join(" "), reason);
    }
    const shop = machine("Shop", "pay.smdf.json");
    const { problems } = await loadInvokedMachines(`${folder}/shop.smdf.json`, shop);
    assertMatch(
      problems.join(" "),
      /"pay.smdf.json" would run inside of itself: shop.smdf.json invokes pay.smdf.json invokes bank.smdf.json invokes pay/,
    );
  });
});

Deno.test("loadInvokedMachines() takes machines inside the text of a document, and files in other formats", async () => {
  const inner = machine("Inner", "bank.scxml");
  const parts = [{ path: "Shop.payment.smdf.json", definition: inner }];
  await withFiles({ "shop.smdf.json": {} }, async (folder) => {
    const bank = '<scxml version="1.0"><state id="Open"/></scxml>';
    await Deno.writeTextFile(`${folder}/bank.scxml`, bank);
    const shop = machine("Shop", "Shop.payment.smdf.json");
    const path = `${folder}/shop.scxml`;
    const { machines, problems } = await loadInvokedMachines(path, shop, { parts });
    const found = machines["Shop.payment.smdf.json"];
    assertEquals([problems, found?.program.name], [[], "Inner"]);
    assertEquals(found?.machines["bank.scxml"]?.program.name, "bank");
  });
});
