import { convertMachineText, MACHINE_ENDINGS, type MachineFormat, machineFormatOfPath } from "@loom/engine";
import { MACHINE_KIND, machineNameFrom } from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import { remarkDiagram } from "../remark_diagram.ts";
import type { CONVERT } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { OVERWRITE_FLAG, sourcesOf, writeText } from "../write_text.ts";

/** Writes a document in another format. */
export const convert: Run<typeof CONVERT> = async (context, values) => {
  const { out } = values;
  const format = values.to ?? formatOf(out);
  const machine = await loadMachine(context, values.in, values.from);
  const { text, remarks, leftOut } = convertMachineText(machine.text, format, {
    path: values.in,
    bare: values.bare,
    ...(values.from === undefined ? {} : { format: values.from }),
    ...(values.in === STANDARD_INPUT ? {} : { name: machineNameFrom(values.in) }),
  });
  remarkDiagram(context, { ...machine, remarks });
  for (const { message } of leftOut) context.remark(`${values.in}: ${message}`);
  const lost = { remarks, leftOut };
  if (out === "-") {
    if (context.json) context.printJson({ format, text, ...lost });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const endings = MACHINE_ENDINGS[format];
  const path = await outPath(out, endings, () => fileNameOf(values.in, format));
  const { realPath, bytes } = await writeText(path, text, {
    endings,
    kinds: context.kinds,
    document: MACHINE_KIND.kind,
    sources: await sourcesOf([values.in]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  });
  context.remark(`${format} · ${bytes} bytes`);
  if (context.json) context.printJson({ format, path: realPath, bytes, ...lost });
  else context.print(realPath);
  return EXIT.done;
};

function formatOf(out: string): MachineFormat {
  const format = machineFormatOfPath(out);
  if (format) return format;
  throw new UsageError("convert needs a format: give --to json, --to xml or --to mermaid.");
}

/** The document's name with the ending of another format. */
function fileNameOf(doc: string, format: MachineFormat): string {
  if (doc === STANDARD_INPUT) {
    throw new UsageError("Standard input gives no name to the document: name a file with --out.");
  }
  return basename(doc).replace(/(?:\.smdf)?\.[^.]+$/i, "") + MACHINE_ENDINGS[format][0];
}
