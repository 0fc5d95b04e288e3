import { diffDefinition, type MachineOp } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadMachine } from "../load_machine.ts";
import { edit, report } from "../mutate.ts";
import type { LOAD } from "../table/whole.ts";

/** Puts the definition of a file in the place of the document's. */
export const load: Run<typeof LOAD> = async (context, values) => {
  const { definition } = await loadMachine(context, values.file);
  let ops: MachineOp[] = [];
  const outcome = await edit(context, values, (before) => {
    if (context.json) ops = diffDefinition(before, definition);
    return definition;
  });
  report(context, values, outcome, { loaded: values.file, ops }, [`loaded ${values.file} → ${context.doc}`]);
  return EXIT.done;
};
