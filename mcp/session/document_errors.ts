import { DocumentError, type DocumentErrorCode } from "@loom/bridge/document";
import { DOCUMENT_KINDS, type KindName, kindOfPath } from "@loom/protocol";
import { ToolError } from "../tool.ts";

/** What an agent can do about each of them. */
const NEXT: { readonly [Code in DocumentErrorCode]?: string } = {
  json_syntax: "No tool replaces it as it stands: mend the file, or call set_project_file to open another.",
  not_utf8: "No tool replaces it as it stands: mend the file, or call set_project_file to open another.",
  too_deep: "No tool replaces it as it stands: mend the file, or call set_project_file to open another.",
  forbidden_key: "No tool replaces it as it stands: mend the file, or call set_project_file to open another.",
  unknown_kind: "Call set_project_file to open a document.",
  wrong_kind: "Call set_project_file to open another document.",
  stale_revision: "get_definition gives the newest.",
};

/** Says what an agent can do about what went wrong with a document. */
export function documentError(error: unknown, path: string): unknown {
  if (!(error instanceof DocumentError)) return error;
  if (error.code === "not_found" || error.code === "no_folder") return notThere(path, error);
  const next = NEXT[error.code];
  const message = next === undefined ? error.message : `${error.message} ${next}`;
  return new ToolError(error.code, message, { cause: error });
}

function notThere(path: string, cause: DocumentError): ToolError {
  const kind = kindOfPath(path) ?? "machine";
  const message = kind === "machine"
    ? `There is no state machine at "${path}": call create_state_machine to make it, or set_project_file to open another.`
    : `There is no ${titleOf(kind)} at "${path}": call set_project_file to open another document.`;
  return new ToolError("not_found", message, { cause });
}

/** Refuses a document of another kind. */
export function wrongKind(path: string, kind: KindName): ToolError {
  const title = titleOf(kind);
  const article = /^[aeiou]/.test(title) ? "an" : "a";
  return new ToolError(
    "wrong_kind",
    `The active document "${path}" is ${article} ${title}, and this needs a state machine: call set_project_file with a .smdf.json.`,
  );
}

/** What persons call a kind. */
export function titleOf(kind: KindName): string {
  return DOCUMENT_KINDS.find((row) => row.kind === kind)?.title ?? kind;
}
