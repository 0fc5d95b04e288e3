import { assertEquals, assertRejects } from "@std/assert";
import { findDocument } from "./find_document.ts";
import { HttpError } from "./http_error.ts";

const EPISODE = "2026-episode-007-doors";

/** A chronicle of one episode in a folder that is a root too, and a folder outside of both. */
async function inChronicle(run: (root: string, outside: string) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const root = `${folder}/root`;
  const episode = `${root}/chronicle/${EPISODE}`;
  try {
    for (const path of [`${episode}/diagrams/deep`, `${episode}/notes`, `${root}/chronicle/.git/diagrams`]) {
      await Deno.mkdir(path, { recursive: true });
    }
    await Deno.mkdir(`${folder}/outside`);
    await Deno.mkdir(`${root}/chronicle/linked`);
    await Deno.symlink(`${episode}/notes`, `${root}/chronicle/linked/diagrams`);
    const files = [
      "diagrams/door.smdf.json",
      "diagrams/.door.json",
      "diagrams/deep/door.json",
      "notes/door.json",
    ];
    for (const file of files) await Deno.writeTextFile(`${episode}/${file}`, "{}");
    for (const file of [".git/diagrams/door.json", "door.json"]) {
      await Deno.writeTextFile(`${root}/chronicle/${file}`, "{}");
    }
    await run(root, `${folder}/outside`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The path that is found, or the status and the word of the refusal. */
async function found(
  doc: string,
  where: { readonly roots: readonly string[]; readonly chronicle?: string; readonly doc?: string },
): Promise<unknown> {
  try {
    const { path } = await findDocument(doc, { doc: "/none.smdf.json", chronicle: undefined, ...where });
    return path;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return [error.status, error.code];
  }
}

Deno.test("findDocument() finds the diagrams of a chronicle, and nothing else of it, whatever the roots say", async () => {
  await inChronicle(async (root, outside) => {
    const chronicle = `${root}/chronicle`;
    const diagrams = `${chronicle}/${EPISODE}/diagrams`;
    await Deno.symlink(`${diagrams}/door.smdf.json`, `${outside}/door.smdf.json`);
    await Deno.symlink(`${chronicle}/door.json`, `${root}/way.json`);
    await Deno.writeTextFile(`${root}/door.json`, "{}");
    const refused = [403, "outside_root"];
    const rows: readonly (readonly [path: string, expected: unknown])[] = [
      [`${diagrams}/door.smdf.json`, `${diagrams}/door.smdf.json`],
      [`${outside}/door.smdf.json`, `${diagrams}/door.smdf.json`],
      [`${diagrams}/new.smdf.json`, `${diagrams}/new.smdf.json`],
      [`${chronicle}/none/diagrams/door.json`, [404, "no_folder"]],
      [`${diagrams}/.door.json`, refused],
      [`${diagrams}/deep/door.json`, refused],
      [`${chronicle}/${EPISODE}/notes/door.json`, refused],
      [`${chronicle}/linked/diagrams/door.json`, refused],
      [`${chronicle}/.git/diagrams/door.json`, refused],
      [`${chronicle}/door.json`, refused],
      // Nobody is told whether something is there.
      [`${chronicle}/${EPISODE}/none/door.json`, refused],
      [`${chronicle}/none.json`, refused],
    ];
    for (const roots of [[], [root], [`${chronicle}/${EPISODE}`]]) {
      for (const [path, expected] of rows) {
        assertEquals([path, await found(path, { roots, chronicle })], [path, expected]);
      }
    }
    const where = { roots: [root], chronicle };
    assertEquals(await found(`${root}/way.json`, where), refused);
    assertEquals(await found(`${root}/door.json`, where), `${root}/door.json`);
    assertEquals(await found(`${chronicle}/door.json`, { roots: [root] }), `${chronicle}/door.json`);
    assertEquals(await found(`${outside}/none.json`, where), refused);
  });
});

Deno.test("findDocument() bounds what a diagram of a chronicle names to its folder", async () => {
  await inChronicle(async (root) => {
    const where = { doc: "/none.json", roots: [root], chronicle: `${root}/chronicle` };
    const diagrams = `${root}/chronicle/${EPISODE}/diagrams`;
    assertEquals((await findDocument(`${diagrams}/door.smdf.json`, where)).root, diagrams);
    await Deno.writeTextFile(`${root}/door.json`, "{}");
    assertEquals((await findDocument(`${root}/door.json`, where)).root, root);
  });
});

Deno.test("findDocument() finds nothing in a chronicle that is not there", async () => {
  await inChronicle(async (root) => {
    const where = { roots: [root], chronicle: `${root}/none` };
    assertEquals(await found(`${root}/chronicle/door.json`, where), `${root}/chronicle/door.json`);
    assertEquals(await found(`${root}/none/e/diagrams/door.json`, { ...where, roots: [] }), [
      403,
      "outside_root",
    ]);
  });
});

Deno.test("findDocument() refuses a link to what is no document by its own name, but the server's own", async () => {
  await inChronicle(async (root) => {
    await Deno.writeTextFile(`${root}/secret.txt`, "{}");
    await Deno.symlink(`${root}/secret.txt`, `${root}/door.smdf.json`);
    const link = `${root}/door.smdf.json`;
    assertEquals(await found(link, { roots: [root] }), [403, "unsafe_path"]);
    assertEquals(await found(link, { roots: [root], doc: link }), `${root}/secret.txt`);
  });
});

Deno.test("findDocument() tells where documents are, and in a container which path to ask for", async () => {
  const said = async (roots: readonly string[], chronicle?: string) => {
    const where = { doc: "/none.json", roots, chronicle };
    return (await assertRejects(() => findDocument("/else/door.json", where), HttpError)).message;
  };
  const begin = '"/else/door.json" lies outside what is served: ';
  assertEquals(await said(["/a", "/b"]), `${begin}name a document in /a or /b.`);
  assertEquals(await said(["/a"], "/c"), `${begin}name a document in /a or /c/<episode>/diagrams.`);
  assertEquals(await said(["/data"]), `${begin}ask for "/data/door.json".`);
});
