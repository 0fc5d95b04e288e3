import { assertEquals, assertThrows } from "@std/assert";
import { checkVersion, releasedChangelog, releaseNotes, withVersion } from "./versions.ts";

const FILE = { path: "a.toml", line: /^(version = ")([^"]*)(")/m };

Deno.test("withVersion() replaces the version of the line only", () => {
  assertEquals(
    withVersion('a = "1.0.0"\nversion = "1.0.0"\n', FILE, "1.1.0"),
    'a = "1.0.0"\nversion = "1.1.0"\n',
  );
});

Deno.test("withVersion() refuses a text without a version", () => {
  assertThrows(() => withVersion("a", FILE, "1.1.0"), Error, "a.toml");
});

Deno.test("checkVersion() takes the same version and a higher one", () => {
  checkVersion("1.2.3", "1.2.3");
  checkVersion("1.10.0-rc.1", "1.9.9");
});

Deno.test("checkVersion() refuses a lower version, and words", () => {
  assertThrows(() => checkVersion("1.9.9", "1.10.0"), Error, "lower");
  assertThrows(() => checkVersion("next", "1.10.0"), Error, '"next"');
});

const CHANGELOG = "# Changelog\n\n## Unreleased: 1.1.0\n\n- New.\n\n## 1.0.0 (2020-01-01)\n\n- Old.\n";

Deno.test("releasedChangelog() names the unreleased section, once", () => {
  const released = releasedChangelog(CHANGELOG, "1.1.0", "2020-02-02");
  assertEquals(released, CHANGELOG.replace("Unreleased: 1.1.0", "1.1.0 (2020-02-02)"));
  assertEquals(releasedChangelog(released, "1.1.0", "2020-03-03"), released);
  assertThrows(() => releasedChangelog(released, "1.2.0", "2020-03-03"), Error, "1.2.0");
});

Deno.test("releaseNotes() has the section of the version", () => {
  assertEquals(releaseNotes(CHANGELOG, "1.0.0"), "- Old.");
  assertEquals(releaseNotes(CHANGELOG, "1.1.0"), undefined);
});
