import { createDocument, type WriteResult } from "@loom/bridge/document";
import { type AnyKind, commandWords, didYouMean, type KindContent, machineNameFrom } from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
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
  const [wrapper] = row.wrapperKeys;
  const document = values.bare || wrapper === undefined ? definition : { [wrapper]: definition };
  const result = await createDocument(path, document, {
    kind: row.kind,
    kinds,
    overwrite: values.overwrite,
    dryRun: values.dryRun,
  }).catch((error) => {
    throw existsHere(error);
  });
  report(context, row, result, content.nameOf(definition), values.dryRun);
  return EXIT.done;
};

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
  { json, print, printJson, remark, paint }: Context,
  { kind, content }: AnyKind,
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
  const [first] = content?.commands ?? [];
  const edit = first === undefined ? "apply <ops>" : [
    commandWords(first.id).join("-"),
    ...first.arguments.filter(({ required }) => required).map(({ name }) => `<${name}>`),
  ]
    .join(" ");
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
