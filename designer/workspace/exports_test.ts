import { LOOM_KINDS } from "@loom/engine/kinds";
import { diagramFormats } from "@loom/bridge/exchange";
import { assertEquals } from "@std/assert";
import { exportFormats } from "./exports.ts";

Deno.test("exportFormats() offers the diagrams that the server can write of each kind", () => {
  for (const row of LOOM_KINDS.rows) {
    const written = diagramFormats(row).map(({ name }) => name).sort();
    const all = ["d2", "dot", "drawio", "plantuml"];
    const offered = exportFormats(row.kind).map(({ format }) => format).filter((one) => all.includes(one));
    assertEquals(offered.sort(), written, row.kind);
  }
});
