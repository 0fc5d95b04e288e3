import { assertEquals } from "@std/assert";
import { codeSpan, paragraph, plain, prose, quote } from "./markdown.ts";

Deno.test("codeSpan() shows a text as it is, backticks included, in one line", () => {
  assertEquals(codeSpan("a > 1"), "`a > 1`");
  assertEquals(codeSpan("a`b"), "``a`b``");
  assertEquals(codeSpan("`a`"), "`` `a` ``");
  assertEquals(codeSpan("a\nb"), "`a b`");
  assertEquals(codeSpan(""), "`  `");
});

Deno.test("plain() leaves nothing in a name that Markdown would read", () => {
  assertEquals(plain("**A** [x](y) <b> `c` \\"), "\\*\\*A\\*\\* \\[x\\](y) \\<b> \\`c\\` \\\\");
  assertEquals(plain("waiting_for_bank"), "waiting_for_bank");
  assertEquals(plain("_A_"), "\\_A\\_");
});

Deno.test("prose() keeps Markdown, but no HTML and no line ends", () => {
  assertEquals(prose("*so*, if a < b\n<script>x</script>"), "*so*, if a < b \\<script>x\\</script>");
});

Deno.test("paragraph() stays one whatever it begins with", () => {
  assertEquals(["# A", "> A", "- A", "1. A", "12) A", "---", "A - B"].map(paragraph), [
    "\\# A",
    "\\> A",
    "\\- A",
    "1\\. A",
    "12\\) A",
    "\\---",
    "A - B",
  ]);
});

Deno.test("quote() quotes every line, empty ones and all kinds of line ends included", () => {
  assertEquals(quote("One\r\n\n  two\u2028three\n", "  "), ["  > One", "  >", "  >   two", "  > three"]);
});
