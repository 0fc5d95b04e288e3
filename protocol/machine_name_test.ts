import { assertEquals } from "@std/assert";
import { machineNameFrom } from "./machine_name.ts";

Deno.test("machineNameFrom() joins the words of a file's name", () => {
  const paths = ["my-door.smdf.json", "/a.b/garage_door.mmd", "C:\\x\\lamp.json", "Über uns.json"];
  assertEquals(paths.map(machineNameFrom), ["MyDoor", "GarageDoor", "Lamp", "ÜberUns"]);
});

Deno.test("machineNameFrom() gives a name that begins with a letter, whatever the file is called", () => {
  assertEquals(["7.json", "", ".json"].map(machineNameFrom), ["Machine7", "Machine", "Machine"]);
});
