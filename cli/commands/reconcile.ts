import {
  type ChangedDocument,
  formatReconcile,
  type Proposal,
  reconcile,
  type Reconciliation,
} from "@loom/engine";
import { reconcileModeOf } from "@loom/protocol";
import { documentsOf, fileOf, type LoadedSystem, memberAt, memberRevision } from "@loom/bridge/system";
import { resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
import { withOpenDocuments } from "../mutate_together.ts";
import { paintedOp } from "../paint.ts";
import { shortPath, systemAt } from "../system_at.ts";
import type { RECONCILE } from "../table/systems.ts";
import { UsageError } from "../usage_error.ts";

type Values = Parameters<Run<typeof RECONCILE>>[1];

/** Proposes what scenarios ask of the other documents of their system, or adds it. */
export const reconcileSystem: Run<typeof RECONCILE> = async (context, values) => {
  const path = documentOf(context, values.doc);
  if (values.only.length > 0 && !values.apply) {
    throw new UsageError("--only chooses what to apply: give --apply too.");
  }
  const system = await systemAt(path);
  const documents = documentsOf(system);
  const member = memberAt(system, resolve(path));
  const scenario = documents.scenarios.find((one) => one.path === member)?.path;
  const options = scenario === undefined ? {} : { scenario };
  const all = reconcile(documents, options);
  const chosen = values.only.length === 0
    ? all
    : reconcile(documents, { ...options, only: chosenIds(values.only, all) });
  if (!values.apply) {
    print(context, system, all);
    return EXIT.done;
  }
  refuseMissing(values.only, chosen.proposals);
  await apply(context, values, system, chosen);
  return EXIT.done;
};

function chosenIds(only: readonly string[], { proposals }: Reconciliation): ReadonlySet<string> {
  const known = proposals.map(({ id }) => id);
  const unknown = only.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    throw new UsageError(
      `There is no proposal "${unknown}": ${
        known.length === 0 ? "there are none" : `there are ${known.join(", ")}`
      }.`,
    );
  }
  return new Set(only);
}

/** A proposal may need another one that was not chosen. */
function refuseMissing(only: readonly string[], proposals: readonly Proposal[]): void {
  const missing = only.find((id) => !proposals.some((one) => one.id === id));
  if (missing === undefined) return;
  throw new UsageError(
    `The proposal "${missing}" needs one before it that was not chosen: give that one too.`,
  );
}

async function apply(
  context: Context,
  values: Values,
  system: LoadedSystem,
  result: Reconciliation,
): Promise<void> {
  const { documents } = result;
  if (documents.length === 0) {
    print(context, system, result);
    return;
  }
  const files = documents.map(({ path }) => fileOf(system, path));
  const edits = await withOpenDocuments(
    context,
    values,
    files,
    async (open, { editTogether }) =>
      await editTogether(
        open.map((document, index) => ({
          document,
          ops: documents[index]?.ops ?? [],
          expectedRevision: memberRevision(system, document.path),
        })),
        values,
      ),
  );
  if (context.json) {
    const revision = (index: number) => edits[index]?.result.after;
    context.printJson({
      applied: !values.dryRun,
      proposals: result.proposals,
      documents: documents.map(({ path, ops }, index) => ({ path, revision: revision(index), ops })),
      unresolved: result.unresolved,
    });
    return;
  }
  context.print([
    ...documents.flatMap((one) => changeLines(context, system, one)),
    ...result.unresolved.map((text) => `open: ${text}`),
  ]);
  if (values.dryRun) context.remark("Dry run: nothing was written.");
}

function changeLines(
  { kinds, paint }: Context,
  system: LoadedSystem,
  { path, kind, ops }: ChangedDocument,
): string[] {
  const changes = kinds.named(kind)?.content?.changes;
  return [
    `${paint.strong(shortPath(fileOf(system, path)))}:`,
    ...ops.map((op) => `  ${changes ? paintedOp(changes.line(op), paint) : op.op}`),
  ];
}

function print(context: Context, { document }: LoadedSystem, result: Reconciliation): void {
  const { proposals, unresolved, documents } = result;
  const mode = reconcileModeOf(document?.definition ?? {});
  if (context.json) {
    context.printJson({
      applied: false,
      mode,
      proposals,
      documents: documents.map(({ path, ops }) => ({ path, ops })),
      unresolved,
    });
  } else context.print(formatReconcile(result));
}
