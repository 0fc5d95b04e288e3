import { type Document, DocumentError, type DocumentErrorCode } from "@loom/bridge/document";
import { aKind, type AnyKind, type Direction, equalJson, type KindTable, type Refusal } from "@loom/protocol";
import { ToolError } from "../tool.ts";
import type { Session } from "./session.ts";

const BROKEN = "No tool replaces it as it stands: mend the file, or call set_project_file to open another.";

/** The next step for an agent, by the code of the error. */
const NEXT: { readonly [Code in DocumentErrorCode]?: string } = {
  json_syntax: BROKEN,
  not_utf8: BROKEN,
  too_deep: BROKEN,
  forbidden_key: BROKEN,
  unknown_kind: "Call set_project_file to open a document.",
  wrong_kind: "Call set_project_file to open another document.",
  stale_revision: "get_definition gives the newest.",
};

/** The error of a document for agents, with the next step; other errors are returned as they are. */
export function documentError(error: unknown, path: string, kinds: KindTable): unknown {
  if (!(error instanceof DocumentError)) return error;
  if (error.code === "not_found" || error.code === "no_folder") return notThere(path, kinds, error);
  const next = NEXT[error.code];
  const message = next === undefined ? error.message : `${error.message} ${next}`;
  return new ToolError(error.code, message, { cause: error });
}

function notThere(path: string, kinds: KindTable, cause: DocumentError): ToolError {
  const [first] = kinds.rows;
  const row = kinds.ofPath(path) ?? first;
  const remedy = row === first
    ? "call create_state_machine to make it, or set_project_file to open another."
    : "call set_project_file to open another document.";
  return new ToolError("not_found", `There is no ${row?.title} at "${path}": ${remedy}`, { cause });
}

/** The error of a document of another kind than a call needs. */
export function wrongKind(path: string, row: AnyKind, wanted: AnyKind): ToolError {
  return new ToolError(
    "wrong_kind",
    `The active document "${path}" is ${aKind(row)}, and this needs ${aKind(wanted)}: ` +
      `call set_project_file with a ${wanted.extension}.`,
  );
}

/**
 * Refuses to replace a document that holds something.
 *
 * @throws {ToolError} `exists`.
 */
export function checkReplaceable({ path, row, definition }: Document): void {
  const { content } = row;
  const isBlank = content?.isBlank ??
    ((document) => equalJson(document, content?.empty(content.nameOf(document) ?? "")));
  if (isBlank(definition)) return;
  throw new ToolError(
    "exists",
    `"${path}" holds ${aKind(row)} with ${
      content?.parts ?? "content"
    } already: call this again with overwrite: true to replace it, or ` +
      "set_project_file to begin another document.",
  );
}

/**
 * Refuses to replace a document that others have changed since this client read it.
 *
 * @param seen The revision that the client has seen; `undefined` when it has read none.
 * @throws {ToolError} `unseen_changes`.
 */
export function checkSeen({ path, revision }: Document, seen: string | undefined): void {
  if (seen === undefined || seen === revision) return;
  throw new ToolError(
    "unseen_changes",
    `Others have changed "${path}" since you read it, and replacing it would lose that: get_definition gives it as it is, ` +
      "then call this again, or change parts of it with apply_patch.",
  );
}

/**
 * Refuses work on another document where the server keeps to one.
 *
 * @throws {ToolError} `locked_document`.
 */
export function refuseLocked({ path, options }: Pick<Session, "path" | "options">, remedy = ""): void {
  if (!options.isLocked) return;
  throw new ToolError(
    "locked_document",
    `The active document stays "${path}": this server is locked to it (LOOM_MCP_LOCK_PROJECT).${remedy}`,
  );
}

/** The error of a call that the client cancelled before the change began. */
export function cancelled(): ToolError {
  return new ToolError("cancelled", "The call was taken back: nothing was changed.");
}

/** The error of a step of undo or redo that cannot be taken. */
export function noStep(direction: Direction, { code, message: reason }: Refusal): ToolError {
  if (code === "nothing_left") {
    return new ToolError(
      code,
      direction === "undo"
        ? "There is nothing to undo: this session has changed nothing that it has not taken back."
        : "There is nothing to redo: undo comes first, and an edit ends what can be done again.",
    );
  }
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return new ToolError(
    code,
    `That change cannot be ${direction === "undo" ? "undone" : "redone"} any more: ${sentence} ` +
      `It is left as it is; ${direction} again goes on with the one before.`,
  );
}

/** The error of a step whose edit changed several documents, where one of them has been edited since. */
export function notLast(direction: Direction, count: number, other: string): ToolError {
  return new ToolError(
    "not_last",
    `That change is one of ${count} documents, and this session edited "${other}" since: ${direction} that edit first, ` +
      `after set_project_file with that path. Nothing was changed.`,
  );
}

/** The error of a step in several documents that others stand in the way of. */
export function noJointStep(direction: Direction, count: number, { message: reason }: Error): ToolError {
  return new ToolError(
    "blocked_step",
    `That change of ${count} documents cannot be ${
      direction === "undo" ? "undone" : "redone"
    }, since others changed what it ` +
      `changed: ${reason.replace(/\.$/, "")}. Nothing was changed; take that change back first.`,
  );
}
