import { JSON_FORMAT } from "@loom/bridge/document";
import { lossesOfJson } from "@loom/engine";
import type { JsonObject } from "@loom/protocol";
import type { Run } from "../command.ts";
import { loadDocument, remarkDiagram } from "../load_document.ts";
import { editLive } from "../mutate.ts";
import type { LOAD } from "../table/whole.ts";

/** Replaces the document's definition by that of a file of the same kind. */
export const load: Run<typeof LOAD> = async (context, values) => {
  const document = await loadDocument(context, values.file, {
    kind: context.kinds.ofPath(context.doc)?.kind,
  });
  const { definition, content, format, row, text } = document;
  const remarks = format === JSON_FORMAT ? lossesOfJson(text) : document.remarks;
  remarkDiagram(context, { ...document, remarks });
  return await editLive(
    context,
    values,
    (before: JsonObject) => ({ definition, ops: () => content.changes.diff(before, definition) }),
    (ops) => ({
      details: context.json ? { loaded: values.file, ops: ops(), remarks } : {},
      lines: [`loaded ${values.file} → ${context.doc}`],
    }),
    row.kind,
  );
};
