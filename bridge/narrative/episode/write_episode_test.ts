import { DocumentError } from "../../document/mod.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { episodeFiles } from "./episode_files.ts";
import { beatsLike, ISSUE_STORY } from "./testing.ts";
import { writeEpisode } from "./write_episode.ts";

const OPTIONS = { episode: 7, now: new Date("2026-01-04T00:00:00Z") };

Deno.test("writeEpisode() writes into a folder that it makes, again over the same, and names an older title", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const home = `${folder}/new/episodes`;
    const first = episodeFiles(beatsLike(ISSUE_STORY), OPTIONS);
    assertEquals((await writeEpisode(home, first)).older, []);
    const again = await writeEpisode(home, first);
    assertEquals(again.older, []);
    assertEquals(again.paths.map((path) => path.slice(home.length + 1)), first.files.map(({ name }) => name));
    const [markdown = "", ncp = ""] = await Promise.all(again.paths.map((path) => Deno.readTextFile(path)));
    const [text = ""] = first.files.map((file) => file.text);
    assert(markdown.startsWith(text));
    assertMatch(markdown.slice(text.length), /^<!-- Made by the loom\. Checksum: [0-9a-f]{16} -->\n$/);
    assertEquals(ncp, first.files[1]?.text);
    const renamed = await writeEpisode(home, episodeFiles(beatsLike(["beat"]), OPTIONS));
    assertEquals(renamed.older, [`${home}/s01e07-issue-1---spelling-error-in-th.md`]);
    const names = Deno.readDirSync(home).map(({ name }) => name);
    assertEquals(names.filter((name) => name !== ".made-loom").toArray().length, 4);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

for (const place of [0, 1, 2]) {
  Deno.test(`writeEpisode() writes nothing when file ${place} is not its own, unless that is asked for`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const options = { ...OPTIONS, scenario: true };
      const made = episodeFiles(beatsLike(ISSUE_STORY), options);
      const { paths } = await writeEpisode(folder, made);
      await writeEpisode(folder, made);
      await Deno.writeTextFile(paths[place] ?? "", "mine\n", { append: true });
      const before = await Promise.all(paths.map((path) => Deno.readTextFile(path)));
      const other = episodeFiles(beatsLike(ISSUE_STORY), { ...options, genre: "Other" });
      const refused = await assertRejects(
        () => writeEpisode(folder, other, { overwriteFlag: "--overwrite" }),
        DocumentError,
        "or give --overwrite",
      );
      assertEquals([refused.code, refused.path], ["exists", paths[place]]);
      assertEquals(await Promise.all(paths.map((path) => Deno.readTextFile(path))), before);
      await writeEpisode(folder, other, { overwrite: true });
      assertEquals(await Deno.readTextFile(paths[1] ?? ""), other.files[1]?.text);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
