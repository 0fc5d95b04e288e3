import { resolveDocumentPath } from "@loom/bridge/document";
import { type DocumentRispec, rispecOf } from "@loom/bridge/rispec";
import { writeRispec } from "@loom/engine";
import { basename, join } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, type LoadedMachine, loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { makeFolder } from "../make_folder.ts";
import type { RISPEC } from "../table/read.ts";
import { writeAnew } from "../write_text.ts";

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
  const path = /\.(?:md|markdown)$/i.test(out) ? out : await inFolder(out, fileNameOf(machine));
  const { realPath, bytes } = await writeAnew(path, text);
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

async function inFolder(folder: string, name: string): Promise<string> {
  await makeFolder(folder);
  return join(folder, name);
}
