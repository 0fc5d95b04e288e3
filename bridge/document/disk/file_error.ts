import { DocumentError } from "./document_error.ts";

/**
 * The {@linkcode DocumentError} for what the file system said while a document was read or written.
 *
 * @param cause What was caught; a {@linkcode DocumentError} is returned as it is.
 * @param path The path as it was asked for.
 * @param doing Which half of the work failed.
 */
export function fileError(cause: unknown, path: string, doing: "read" | "write"): DocumentError {
  if (cause instanceof DocumentError) return cause;
  return knownError(cause, path, doing) ?? otherError(cause, path, doing);
}

function knownError(cause: unknown, path: string, doing: "read" | "write"): DocumentError | undefined {
  const because = { cause };
  if (cause instanceof Deno.errors.FilesystemLoop) {
    return new DocumentError(
      "symlink_loop",
      `"${path}" is a symbolic link that leads back to itself: repair or remove the link.`,
      path,
      because,
    );
  }
  if (cause instanceof Deno.errors.NotADirectory) {
    return new DocumentError(
      "no_folder",
      `"${path}" cannot exist: a part of its folder path is a file, so give another path.`,
      path,
      because,
    );
  }
  if (cause instanceof Deno.errors.NotCapable) {
    return new DocumentError(
      doing === "read" ? "unreadable" : "not_writable",
      `Deno was not allowed to ${doing} "${path}": run it with --allow-${doing}.`,
      path,
      because,
    );
  }
  if (doing === "write") return undefined;
  if (cause instanceof Deno.errors.NotFound) {
    return new DocumentError("not_found", `There is no file "${path}": check the path.`, path, because);
  }
  if (cause instanceof Deno.errors.IsADirectory) {
    return new DocumentError("not_a_file", `"${path}" is a folder: name a document in it.`, path, because);
  }
  return undefined;
}

function otherError(cause: unknown, path: string, doing: "read" | "write"): DocumentError {
  const reason = reasonText(cause);
  if (doing === "read") {
    return new DocumentError(
      "unreadable",
      `"${path}" cannot be read (${reason}): check its permissions.`,
      path,
      {
        cause,
      },
    );
  }
  if (isRefusal(cause)) {
    return new DocumentError(
      "not_writable",
      `"${path}" cannot be written (${reason}): check the permissions of the file and its folder.`,
      path,
      { cause },
    );
  }
  if (isNoRoom(cause)) {
    return new DocumentError(
      "write_failed",
      `The disk is full and "${path}" is as it was: make room and try again.`,
      path,
      { cause },
    );
  }
  return new DocumentError(
    "write_failed",
    `Writing "${path}" failed (${reason}) and the file is as it was: check the disk and try again.`,
    path,
    { cause },
  );
}

/** A folder that takes no files says so in several ways: no permission, read-only, or "not found" below `/proc`. */
function isRefusal(cause: unknown): boolean {
  if (cause instanceof Deno.errors.PermissionDenied || cause instanceof Deno.errors.NotFound) return true;
  return cause instanceof Error && "code" in cause && (cause.code === "EROFS" || cause.code === "EPERM");
}

/** No room on the disk, or no more of it for this user. */
function isNoRoom(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOSPC" || cause.code === "EDQUOT");
}

/** The system's words without the number and the call that Deno adds. */
function reasonText(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split(/ \(os error|: /)[0] ?? text;
}
