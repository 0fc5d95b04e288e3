import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { diagramFileName, episodeOf, machineNameFrom, timeStamp } from "./file_name.ts";

const AT = new Date(2026, 8, 5, 7, 3, 9);

function nameOf(parts: { doc?: string; machine?: string }): string {
  return diagramFileName({ ...parts, format: "svg", at: AT }).replace("--260905070309.svg", "");
}

Deno.test("timeStamp() pads every part to two digits", () => {
  assertEquals(timeStamp(AT), "260905070309");
});

Deno.test("episodeOf() finds the folder's episode in short and long form", () => {
  assertEquals(episodeOf("/x/ep07/a"), "ep07");
  assertEquals(episodeOf("ep-12\\a"), "ep12");
  assertEquals(episodeOf("/x/EPISODE-0123-z/a"), "ep0123");
  assertEquals(episodeOf("/x/season-ep03/ep04/a"), "ep03");
});

Deno.test("episodeOf() finds none in names that only look like one", () => {
  for (const path of ["/x/ep7/a", "/x/ep12345/a", "/x/ep12.json", "step12/a", ""]) {
    assertEquals(episodeOf(path), null, path);
  }
});

Deno.test("diagramFileName() joins episode, machine, stamp and format", () => {
  const name = diagramFileName({ doc: "/x/ep07/a.smdf.json", machine: "Kettle", format: "png", at: AT });
  assertEquals(name, "ep07--Kettle--260905070309.png");
});

Deno.test("diagramFileName() leaves out the episode when there is none", () => {
  assertEquals(diagramFileName({ machine: "Kettle", format: "mmd", at: AT }), "Kettle--260905070309.mmd");
});

Deno.test("diagramFileName() falls back to the document, then to a fixed name", () => {
  assertEquals(nameOf({ doc: "a/Order.SMDF.json", machine: "日本" }), "Order");
  assertEquals(nameOf({ doc: "a\\plain.json" }), "plain");
  assertEquals(nameOf({ doc: "a/data.erdf.json" }), "data.erdf");
  assertEquals(nameOf({ doc: "a/日本.smdf.json" }), "statemachine");
});

Deno.test("diagramFileName() keeps letters, digits, dots and dashes of a name", () => {
  assertEquals(nameOf({ machine: " Tea  Maker_v2 " }), "Tea-Maker-v2");
  assertEquals(nameOf({ machine: "été" }), "t");
  assertEquals(nameOf({ machine: "..a--b.." }), "a-b");
});

Deno.test("diagramFileName() is safe and short, whatever the names are", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 200 }),
      (doc, machine) => {
        const name = diagramFileName({ doc, machine, format: "svg", at: AT });
        assertMatch(name, /^[A-Za-z0-9][A-Za-z0-9.-]*$/);
        assert(name.length < 100);
      },
    ),
    { seed: 1 },
  );
});

Deno.test("machineNameFrom() joins the words of a file's name", () => {
  const paths = ["my-door.smdf.json", "/a.b/garage_door.mmd", "C:\\x\\lamp.json", "Über uns.json"];
  assertEquals(paths.map(machineNameFrom), ["MyDoor", "GarageDoor", "Lamp", "ÜberUns"]);
});

Deno.test("machineNameFrom() gives a name that begins with a letter, whatever the file is called", () => {
  assertEquals(["7.json", "", ".json"].map(machineNameFrom), ["Machine7", "Machine", "Machine"]);
});
