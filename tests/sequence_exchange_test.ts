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

Deno.test("loom convert reads PlantUML and traces", async () => {
  await using folder = await TempFolder.make();
  const trace = {
    resourceSpans: [{
      resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
      scopeSpans: [{
        spans: [{ traceId: "t", spanId: "a", name: "GET /", startTimeUnixNano: "1", endTimeUnixNano: "2" }],
      }],
    }],
  };
  const sources = {
    "talk.puml": "@startuml\nAlice -> Bob: hello\n@enduml\n",
    "calls.json": JSON.stringify(trace),
  };
  for (const [name, text] of Object.entries(sources)) {
    await Deno.writeTextFile(folder.at(name), text);
    const target = folder.at(name.replace(/\.\w+$/, ".sqdf.json"));
    const { code, err } = await loom(["convert", folder.at(name), "--out", target]);
    assertEquals(code, 0, err);
    assertEquals((await loom(["validate", target, "--strict"])).code, 0);
  }
});
