import { diffDefinition } from "@loom/protocol";
import type { Run } from "../command.ts";
import { loadMachine } from "../load_document.ts";
import { editLive } from "../mutate.ts";
import { remarkDiagram } from "../remark_diagram.ts";
import type { LOAD } from "../table/whole.ts";

/** Puts the definition of a file in the place of the document's. */
export const load: Run<typeof LOAD> = async (context, values) => {
  const machine = await loadMachine(context, values.file);
  const { definition, remarks } = machine;
  remarkDiagram(context, machine);
  return await editLive(context, values, (before) => ({
    definition,
    ops: () => diffDefinition(before, definition),
  }), (ops) => ({
    details: context.json ? { loaded: values.file, ops: ops(), remarks } : {},
    lines: [`loaded ${values.file} → ${context.doc}`],
  }));
};
