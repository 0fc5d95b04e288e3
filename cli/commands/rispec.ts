import { resolveDocumentPath } from "@loom/bridge/document";
import { type DocumentRispec, rispecOf } from "@loom/bridge/rispec";
import { writeRispec } from "@loom/engine";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, type LoadedMachine, loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import type { RISPEC } from "../table/read.ts";
import { OVERWRITE_FLAG, sourcesOf, writeText } from "../write_text.ts";

const ENDINGS = [".md", ".markdown"];

/** Describes a machine as a RISE specification. */
export const rispec: Run<typeof RISPEC> = async (context, values) => {
  const { out, intent } = values;
  const machine = await loadMachine(context, documentOf(context, values.doc));
  const { text, ...told } = await described(machine, intent);
  if (told.remark !== undefined) context.remark(told.remark);
  if (out === "-") {
    if (context.json) context.printJson({ text, ...told });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const path = await outPath(out, ENDINGS, () => fileNameOf(machine));
  const { realPath, bytes } = await writeText(path, text, {
    endings: ENDINGS,
    kinds: context.kinds,
    sources: await sourcesOf([machine.path]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  });
  context.remark(`rispec · ${bytes} bytes`);
  if (context.json) context.printJson({ path: realPath, bytes, ...told });
  else context.print(realPath);
  return EXIT.done;
};

async function described(
  { path, definition }: LoadedMachine,
  intent: string | undefined,
): Promise<DocumentRispec> {
  if (path === STANDARD_INPUT) return { text: writeRispec(definition, { intent }) };
  const { realPath } = await resolveDocumentPath(path);
  return await rispecOf(realPath, definition, { intent });
}

/** The document's name with another ending; a machine of standard input has its own. */
function fileNameOf({ path, definition }: LoadedMachine): string {
  const name = path === STANDARD_INPUT
    ? definition.settings.name?.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_") || "statemachine"
    : basename(path).replace(/(?:\.smdf)?\.[^.]+$/i, "");
  return `${name}.rispec.md`;
}
