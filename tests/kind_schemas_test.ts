/**
 * The JSON Schemas of documents other than machines, as a validator of JSON Schema reads them.
 *
 * @module
 */
import Ajv from "ajv/dist/2020.js";
import { DOCUMENT_KINDS } from "@loom/protocol";
import { assertEquals } from "@std/assert";

const SCHEMAS: Readonly<Record<string, string>> = {
  erd: "protocol/erd/erdf.schema.json",
  sequence: "protocol/sequence/sqdf.schema.json",
  system: "protocol/system/sysdf.schema.json",
};
const CORPUS = "../shared/corpus/wave-count/";

async function jsonAt(path: string): Promise<unknown> {
  return JSON.parse(await Deno.readTextFile(new URL(`../${path}`, import.meta.url)));
}

for (const { kind, content, extension } of DOCUMENT_KINDS) {
  const path = SCHEMAS[kind];
  if (path === undefined || content === undefined) continue;

  Deno.test(`${path} accepts what the loom makes and others wrote, and refuses what has another shape`, async () => {
    const accepts = new Ajv.default({ strict: false }).compile(await jsonAt(path) as object);
    for (const { name, make } of content.templates) {
      assertEquals([name, accepts(make({ name: "New", namespace: "N" }))], [name, true]);
    }
    const folder = new URL(`../${CORPUS}`, import.meta.url);
    const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(extension))) {
      assertEquals([name, accepts(await jsonAt(CORPUS + name))], [name, true]);
    }
    assertEquals([accepts({}), accepts({ ...content.empty("New"), settings: 1 })], [false, false]);
  });
}
