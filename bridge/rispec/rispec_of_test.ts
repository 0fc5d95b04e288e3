import type { StateMachineDefinition } from "@loom/protocol";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { readDecomposition } from "./read_decomposition.ts";
import { rispecOf } from "./rispec_of.ts";

function door(pdeId: unknown, pdeFolder: unknown): StateMachineDefinition {
  const source = { pdeId, pdeFolder } as Record<string, string>;
  return {
    settings: { namespace: "Home", name: "Door", asynchronous: false, _source: source },
    events: [],
    state: { name: "Root" },
  };
}

function described(realPath: string, definition: StateMachineDefinition) {
  return { kind: "machine", realPath, definition: { ...definition } };
}

async function inFolder(test: (home: string, outside: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(`${folder}/home/.pde/day--7f`, { recursive: true });
    await Deno.mkdir(`${folder}/outside`);
    await test(`${folder}/home`, `${folder}/outside`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const PDE = JSON.stringify({ prompt: "A door.", result: { primary: { target: "Doors that close." } } });

Deno.test("rispecOf() folds in the decomposition that the definition names", async () => {
  await inFolder(async (home) => {
    await Deno.writeTextFile(`${home}/.pde/day--7f/pde-7f.json`, PDE);
    const { text, decomposition, remark } = await rispecOf(
      described(`${home}/door.smdf.json`, door("7f", ".pde/day--7f")),
    );
    assertStringIncludes(text, "> Doors that close.\n");
    assertStringIncludes(text, "> A door.\n");
    assertEquals([decomposition, remark], [`${home}/.pde/day--7f/pde-7f.json`, undefined]);
  });
});

Deno.test("rispecOf() goes without a decomposition that is not there, and says so", async () => {
  await inFolder(async (home) => {
    const { text, decomposition, remark } = await rispecOf(
      described(`${home}/door.smdf.json`, door("7f", ".pde/none")),
    );
    assertStringIncludes(text, "**Source PDE:** `7f`");
    assertEquals(decomposition, undefined);
    assertMatch(remark ?? "", /^The prompt decomposition "7f" is left out\. There is no folder /);
  });
});

Deno.test("readDecomposition() says nothing where the definition names none", async () => {
  const rows = [["7f", undefined], [undefined, ".pde"], ["", "."], [7, ["x"]]] as const;
  for (const [id, folder] of rows) {
    assertEquals(await readDecomposition("/x.smdf.json", door(id, folder)), {});
  }
});

Deno.test("readDecomposition() reads nothing outside of the document's folder", async () => {
  await inFolder(async (home, outside) => {
    await Deno.writeTextFile(`${outside}/pde-7f.json`, PDE);
    await Deno.symlink(outside, `${home}/link`);
    await Deno.symlink(`${outside}/pde-7f.json`, `${home}/pde-7f.json`);
    for (const folder of [outside, "../outside", "link", ".", `.pde/../../outside`]) {
      const found = await readDecomposition(`${home}/door.smdf.json`, door("7f", folder));
      assertEquals(found.decomposition, undefined, folder);
      assertStringIncludes(found.remark ?? "", "outside the permitted folder", folder);
    }
  });
});

Deno.test("readDecomposition() reads inside of the root that is given, absolute folders too", async () => {
  await inFolder(async (home, outside) => {
    await Deno.writeTextFile(`${outside}/pde-7f.json`, PDE);
    const root = home.slice(0, home.lastIndexOf("/"));
    for (const folder of [outside, "../outside"]) {
      const found = await readDecomposition(`${home}/door.smdf.json`, door("7f", folder), { root });
      assertEquals(found.path, `${outside}/pde-7f.json`);
    }
  });
});

Deno.test("readDecomposition() takes no id that leads to another file", async () => {
  await inFolder(async (home) => {
    await Deno.mkdir(`${home}/pde-`);
    await Deno.writeTextFile(`${home}/secret.json`, PDE);
    for (const id of ["/../secret", "..\\secret", "..", "a\0b", "a\nb"]) {
      const found = await readDecomposition(`${home}/door.smdf.json`, door(id, "."));
      assertEquals(found.decomposition, undefined, id);
      assertStringIncludes(found.remark ?? "", "is no file name", id);
    }
  });
});

Deno.test("readDecomposition() passes over a file that it cannot use", async () => {
  await inFolder(async (home) => {
    for (const content of ["{", "[]", "x".repeat(5 * 1024 * 1024), "[".repeat(5000)]) {
      await Deno.writeTextFile(`${home}/pde-7f.json`, content);
      const found = await readDecomposition(`${home}/door.smdf.json`, door("7f", "."));
      assertEquals(found.decomposition, undefined);
      assertStringIncludes(found.remark ?? "", 'The prompt decomposition "7f" is left out. ');
    }
  });
});
