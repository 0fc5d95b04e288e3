import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { galleryPage, pictureFile } from "./gallery_page.ts";

const ENTRY = { name: "A <b> & c", group: "Odd", counts: "1 state, 2 transitions", width: 300, height: 200 };

Deno.test("galleryPage() shows each picture in both themes", () => {
  const page = galleryPage([ENTRY]);
  for (const theme of ["light", "dark"]) {
    assertStringIncludes(
      page,
      `<img src="${pictureFile(ENTRY.name, theme, "svg")}" width="300" height="200"`,
    );
    assertStringIncludes(page, `href="${pictureFile(ENTRY.name, theme, "png")}"`);
  }
  assertStringIncludes(page, "1 state, 2 transitions");
});

Deno.test("galleryPage() escapes names and links to places that exist", () => {
  const page = galleryPage([ENTRY, { ...ENTRY, name: "other" }]);
  assert(!page.includes("<b>"));
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  assertEquals(anchors.filter((id) => !page.includes(`id="${id}"`)), []);
});

Deno.test("galleryPage() asks nothing of the network", () => {
  assertEquals(/https?:|\/\/|@import|<script/.test(galleryPage([ENTRY])), false);
});

Deno.test("pictureFile() makes a name that every file system takes", () => {
  assertEquals(pictureFile("a/b: c", "dark", "png"), "a_b_c.dark.png");
});
