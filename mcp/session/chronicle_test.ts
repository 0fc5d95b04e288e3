import { KINDS } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { ToolError } from "../tool.ts";
import { chronicleFile, isChronicleAddress } from "./chronicle.ts";

async function inChronicle(test: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  for (const name of ["2024-episode-007-harbour", "2024-episode-12-mill", "b-episode-12-tower", "loose"]) {
    await Deno.mkdir(`${root}/${name}`);
  }
  try {
    await test(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("isChronicleAddress() knows the scheme in upper and lower case", () => {
  assertEquals(isChronicleAddress("LOOM-Chronicle://7/door"), true);
  assertEquals(isChronicleAddress("/srv/door.smdf.json"), false);
});

Deno.test("chronicleFile() finds the episode by number or name, and completes the file's name", () =>
  inChronicle(async (root) => {
    for (
      const [address, file] of [
        ["loom-chronicle://7/door", "2024-episode-007-harbour/diagrams/door.smdf.json"],
        ["loom-chronicle://0007/diagrams/door", "2024-episode-007-harbour/diagrams/door.smdf.json"],
        ["Loom-Chronicle://loose/shop.erdf", "loose/diagrams/shop.erdf.json"],
        ["loom-chronicle://loose/door.JSON", "loose/diagrams/door.JSON"],
        ["loom-chronicle://b-episode-12-tower/a%20b?x#y", "b-episode-12-tower/diagrams/a b.smdf.json"],
      ] as const
    ) {
      assertEquals(await chronicleFile(address, root, KINDS), `${root}/${file}`);
    }
  }));

Deno.test("chronicleFile() refuses what names nothing, or more than one thing", () =>
  inChronicle(async (root) => {
    for (
      const [address, code, words] of [
        ["loom-chronicle://7", "bad_address", "names no document"],
        ["loom-chronicle://99/door", "no_episode", '"99"'],
        ["loom-chronicle://12/door", "ambiguous_episode", '"2024-episode-12-mill" or "b-episode-12-tower"'],
        ["loom-chronicle://../door", "bad_address", "leaves its episode"],
        ["loom-chronicle://loose/..", "bad_address", "leaves its episode"],
        ["loom-chronicle://loose/..%2f..%2fdoor", "bad_address", "leaves its episode"],
      ] as const
    ) {
      const error = await assertRejects(() => chronicleFile(address, root, KINDS), ToolError, words);
      assertEquals(error.code, code);
    }
    const error = await assertRejects(
      () => chronicleFile("loom-chronicle://7/door", `${root}/none`, KINDS),
      ToolError,
    );
    assertEquals(error.code, "no_chronicle");
  }));
