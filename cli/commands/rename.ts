import { type DocumentOps, planRename } from "@loom/engine";
import { repeatWhileStale } from "@loom/bridge/document";
import type { LoadedSystem } from "@loom/bridge/system";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { opsReport } from "../mutate.ts";
import { withOpenDocuments } from "../mutate_together.ts";
import { shortPath, systemAt } from "../system_at.ts";
import type { RENAME } from "../table/systems.ts";
import { RefusedError, UsageError } from "../usage_error.ts";

/** Renames something in all documents of a system. */
export const rename: Run<typeof RENAME> = async (context, values) => {
  const { dryRun } = values;
  const edits = await repeatWhileStale(() => renamed(context, values));
  const documents = edits.map((edit) => ({
    path: edit.result.path,
    revision: dryRun ? edit.result.before : edit.result.after,
    ...opsReport(context, edit),
  }));
  if (context.json) {
    context.printJson({
      ...(dryRun ? { dryRun } : {}),
      documents: documents.map(({ path, revision, details }) => ({ path, revision, ...details })),
    });
  } else {
    context.print(documents.flatMap(({ path, lines }) => [
      `${context.paint.strong(shortPath(path))}:`,
      ...lines.map((line) => `  ${line}`),
    ]));
  }
  if (dryRun) context.remark("Dry run: nothing was written.");
  return EXIT.done;
};

async function renamed(context: Context, values: Parameters<Run<typeof RENAME>>[1]) {
  const { what, from, to, in: member, dryRun } = values;
  const system = await systemAt(context.doc);
  if (system.document === undefined) {
    throw new UsageError(`No system lists "${context.doc}": name the system with --doc.`);
  }
  const planned = planRename(system.document.definition, system.members, { what, from, to, member });
  if (!planned.ok) throw new RefusedError(planned.refusal, planned.refusal.message);
  const parts = planned.value.map((one) => ({ ops: one.ops, document: documentOf(system, one) }));
  return await withOpenDocuments(
    context,
    values,
    parts.map(({ document }) => document.path),
    (documents, { editTogether }) =>
      editTogether(
        documents.map((document, index) => {
          const part = parts[index];
          return { document, ops: part?.ops ?? [], expectedRevision: part?.document.revision };
        }),
        { dryRun },
      ),
  );
}

function documentOf({ document, members }: LoadedSystem, { member }: DocumentOps) {
  const found = member === undefined ? document : members.find(({ path }) => path === member)?.document;
  if (found === undefined) throw new Error("A document that was planned for has been read.");
  return found;
}
