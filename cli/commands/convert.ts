import { type MachineFormat, machineFormatOfPath, writeMachineText } from "@loom/engine";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadMachine } from "../load_document.ts";
import { remarkDiagram } from "../remark_diagram.ts";
import type { CONVERT } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { writeText } from "../write_text.ts";

/** Writes a document in another format. */
export const convert: Run<typeof CONVERT> = async (context, values) => {
  const { out } = values;
  const format = values.to ?? formatOf(out);
  const machine = await loadMachine(context, values.in, values.from);
  const { definition, remarks } = machine;
  remarkDiagram(context, machine);
  const text = writeMachineText(definition, format, { bare: values.bare });
  if (out === "-") {
    if (context.json) context.printJson({ format, text, remarks });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const { realPath, bytes } = await writeText(out, text, values);
  context.remark(`${format} · ${bytes} bytes`);
  if (context.json) context.printJson({ format, path: realPath, bytes, remarks });
  else context.print(realPath);
  return EXIT.done;
};

function formatOf(out: string): MachineFormat {
  const format = machineFormatOfPath(out);
  if (format) return format;
  throw new UsageError("convert needs a format: give --to json, --to xml or --to mermaid.");
}
