import {
  type AnyKind,
  type AnyOp,
  type FindingChanges,
  findingChanges,
  PatchError,
  type StateMachineDefinition,
} from "@loom/protocol";
import * as z from "zod";
import { liveText } from "../session/session.ts";
import type { Edited, EditOptions } from "../session/session.ts";
import { type ToolAnswer, type ToolCall, ToolError } from "../tool.ts";
import { findingsBlock, shownFindings } from "./finding_changes.ts";

/** The parameter of every change that shows it without making it. */
export const DRY_RUN = { dry_run: z.boolean().optional() };

/** The parameter of every change of texts that a host may register as they are. */
export const AS_KEY = { as_key: z.boolean().optional() };

/** Output schema of every edit; {@linkcode EditData} has all fields. */
export const EDIT_OUTPUT = { revision: z.string(), live: z.string() };

/** The answer of an edit, for programs. */
export type EditData = {
  /** True when the document differs, or in a dry run would. */
  readonly changed: boolean;
  readonly revision: string;
  readonly live: string;
  /** The sentences of the answer, for clients that show this and not the text; a dry run has its operations. */
  readonly message?: string;
  /** The findings that the change brought and removed, the gravest of them. */
  readonly findings?: FindingChanges;
  /** In a dry run: that it was one, and what would be done. */
  readonly dry_run?: true;
  readonly ops?: readonly AnyOp[];
  /** A hint for the operations that a dry run leaves out. */
  readonly rest?: string;
};

/** The parameters that a change is made under. */
export interface EditValues {
  readonly dry_run?: boolean | undefined;
  readonly expected_revision?: string | undefined;
  /** True when the host registers the texts as they are, so that they need not parse. */
  readonly as_key?: boolean | undefined;
}

const UNCHANGED = "Nothing had to change: the document is so already.";
/** Number of lines a dry run shows. */
const MOST_LINES = 40;
/** Number of operations the data of a dry run has, and how many characters of them as JSON. */
const MOST_OPS = 200;
const MOST_CHARACTERS = 24_000;

/**
 * Changes the document by operations, and reports the change.
 *
 * @param plan Returns the operations for the newest document.
 * @param tell Describes the change, in a sentence or more.
 */
export async function editAnswer<Doc extends object = StateMachineDefinition>(
  call: ToolCall,
  values: EditValues,
  plan: (document: Doc) => readonly AnyOp[],
  tell: (edited: Edited<Doc>) => string,
): Promise<ToolAnswer<EditData>> {
  try {
    return changeAnswer(await call.session.edit(plan, optionsOf(values, call)), tell, values);
  } catch (error) {
    throw error instanceof PatchError ? plainError(error) : error;
  }
}

/** The options of an edit: those that parameters ask for, and those of the call. */
export function optionsOf(
  { dry_run, expected_revision }: EditValues,
  { signal, kind }: ToolCall,
): EditOptions {
  return { dryRun: dry_run, expectedRevision: expected_revision, signal, kind };
}

/** Answers what a change did, with the findings that it brought and removed. */
export function changeAnswer<Change extends Edited<object>>(
  edited: Change,
  tell: (edited: Change) => string,
  { as_key: asKey }: Pick<EditValues, "as_key"> = {},
): ToolAnswer<EditData> {
  const { changed, revision, dryRun, ops } = edited;
  const live = liveText(edited.live);
  const rollback = rollbackBlock(edited);
  if (!changed && !dryRun) {
    return {
      text: UNCHANGED,
      more: rollback,
      data: { changed, revision, live, message: withMore(UNCHANGED, rollback) },
    };
  }
  const findings = findingChanges(edited, { asKey });
  const block = findingsBlock(findings, dryRun);
  const more = [...(block === undefined ? [] : [block]), ...rollback];
  const data: EditData = { changed, revision, live, findings: shownFindings(findings) };
  if (dryRun) {
    const shown = shownOps(ops);
    return { text: dryText(edited, shown), more, data: { ...data, dry_run: true, ...shown } };
  }
  const message = tell(edited);
  return { text: `${message} live: ${live}`, more, data: { ...data, message: withMore(message, rollback) } };
}

const withMore = (message: string, more: readonly string[]) => [message, ...more].join("\n");

/** Names the changes that a program took away by writing an older content. */
function rollbackBlock({ rolledBack, row }: Edited<object>): string[] {
  if (rolledBack.length === 0) return [];
  const lines = linesOf(row, rolledBack.slice(0, MOST_LINES));
  const more = rolledBack.length > MOST_LINES ? [`… and ${rolledBack.length - MOST_LINES} more`] : [];
  const head =
    "Another program wrote an older content into the file, and these changes are gone; make them again if they are wanted:";
  return [[head, ...lines, ...more].join("\n")];
}

/** As many of the operations as an answer holds. */
function shownOps(all: readonly AnyOp[]): { readonly ops: readonly AnyOp[]; readonly rest?: string } {
  const ops: AnyOp[] = [];
  let left = MOST_CHARACTERS;
  for (const op of all.slice(0, MOST_OPS)) {
    left -= JSON.stringify(op).length;
    if (left < 0) break;
    ops.push(op);
  }
  if (ops.length === all.length) return { ops };
  return {
    ops,
    rest:
      `ops has ${ops.length} of ${all.length} operations: try a smaller part of the change to see the others.`,
  };
}

function dryText(
  { ops, changed, before, row }: Edited<object>,
  { rest }: { readonly rest?: string },
): string {
  if (!changed) return "Dry run: nothing would change.";
  if (before === undefined) return "Dry run, nothing written. The document would be made.";
  const lines = linesOf(row, ops.slice(0, MOST_LINES));
  const more = ops.length > MOST_LINES ? [`… and ${ops.length - MOST_LINES} more`] : [];
  const end = rest === undefined ? [] : [rest];
  return ["Dry run, nothing written. It would do:", ...lines, ...more, ...end].join("\n");
}

/** Operations as lines for a person. */
export function linesOf({ content }: AnyKind, ops: readonly AnyOp[]): string[] {
  return ops.flatMap((op) => {
    const line = content?.changes.line(op);
    return line === undefined ? [] : [`${line.sign} ${line.text}`];
  });
}

/** The sentence of a refused operation, without the place in a list that the agent did not write. */
function plainError(error: PatchError): ToolError {
  const sentence = error.message.replace(/^\w+: ops\[\d+\][^:]*: /, "");
  const begun = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const next = error.code === "not_found" ? " list_states and list_events show what there is." : "";
  return new ToolError(error.code, `${begun}${next}`, { cause: error });
}
