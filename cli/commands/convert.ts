import { writeXml } from "@loom/engine";
import { renderMermaid, type StateMachineDefinition } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadMachine, type MachineFormat } from "../load_machine.ts";
import { remarkDiagram } from "../remark_diagram.ts";
import type { CONVERT } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { writeText } from "../write_text.ts";

/** The formats by the endings of file names. */
const FORMAT_OF_ENDING: readonly (readonly [string, MachineFormat])[] = [
  [".json", "json"],
  [".xml", "xml"],
  [".fsm", "xml"],
  [".mmd", "mermaid"],
  [".mermaid", "mermaid"],
];

/** Writes a document in another format. */
export const convert: Run<typeof CONVERT> = async (context, values) => {
  const { out } = values;
  const format = values.to ?? formatOf(out);
  const machine = await loadMachine(context, values.in, values.from);
  const { definition, remarks } = machine;
  remarkDiagram(context, machine);
  const text = textIn(format, definition, values.bare);
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
  const name = out.toLowerCase();
  const row = FORMAT_OF_ENDING.find(([ending]) => name.endsWith(ending));
  if (row) return row[1];
  throw new UsageError("convert needs a format: give --to json, --to xml or --to mermaid.");
}

function textIn(format: MachineFormat, definition: StateMachineDefinition, bare: boolean): string {
  if (format === "json") {
    return JSON.stringify(bare ? definition : { stateMachine: definition }, null, 2) + "\n";
  }
  const text = format === "xml" ? writeXml(definition) : renderMermaid(definition);
  return text.endsWith("\n") ? text : text + "\n";
}
