import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../testing/loom.ts";

const SHOP = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="Shop">
  <state id="buying">
    <invoke id="pay"><param name="sum" expr="5"/><content><scxml version="1.0" datamodel="ecmascript">
      <datamodel><data id="sum" expr="0"/></datamodel>
      <state id="waiting"><transition event="coin" target="over"/></state>
      <final id="over"><donedata><content expr="sum"/></donedata></final>
    </scxml></content></invoke>
    <transition event="go"><send target="#_pay" event="coin"/></transition>
    <transition event="done.invoke.pay" cond="_event.data == 5" target="paid"/>
  </state>
  <final id="paid"/>
</scxml>`;

Deno.test("loom convert writes the machines inside a document beside it", async () => {
  await using folder = await TempFolder.make();
  const source = await folder.write("shop.scxml", SHOP);
  const out = folder.at("new/shop.smdf.json");
  const { code, err } = await loom(["convert", source, "--out", out]);
  assertEquals(code, 0, err);
  assertStringIncludes(err, "Shop.pay.smdf.json · another machine of this source");
  for (const doc of [source, out]) {
    const run = await loom(["--doc", doc, "run", "--events", "go"]);
    assertStringIncludes(run.out, "go  buying → paid  done", run.err);
  }
  const { err: advice } = await loom(["convert", source, "--to", "json"]);
  assertStringIncludes(advice, 'give --out to write "Shop.pay.smdf.json" too');
});

Deno.test("loom convert reads the scripts and data beside a document, and none further out", async () => {
  await using folder = await TempFolder.make();
  await Deno.mkdir(folder.at("sub"));
  await folder.write("secret.js", "n = 9");
  await folder.write("sub/start.js", "n = n + 1");
  await folder.write("sub/list.json", "[1, 2]");
  const text = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript">
    <datamodel><data id="n" expr="1"/><data id="list" src="file:list.json"/></datamodel>
    <script src="start.js"/><script src="../secret.js"/><state id="a"/></scxml>`;
  const source = await folder.write("sub/door.scxml", text);
  const { out, err } = await loom(["convert", source, "--to", "json", "--bare"]);
  const { settings, state } = JSON.parse(out);
  assertEquals(settings.data[1], { name: "list", type: "any", initial: [1, 2] });
  assertEquals(state.onEntry.actions, [{ code: "n = n + 1" }]);
  assertStringIncludes(err, 'The script "../secret.js" was left out: it could not be read.');
});
