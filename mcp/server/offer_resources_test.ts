import { assertEquals } from "@std/assert";
import { matchTemplate } from "./offer_resources.ts";

Deno.test("matchTemplate() reads variables, decoded", () => {
  assertEquals(matchTemplate("loom://state/{name}", "loom://state/Open%20wide%2Fnow"), {
    name: "Open wide/now",
  });
  assertEquals(matchTemplate("loom://{a}/to/{b}", "loom://x/to/y"), { a: "x", b: "y" });
});

Deno.test("matchTemplate() gives nothing for what does not fit, or is badly escaped", () => {
  for (
    const uri of [
      "loom://state/",
      "loom://state/a/b",
      "loom://states/a",
      "xloom://state/a",
      "loom://state/%E0%A4%A",
    ]
  ) {
    assertEquals(matchTemplate("loom://state/{name}", uri), undefined, uri);
  }
});

Deno.test("matchTemplate() takes signs of patterns for themselves", () => {
  assertEquals(matchTemplate("loom://a.b/{name}", "loom://aXb/c"), undefined);
  assertEquals(matchTemplate("loom://a.b/{name}", "loom://a.b/__proto__"), { name: "__proto__" });
});
