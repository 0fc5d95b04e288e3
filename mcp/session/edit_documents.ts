import { fileOf, type LoadedSystem, memberRevision } from "@loom/bridge/system";
import type { AnyOp } from "@loom/protocol";
import { ToolError } from "../tool.ts";
import type { Edited, Session } from "./session.ts";

/** The operations for one document of a system. */
export interface OpsForDocument {
  /** The path of the member, as the system writes it, or that of the system. */
  readonly path: string;
  /** The operations. */
  readonly ops: readonly AnyOp[];
}

/**
 * Changes several documents of a system: all of them or none. Undo takes the change back as one.
 *
 * @throws {ToolError} `locked_document` when the session keeps to one document.
 */
export async function editDocuments(
  session: Session,
  system: LoadedSystem,
  documents: readonly OpsForDocument[],
  { isTry = false, signal }: { readonly isTry?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<Edited[]> {
  const files = documents.map(({ path }) => fileOf(system, path));
  const other = files.find((file) => file !== session.path);
  if (session.options.isLocked && other !== undefined) {
    throw new ToolError(
      "locked_document",
      `This server keeps to "${session.path}": "${other}" would have to change.`,
    );
  }
  return await session.editTogether(
    documents.map(({ ops }, index) => {
      const path = files[index] ?? system.path;
      return { path, ops, expectedRevision: memberRevision(system, path) };
    }),
    { dryRun: isTry, signal },
  );
}
