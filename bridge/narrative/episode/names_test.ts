import { assertEquals } from "@std/assert";
import { episodeSlug, episodeTitle } from "./names.ts";

const NOW = new Date("2026-01-03T23:20:00Z");
const titled = (narrative_function: string, content: string) =>
  episodeTitle([{ narrative_function: "beat", content: "Push" }, { narrative_function, content }], NOW);

Deno.test("episodeTitle() takes the first opening or climax, without # and with dashes for colons", () => {
  const content = "Issue #1: Spelling error in the README file";
  assertEquals(titled("inciting_incident", content), "Issue 1 - Spelling error in the README file");
  assertEquals(titled("climax", content), "Issue 1 - Spelling error in the README file");
  assertEquals(titled("resolution", content), "Episode 20260103");
});

Deno.test("episodeTitle() cuts after 50 code points, and halves none", () => {
  assertEquals(titled("climax", "🚀".repeat(60)), "🚀".repeat(50));
});

Deno.test("episodeTitle() takes the day when nothing but blanks is left", () => {
  assertEquals(titled("climax", " # "), "Episode 20260103");
});

Deno.test("episodeSlug() keeps every hyphen and cuts after 30 code points", () => {
  assertEquals(
    episodeSlug("PR 7 - feat(api) - support a/b testing of the onboa"),
    "pr-7---feat(api)---support-a-b",
  );
  assertEquals(episodeSlug("🚀".repeat(50)), "🚀".repeat(30));
});

Deno.test("episodeSlug() makes no way out of the folder, and no name that a system refuses", () => {
  assertEquals(episodeSlug("../../etc/passwd"), "..-..-etc-passwd");
  assertEquals(episodeSlug('a\\b?c*d|e"f<g>h\u0007i'), "a-b-c-d-e-f-g-h-i");
  assertEquals(episodeSlug("the end..."), "the-end");
  assertEquals(episodeSlug("..."), "episode");
});
