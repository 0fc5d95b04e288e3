import { assert, assertEquals } from "@std/assert";
import { fontFolders } from "./font_folders.ts";

const env = (variables: Record<string, string>) => (name: string) => variables[name];

Deno.test("fontFolders() names the usual folders of each system", () => {
  const rows = [
    { os: "linux", variables: { HOME: "/h" }, last: "/h/.fonts" },
    { os: "linux", variables: { HOME: "/h", XDG_DATA_HOME: "/d" }, last: "/h/.fonts" },
    { os: "freebsd", variables: {}, last: "/usr/local/share/fonts" },
    { os: "darwin", variables: { HOME: "/h" }, last: "/h/Library/Fonts" },
    { os: "windows", variables: { SystemRoot: "C:\\Windows" }, last: "C:\\Windows\\Fonts" },
  ] as const;
  for (const { os, variables, last } of rows) {
    assertEquals(fontFolders({ os, env: env(variables) }).at(-1), last);
  }
});

Deno.test("fontFolders() does without variables that are empty or may not be read", () => {
  assertEquals(fontFolders({ os: "linux", env: env({ HOME: "", XDG_DATA_HOME: "" }) }), [
    "/usr/share/fonts",
    "/usr/local/share/fonts",
  ]);
  assertEquals(fontFolders({ os: "windows", env: env({}) }), []);
});

Deno.test({
  name: "fontFolders() asks for nothing where it may not read the environment",
  permissions: { env: false },
  fn() {
    assert(fontFolders().every((folder) => !folder.includes("undefined")));
  },
});
