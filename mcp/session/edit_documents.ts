import { allOrNone } from "@loom/bridge/document";
import { fileOf, type LoadedSystem, memberRevision } from "@loom/bridge/system";
import type { AnyOp } from "@loom/protocol";
import { ToolError } from "../tool.ts";
import { openSession } from "./document_session.ts";
import type { Edited, Session } from "./session.ts";

/** The operations for one document of a system. */
export interface OpsForDocument {
  /** The path of the member, as the system writes it, or that of the system. */
  readonly path: string;
  /** The operations. */
  readonly ops: readonly AnyOp[];
}

/**
 * Changes several documents of a system: all of them or none. The change of the active document can be undone.
 *
 * @throws {ToolError} `locked_document` when the session keeps to one document.
 */
export async function editDocuments(
  session: Session,
  system: LoadedSystem,
  documents: readonly OpsForDocument[],
  { isTry = false, signal }: { readonly isTry?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Edited[]> {
  const files = documents.map(({ path }) => fileOf(system, path));
  const other = files.find((file) => file !== session.path);
  if (session.options.isLocked && other !== undefined) {
    throw new ToolError(
      "locked_document",
      `This server keeps to "${session.path}": "${other}" would have to change.`,
    );
  }
  const opened = new Map(
    files.map((path) =>
      [path, path === session.path ? session : openSession({ ...session.options, path })] as const
    ),
  );
  try {
    return await allOrNone(
      documents.map(({ ops }, index) => {
        const path = files[index] ?? system.path;
        const one = opened.get(path) ?? session;
        return {
          path,
          run: (dryRun) =>
            one.edit((): readonly AnyOp[] => ops, {
              dryRun,
              // What is half written is finished.
              ...(dryRun && signal !== undefined ? { signal } : {}),
              expectedRevision: memberRevision(system, path),
            }),
          takeBack: async () => {
            await one.undo();
            return { ok: true as const };
          },
        };
      }),
      isTry,
    );
  } finally {
    for (const one of opened.values()) if (one !== session) await one.close();
  }
}
