import { createDocument, DocumentError, OpenDocument, type WriteResult } from "@loom/bridge/document";
import {
  type AnyKind,
  didYouMean,
  type JsonObject,
  type KindContent,
  machineNameFrom,
  NO_EDITS,
  saveHistory,
} from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
import { withHistory } from "../mutate.ts";
import { choicesText } from "../read_words.ts";
import { refuseOtherKind } from "../refuse_other_kind.ts";
import type { NEW } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { existsHere } from "../write_text.ts";

/** Makes a document to start from. */
export const newDocument: Run<typeof NEW> = async (context, values) => {
  const { kinds } = context;
  const row = kindFor(context, documentOf(context, values.path));
  const path = withExtension(documentOf(context, values.path), row);
  refuseOtherKind(path, kinds, [row]);
  const content = contentOf(row);
  const definition = templateOf(content, values.template).make({
    name: values.machineName ?? machineNameFrom(path),
    namespace: values.namespace,
  });
  const result = await create(context, path, { ...values, row, definition }).catch((error) => {
    if (values.overwrite && isThere(error)) return replace(context, path, { ...values, row, definition });
    throw existsHere(error);
  });
  report(context, row, result, content.nameOf(definition), values.dryRun);
  return EXIT.done;
};

interface NewDocument {
  readonly row: AnyKind;
  readonly definition: JsonObject;
  readonly bare: boolean;
  readonly dryRun: boolean;
}

/** Makes a document where there is none. Edits that are kept of an earlier one of that path are not its own. */
async function create(
  { io, kinds, remark }: Context,
  path: string,
  { row, definition, bare, dryRun }: NewDocument,
): Promise<WriteResult> {
  const [wrapper] = row.wrapperKeys;
  const document = bare || wrapper === undefined ? definition : { [wrapper]: definition };
  const result = await createDocument(path, document, { kind: row.kind, kinds, dryRun });
  if (!dryRun) {
    const { changes } = contentOf(row);
    const begin = (most: number) => saveHistory(changes, NO_EDITS, most);
    await withHistory({ io, doc: path, remark }, async (history) => await history?.save(begin));
  }
  return result;
}

/** Replaces a document by an edit, which "loom undo" takes back. */
async function replace(
  { io, kinds, remark }: Context,
  path: string,
  { row, definition, dryRun }: NewDocument,
): Promise<WriteResult> {
  const { changes } = contentOf(row);
  return await withHistory({ io, doc: path, remark }, async (history) => {
    const document = new OpenDocument(path, { kinds, history, keepsHistory: history !== undefined });
    const change = (before: JsonObject) => ({
      after: definition,
      ops: () => changes.diff(before, definition),
    });
    return (await document.change(change, { kind: row.kind, dryRun })).result;
  });
}

function isThere(error: unknown): boolean {
  return error instanceof DocumentError && error.code === "exists";
}

/** The kind that the path's ending says and that can be made; else the first of the table. */
function kindFor({ kinds }: Context, path: string): AnyKind {
  const named = kinds.ofPath(path);
  const row = named?.content === undefined ? kinds.rows[0] : named;
  if (row === undefined) throw new Error("The table of kinds is empty.");
  return row;
}

function contentOf({ content, title }: AnyKind): KindContent {
  if (content === undefined) throw new Error(`The kind "${title}" has no content.`);
  return content;
}

function templateOf({ templates }: KindContent, name: string) {
  const template = templates.find((one) => one.name === name);
  if (template !== undefined) return template;
  const names = templates.map((one) => one.name);
  throw new UsageError(
    `--template cannot be "${name}": choose ${choicesText(names)}.${didYouMean(name, names)}`,
  );
}

function report(
  { json, print, printJson, remark, paint, commands }: Context,
  { kind }: AnyKind,
  { path, after, text }: WriteResult,
  name: string | undefined,
  dryRun: boolean,
): void {
  if (json) {
    printJson({ doc: path, revision: after, [kind]: name, ...(dryRun ? { dryRun, text } : {}) });
    return;
  }
  if (dryRun) {
    print(text.trimEnd());
    remark("Dry run: nothing was written.");
    return;
  }
  print(`${paint.good("+")} ${path}`);
  const first = commands.find((command) => command.kind === kind && command.name.startsWith("add-"));
  const words = first?.arguments.filter(({ optional }) => !optional).map(({ name }) => `<${name}>`) ?? [];
  const edit = first === undefined ? "apply <ops>" : [first.name, ...words].join(" ");
  remark(paint.faint(`Next: loom --doc ${path} ${edit}, then loom validate ${path}`));
}

/** A bare name gets the ending of the kind. */
function withExtension(path: string, { extension }: AnyKind): string {
  if (path === "-") throw new UsageError("Standard output takes no document: name a file.");
  const name = basename(path);
  if (name === "") throw new UsageError("The path is empty: name the document to make.");
  if (/\.(?:xml|fsm)$/i.test(name)) {
    throw new UsageError(`"${path}" would be XML: make it as ${extension} and convert it.`);
  }
  return name.includes(".") ? path : path + extension;
}
