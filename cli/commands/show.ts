import {
  counted,
  didYouMean,
  fromPointer,
  type KindName,
  MACHINE_KIND,
  oneLine,
  pluralOf,
} from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { documentOf, loadDocument, type LoadedDocument, type LoadedMachine } from "../load_document.ts";
import type { SHOW } from "../table/read.ts";
import { textColumns } from "../text_columns.ts";
import { NameError } from "../usage_error.ts";
import { countFindings, findingsText, showMachine } from "./show_machine.ts";

type Show<Document> = (context: Context, document: Document, element: string | undefined) => ExitCode;

/** Kinds with a view of their own. */
const SHOWS: Readonly<Record<KindName, Show<LoadedDocument>>> = {
  [MACHINE_KIND.kind]: (context, document, element) =>
    showMachine(context, document as unknown as LoadedMachine, element),
};

/** Shows the size of a document, or one of its elements. */
export const show: Run<typeof SHOW> = async (context, values) => {
  const document = await loadDocument(context, documentOf(context, values.doc));
  return (SHOWS[document.row.kind] ?? showDocument)(context, document, values.element);
};

function showDocument(context: Context, document: LoadedDocument, element: string | undefined): ExitCode {
  if (element !== undefined) return showElement(context, document, element);
  const { path, format, envelope = null, revision, row, content, definition } = document;
  const name = content.nameOf(definition) ?? null;
  const elements = countsByType(document);
  const findings = countFindings(document);
  if (context.json) {
    context.printJson({ path, kind: row.kind, format, envelope, revision, name, elements, findings });
    return EXIT.done;
  }
  const { paint, print } = context;
  const rows = [
    ...Object.entries(elements).map(([type, count]) => [pluralOf(type), String(count)]),
    ["findings", findingsText(context, findings)],
    ["document", path],
    ["revision", revision],
  ];
  print(`${paint.strong(oneLine(name ?? path))}  ${paint.faint(row.title)}`);
  print(["", ...textColumns(rows, { paints: [paint.faint] })]);
  return EXIT.done;
}

function countsByType({ content, definition }: LoadedDocument): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of content.elements(definition)) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function showElement(context: Context, document: LoadedDocument, name: string): ExitCode {
  const elements = document.content.elements(document.definition);
  const element = elements.find((one) => one.name === name);
  if (element === undefined) {
    const types = [...new Set(elements.map(({ type }) => type))].join(" or ") || "element";
    const hint = didYouMean(name, elements.map((one) => one.name));
    throw new NameError(
      `There is no ${types} "${name}"${
        hint === "" ? `: there are ${counted(elements.length, "element")}.` : `.${hint}`
      }`,
    );
  }
  const { type, path } = element;
  const place = document.places([path]).get(path);
  const value = valueAt(document.definition, path);
  if (context.json) {
    context.printJson({ type, name, path, ...place, value });
    return EXIT.done;
  }
  const { paint, print } = context;
  const where = place === undefined ? path : `${place.line}:${place.column}`;
  print(`${paint.strong(oneLine(name))}  ${paint.faint(type)}`);
  print(paint.faint(`${document.path}:${where}`));
  print(["", JSON.stringify(value, null, 2)]);
  return EXIT.done;
}

function valueAt(definition: unknown, pointer: string): unknown {
  let value = definition;
  for (const step of fromPointer(pointer)) value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}
