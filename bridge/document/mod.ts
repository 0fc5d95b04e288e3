/**
 * Documents on disk: the one reader and the one writer of the loom.
 *
 * @module
 */
export { createDocument, type CreateOptions, writeDocument } from "./create_document.ts";
export { DocumentError, type DocumentErrorCode, type DocumentErrorDetails } from "./document_error.ts";
export { editDocument, type WriteOptions, type WriteResult } from "./edit_document.ts";
export { editJsonText } from "./json_text/edit_json_text.ts";
export { JsonTextMemory } from "./json_text/memory.ts";
export type { Fragment } from "./json_text/print_value.ts";
export type { TextEdit } from "./json_text/text_edit.ts";
export { type Document, parseDocument, readDocument, type ReadDocumentOptions } from "./read_document.ts";
export { type DocumentText, readDocumentText, type ReadTextOptions } from "./read_document_text.ts";
export { resolveDocumentPath, type ResolvedPath, type ResolvePathOptions } from "./resolve_document_path.ts";
export { revisionOf } from "./revision.ts";
export { savedChanges } from "./saved_changes.ts";
export {
  type DocumentChange,
  type DocumentWatch,
  watchDocument,
  type WatchOptions,
} from "./watch_document.ts";
export { type ExportOptions, type ExportResult, writeExport } from "./write_export.ts";
