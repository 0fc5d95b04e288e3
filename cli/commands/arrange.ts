import { editLayout, type LayoutFile, removeLayout } from "@loom/bridge/document";
import { notationOf } from "@loom/bridge/drawing";
import {
  aKind,
  type Arrangement,
  type ArrangementPatch,
  didYouMean,
  fitOf,
  keysOf,
  listOf,
  pictureIn,
  pluralOf,
  renewedArrangement,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, exitCodeOf, graver } from "../exit_code.ts";
import { ClosedOutputError } from "../io.ts";
import { linksOf, loadDocument, type LoadedDocument, STANDARD_INPUT } from "../load_document.ts";
import { errorObject, reportError } from "../report_error.ts";
import type { ARRANGE } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";

type Values = Parameters<Run<typeof ARRANGE>>[1];

/** Result for the layout file of a document. */
interface Arranged {
  readonly doc: string;
  /** The layout file; absent where there was none to remove. */
  readonly path?: string;
  /** The number of elements with a place. */
  readonly places: number;
  readonly dryRun?: true;
}

/** Keeps the arrangements of documents in files beside them, or removes these. */
export const arrange: Run<typeof ARRANGE> = async (context, values) => {
  checkValues(values);
  const docs = values.doc.length > 0 ? [...new Set(values.doc)] : [context.doc];
  if (docs.includes(STANDARD_INPUT)) {
    throw new UsageError("An arrangement is kept beside a document: name one that has a path.");
  }
  const outcomes: unknown[] = [];
  let code: ExitCode = EXIT.done;
  for (const doc of docs) {
    try {
      const arranged = values.remove ? await remove(doc, values) : await renew(context, doc, values);
      outcomes.push(arranged);
      if (!context.json) report(context, arranged, values.remove);
    } catch (error) {
      // Of several documents the others are arranged all the same.
      if (docs.length === 1 || error instanceof ClosedOutputError) throw error;
      if (!context.json) reportError(error, context);
      outcomes.push({ doc, error: errorObject(error) });
      code = graver(code, exitCodeOf(error));
    }
  }
  if (context.json) context.printJson({ documents: outcomes });
  return code;
};

function checkValues({ remove, fit, direction, collapse, notation }: Values): void {
  if (fit) fitOf(fit);
  const others = { fit, direction, collapse, notation };
  const given = Object.entries(others).find(([, value]) => value !== undefined);
  if (remove && given) throw new UsageError(`--remove takes the whole file away: leave --${given[0]} out.`);
}

async function renew(context: Context, doc: string, values: Values): Promise<Arranged> {
  const document = await loadDocument(context, doc);
  const { row, definition, content: { pictures } } = document;
  const list = pictures.placeables;
  if (!list) {
    throw new UsageError(
      `"${doc}" is ${aKind(row)}, whose pictures arrange themselves: there is nothing to keep.`,
    );
  }
  const word = notationOf(row, values.notation);
  const notation = word === pictures.notations?.[0] ? undefined : word;
  const links = await linksOf(document);
  const patch = patchOf(document, values);
  const renewed = (now: Arrangement) =>
    renewedArrangement(pictures, definition, now, patch, { notation: word, links });
  const { dryRun } = values;
  const { path, arrangement }: LayoutFile = await editLayout(doc, renewed, { dryRun });
  const places = Object.keys(pictureIn(arrangement, notation).places).length;
  return { doc, path, places, ...(dryRun ? { dryRun } : {}) };
}

/** The settings that the options change. */
function patchOf({ row, definition, content }: LoadedDocument, values: Values): ArrangementPatch {
  const { direction, fit, collapse } = values;
  const collapsed = collapse === undefined ? undefined : listOf(collapse);
  const keys = keysOf(content.pictures.placeables?.(definition) ?? []);
  for (const key of collapsed ?? []) {
    if (!keys.includes(key)) {
      throw new UsageError(`There is no ${key} in this ${row.title} to collapse.${didYouMean(key, keys)}`);
    }
  }
  return {
    ...(direction === undefined ? {} : { direction: direction === "auto" ? null : direction }),
    ...(fit === undefined ? {} : { fit: fit === "" ? null : fit }),
    ...(collapsed === undefined ? {} : { collapsed }),
  };
}

async function remove(doc: string, { dryRun }: Values): Promise<Arranged> {
  const path = await removeLayout(doc, { dryRun });
  return { doc, ...(path === undefined ? {} : { path }), places: 0, ...(dryRun ? { dryRun } : {}) };
}

function report(context: Context, { doc, path, places, dryRun }: Arranged, isRemoved: boolean): void {
  if (path === undefined) return context.remark(`"${doc}" has no layout file.`);
  context.print(path);
  const count = `${places} ${places === 1 ? "place" : pluralOf("place")}`;
  context.remark(`${dryRun ? "Would be " : ""}${isRemoved ? "removed" : `arranged: ${count}`}.`);
}
