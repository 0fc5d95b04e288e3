/**
 * Documents on disk: the one reader and the one writer of the loom.
 *
 * @module
 */
export {
  editLayout,
  type EditLayoutOptions,
  isLayoutPath,
  type LayoutFile,
  layoutPathOf,
  type LayoutReading,
  readLayout,
  removeLayout,
} from "./arrangement/layout_file.ts";
export { watchLayout } from "./arrangement/watch_layout.ts";
export { createDocument, type CreateOptions, writeDocument } from "./edit/create_document.ts";
export { DocumentError, type DocumentErrorCode, type DocumentErrorDetails } from "./disk/document_error.ts";
export {
  editTogether,
  type JointEdit,
  jointStep,
  nextEdits,
  otherStep,
  repeatWhileStale,
  stepTogether,
} from "./edit/edit_together.ts";
export { editDocument } from "./edit/edit_document.ts";
export { editJsonFile } from "./edit/edit_json_file.ts";
export { type FileHistoryOptions, withFileHistory } from "./edit/file_history.ts";
export { saveDocumentText, type SaveTextOptions } from "./edit/save_text.ts";
export { formatDocument, formattedText } from "./edit/format_document.ts";
export type { TargetOptions } from "./lock/with_target.ts";
export type { WriteOptions, WriteResult } from "./edit/write_definition.ts";
export { documentSource, type DocumentSourceOptions } from "./document_source.ts";
export { editJsonText } from "./json_text/edit_json_text.ts";
export { JsonTextMemory } from "./json_text/memory.ts";
export type { Fragment } from "./json_text/print_value.ts";
export type { TextEdit } from "./json_text/text_edit.ts";
export {
  type Document,
  parseDocument,
  type ParseDocumentOptions,
  readDocument,
  type ReadDocumentOptions,
} from "./document.ts";
export { type DocumentText, readDocumentText, type ReadTextOptions } from "./disk/read_text.ts";
export { OpenDocument } from "./open_document.ts";
export type * from "./open_document_types.ts";
export { SerialQueue } from "./lock/turn.ts";
export {
  folderExists,
  makeFolderOf,
  resolveDocumentPath,
  type ResolvedPath,
  resolveNewPath,
  type ResolvePathOptions,
} from "./disk/resolve_path.ts";
export { revisionOf } from "./disk/revision.ts";
export { savedChanges } from "./edit/saved_changes.ts";
export {
  filesBeside,
  JSON_FORMAT,
  type ParsedText,
  parseTextOf,
  type ParseTextOptions,
  textOf,
} from "./text_format.ts";
export {
  type DocumentChange,
  type DocumentWatch,
  watchDocument,
  type WatchOptions,
} from "./watch/watch_document.ts";
export { endsInOne, type TargetRules } from "./made/target.ts";
export {
  checkMade,
  type MadeFile,
  type MadeOptions,
  type MadeStatus,
  madeStatus,
  writeMade,
} from "./made/write_made.ts";
