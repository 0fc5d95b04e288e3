import { assertEquals, assertThrows } from "@std/assert";
import { JsonSyntaxError } from "@loom/protocol";
import { parseFile, parseText } from "./file.ts";
import { XmlSyntaxError } from "./xml_tree.ts";

const JSON_TEXT = '{ "state": { "name": "A" } }';
const XML_TEXT = '<m><state name="A"/></m>';

for (
  const [path, text] of [
    ["a.smdf.json", JSON_TEXT],
    ["A.JSON", JSON_TEXT],
    ["a.smdf.xml", XML_TEXT],
    ["dir.json/a.FSM", XML_TEXT],
    ["a", JSON_TEXT],
    ["a.smdf", `\uFEFF\n ${XML_TEXT}`],
    ["", JSON_TEXT],
  ] as const
) {
  Deno.test(`parseText() reads ${text.trim()} when the file is called ${JSON.stringify(path)}`, () => {
    assertEquals(parseText(text, path).state.name, "A");
  });
}

Deno.test("parseText() trusts the file's name more than the text", () => {
  assertThrows(() => parseText(XML_TEXT, "a.json"), JsonSyntaxError);
  assertThrows(() => parseText(JSON_TEXT, "a.xml"), XmlSyntaxError);
});

Deno.test("parseFile() reads the file that it is given", () => {
  const read: string[] = [];
  const definition = parseFile("b.fsm", (path) => {
    read.push(path);
    return XML_TEXT;
  });
  assertEquals([definition.state.name, read], ["A", ["b.fsm"]]);
});

Deno.test("parseFile() reads from the host's file system when it is given no reader", () => {
  const file = Deno.makeTempFileSync({ suffix: ".smdf.json" });
  try {
    Deno.writeTextFileSync(file, JSON_TEXT);
    assertEquals(parseFile(file).state.name, "A");
  } finally {
    Deno.removeSync(file);
  }
});
