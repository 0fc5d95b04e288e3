import { assertEquals, assertRejects } from "@std/assert";
import { exitCodeOf } from "../exit_code.ts";
import { TempFolder } from "../testing/loom.ts";
import { readTokenFile, TokenFileError } from "./token_file.ts";

const onWindows = Deno.build.os === "windows";

async function tokenFile(folder: TempFolder, text: string, mode = 0o600): Promise<string> {
  const path = await folder.write("hub.token", text);
  if (!onWindows) await Deno.chmod(path, mode);
  return path;
}

Deno.test("readTokenFile() gives the token without the space around it", async () => {
  await using folder = await TempFolder.make();
  assertEquals(await readTokenFile(await tokenFile(folder, " s3cret\n")), "s3cret");
});

Deno.test({
  name: "readTokenFile() refuses a file that others may read, and says how to change that",
  ignore: onWindows,
  fn: async () => {
    await using folder = await TempFolder.make();
    for (const mode of [0o640, 0o604, 0o666]) {
      const path = await tokenFile(folder, "s3cret", mode);
      const error = await assertRejects(() => readTokenFile(path), TokenFileError, `chmod 600 ${path}`);
      assertEquals([error.code, exitCodeOf(error)], ["token_not_private", 3]);
    }
  },
});

Deno.test("readTokenFile() refuses what holds no token", async () => {
  await using folder = await TempFolder.make();
  for (const text of ["", "\n", "two words", "x".repeat(5000)]) {
    const path = await tokenFile(folder, text);
    const error = await assertRejects(() => readTokenFile(path), TokenFileError, "which is one word");
    assertEquals([error.code, exitCodeOf(error)], ["token_empty", 4]);
  }
});

Deno.test("readTokenFile() tells a file that is not there, and a folder", async () => {
  await using folder = await TempFolder.make();
  for (const path of [folder.at("none"), folder.path]) {
    const error = await assertRejects(() => readTokenFile(path), TokenFileError, "cannot be read");
    assertEquals([error.code, error.path, exitCodeOf(error)], ["token_unreadable", path, 4]);
  }
});
