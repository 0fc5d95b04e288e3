import { assertEquals } from "@std/assert";
import { tableText } from "./table_text.ts";

Deno.test("tableText() lines numbers up on the right and names a missed target", () => {
  const text = tableText({
    columns: ["shape", "events/s"],
    rows: [["flat", 1_234_567.8], ["regions", 9.5]],
    targets: [{ text: "at least 15 times", met: false }],
  });
  assertEquals(
    text,
    [
      "shape     events/s",
      "-------  ---------",
      "flat     1,234,568",
      "regions       9.50",
      "MISSED  at least 15 times",
      "",
    ].join("\n"),
  );
});
