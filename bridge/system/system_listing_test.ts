import { assertEquals } from "@std/assert";
import { systemListing } from "./system_listing.ts";

async function inFolder(
  files: Record<string, unknown>,
  run: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    await Deno.mkdir(`${folder}/shop/pay`, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      const text = typeof content === "string" ? content : JSON.stringify(content);
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const listing = (...paths: string[]) => ({ members: paths.map((path) => ({ path })) });

Deno.test("systemListing() takes the nearest that lists the document, by name", async () => {
  await inFolder({
    "shop/all.sysdf.json": listing("pay/pay.sqdf.json"),
    "shop/pay/a.sysdf.json": listing("other.sqdf.json"),
    "shop/pay/c.sysdf.json": listing("pay.sqdf.json"),
    "shop/pay/b.sysdf.json": listing("./pay.sqdf.json"),
  }, async (folder) => {
    const pathOf = async (path: string) => (await systemListing(`${folder}/${path}`, { root: folder }))?.path;
    assertEquals(await pathOf("shop/pay/pay.sqdf.json"), `${folder}/shop/pay/b.sysdf.json`);
    assertEquals(await pathOf("shop/pay/free.sqdf.json"), undefined);
    assertEquals(await pathOf("nowhere/pay.sqdf.json"), undefined);
  });
});

Deno.test("systemListing() passes over what cannot be read", async () => {
  await inFolder({
    "shop/pay/a.sysdf.json": "{",
    "shop/pay/b.sysdf.json": { members: [null, 1, { path: 2 }, "pay.sqdf.json"] },
    "shop/c.sysdf.json": listing("pay/pay.sqdf.json"),
  }, async (folder) => {
    const found = await systemListing(`${folder}/shop/pay/pay.sqdf.json`, { root: folder });
    assertEquals(found?.path, `${folder}/shop/c.sysdf.json`);
  });
});

Deno.test("systemListing() looks no higher than the root", async () => {
  await inFolder({ "all.sysdf.json": listing("shop/pay/pay.sqdf.json") }, async (folder) => {
    const path = `${folder}/shop/pay/pay.sqdf.json`;
    assertEquals((await systemListing(path, { root: folder }))?.path, `${folder}/all.sysdf.json`);
    assertEquals(await systemListing(path, { root: `${folder}/shop` }), undefined);
  });
});

Deno.test("systemListing() looks only in a document's folder where no root is set and it is not below the working folder", async () => {
  await inFolder(
    { "all.sysdf.json": listing("shop/pay/pay.sqdf.json", "here.sqdf.json") },
    async (folder) => {
      assertEquals(await systemListing(`${folder}/shop/pay/pay.sqdf.json`), undefined);
      assertEquals((await systemListing(`${folder}/here.sqdf.json`))?.path, `${folder}/all.sysdf.json`);
    },
  );
});
