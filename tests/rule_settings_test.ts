import { LINK_RULES } from "@loom/engine";
import { LOOM_KINDS } from "@loom/engine/kinds";
import { rulesOf } from "@loom/protocol";
import { assertEquals } from "@std/assert";

for (const row of LOOM_KINDS.rows.filter(({ content }) => content?.rules !== undefined)) {
  Deno.test(`the settings of a ${row.title} take every rule that warns`, () => {
    const { table, root } = row.content?.shape ?? { table: [], root: "" };
    const shape = (name: string | undefined) => table.find((one) => one.name === name)?.fields;
    const settings = shape(shape(root)?.find(({ name }) => name === "settings")?.type);
    const rules = shape(settings?.find(({ name }) => name === "rules")?.type) ?? [];
    // Rules about what crosses documents are settings of the system.
    const all = row.kind === "system" ? [...rulesOf([row]), ...LINK_RULES] : rulesOf([row]);
    const warnings = all.filter(({ severity }) => severity === "warning").map(({ id }) => id);
    assertEquals(rules.map(({ name }) => name).sort(), warnings.sort());
  });
}
