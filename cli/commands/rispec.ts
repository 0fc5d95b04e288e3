import { resolveDocumentPath } from "@loom/bridge/document";
import { type DocumentRispec, rispecOf } from "@loom/bridge/rispec";
import { writeRispec } from "@loom/engine";
import { MACHINE_KIND, type StateMachineDefinition } from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, loadDocument, type LoadedDocument, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import type { RISPEC } from "../table/read.ts";
import { OVERWRITE_FLAG, sourcesOf, writeText } from "../write_text.ts";

const ENDINGS = [".md", ".markdown"];

/** Describes a document as a RISE specification. */
export const rispec: Run<typeof RISPEC> = async (context, values) => {
  const { out, intent } = values;
  const path = documentOf(context, values.doc);
  const document = await loadDocument(
    context,
    path,
    path === STANDARD_INPUT ? { kind: MACHINE_KIND.kind } : {},
  );
  const { text, ...told } = await described(document, intent);
  if (told.remark !== undefined) context.remark(told.remark);
  if (out === "-") {
    if (context.json) context.printJson({ text, ...told });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const target = await outPath(out, ENDINGS, () => fileNameOf(document));
  const { realPath, bytes } = await writeText(target, text, {
    endings: ENDINGS,
    kinds: context.kinds,
    sources: await sourcesOf([path]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  });
  context.remark(`rispec · ${bytes} bytes`);
  if (context.json) context.printJson({ path: realPath, bytes, ...told });
  else context.print(realPath);
  return EXIT.done;
};

async function described(
  { path, row, definition }: LoadedDocument,
  intent: string | undefined,
): Promise<DocumentRispec> {
  if (path === STANDARD_INPUT) {
    return { text: writeRispec(definition as StateMachineDefinition, { intent }) };
  }
  const { realPath } = await resolveDocumentPath(path);
  return await rispecOf({ kind: row.kind, realPath, definition }, { intent });
}

/** The document's name with another ending; a machine of standard input has its own. */
function fileNameOf({ path, row, definition }: LoadedDocument): string {
  const name = path === STANDARD_INPUT
    ? row.content?.nameOf(definition)?.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_") || "statemachine"
    : basename(path).replace(/(?:\.(?:sm|er|sq|sys)df)?\.[^.]+$/i, "");
  return `${name}.rispec.md`;
}
