import { assertEquals } from "@std/assert";
import { resourceTable, settingTable, toolsetTable } from "./page_tables.ts";

Deno.test("resourceTable() has a row for each resource and each template", () => {
  const about = {
    name: "n",
    title: "t",
    mimeType: "text/plain",
    description: "What.",
    read: () => ({ content: "" }),
  };
  assertEquals(
    resourceTable([{ ...about, uri: "loom://a" }], [{ ...about, uriTemplate: "loom://b/{name}" }]).split("\n")
      .slice(2, 4),
    ["| `loom://a` | `text/plain` | What. |", "| `loom://b/{name}` | `text/plain` | What. |"],
  );
});

Deno.test("toolsetTable() has a row for each group with its tools", () => {
  const table = toolsetTable([
    { name: "a", toolset: "read" },
    { name: "b", toolset: "machine" },
    { name: "c", toolset: "read" },
  ]);
  assertEquals(table.split("\n").slice(2, 4), ["| `read` | `a`, `c` |", "| `machine` | `b` |"]);
});

Deno.test("settingTable() has a row for each variable", () => {
  assertEquals(
    settingTable([
      { variable: "LOOM_A", standard: "", meaning: "x | y" },
      { variable: "LOOM_B", standard: "1", meaning: "z" },
    ]),
    "| variable | default | meaning |\n|---|---|---|\n| `LOOM_A` |  | x \\| y |\n| `LOOM_B` | `1` | z |\n",
  );
});
