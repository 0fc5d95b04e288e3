import { DocumentError, type DocumentErrorCode } from "@loom/bridge/document";
import { DOCUMENT_KINDS, type DocumentKind } from "@loom/protocol";
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
  if (error.code === "not_found" || error.code === "no_folder") return noMachine(path, error);
  const next = NEXT[error.code];
  const message = next === undefined ? error.message : `${error.message} ${next}`;
  return new ToolError(error.code, message, { cause: error });
}

function noMachine(path: string, cause: DocumentError): ToolError {
  return new ToolError(
    "not_found",
    `There is no state machine at "${path}": call create_state_machine to make it, or set_project_file to open another.`,
    { cause },
  );
}

/** Refuses a document of another kind. */
export function wrongKind(path: string, kind: DocumentKind): ToolError {
  const title = DOCUMENT_KINDS.find((row) => row.kind === kind)?.title ?? kind;
  const article = /^[aeiou]/.test(title) ? "an" : "a";
  return new ToolError(
    "wrong_kind",
    `The active document "${path}" is ${article} ${title}, and this needs a state machine: call set_project_file with a .smdf.json.`,
  );
}
