import { assertEquals, assertStringIncludes } from "@std/assert";
import { loom, TempFolder } from "../cli/testing/loom.ts";

Deno.test("loom convert reads and writes Mermaid sequences, and says what it leaves out", async () => {
  await using folder = await TempFolder.make();
  const text = "sequenceDiagram\n  Alice->>Bob: hello\n  autonumber\n  Bob-->>Alice: hello back\n";
  const source = folder.at("talk.mmd");
  await Deno.writeTextFile(source, text);
  const target = folder.at("talk.sqdf.json");
  const { code, err } = await loom(["convert", source, "--out", target]);
  assertEquals(code, 0, err);
  assertStringIncludes(err, "Passed over: autonumber");
  const { participants, messages, settings } = JSON.parse(await Deno.readTextFile(target));
  assertEquals(participants.map(({ name }: { name: string }) => name), ["Alice", "Bob"]);
  assertEquals(messages.length, 2);
  assertEquals(settings.name, "Talk");
  assertEquals((await loom(["validate", target, "--strict"])).code, 0);
  const back = await loom(["convert", target, "--to", "mermaid", "--out", folder.at("back.mmd")]);
  assertEquals(back.code, 0, back.err);
  assertStringIncludes(await Deno.readTextFile(folder.at("back.mmd")), "p1->>p2: 1 hello");
});
