/**
 * Answers for editors, as pure functions over the text of a document.
 *
 * @module
 */
import { type DocumentElement, documentFindings, type Finding, isObject } from "@loom/protocol";
import { getLocation } from "jsonc-parser";
import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  type Hover,
  type Position,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver-protocol";
import type { Range, TextDocument } from "vscode-languageserver-textdocument";
import { type LoomText, nameRange, nodeAt, rangeOf, textAt } from "./loom_text.ts";
import { candidates, type ChangedText, elementAt, elementsOf, placesOf } from "./names.ts";

/** The findings of the validator. */
export function diagnosticsOf(text: LoomText): Diagnostic[] {
  const { row, document, definition, envelope } = text;
  if (row.content === undefined) return [];
  const findings = documentFindings(row.content, { definition, envelope, text: document.getText() });
  return findings.map((finding): Diagnostic => ({
    range: findingRange(text, finding),
    severity: finding.severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: finding.ruleId,
    source: "loom",
    message: finding.message,
  }));
}

/** A name says more than the whole element, whose range would colour half a page. */
function findingRange(text: LoomText, { path }: Finding): Range {
  const node = nodeAt(text, path) ?? text.tree;
  const named = node.type === "object"
    ? nodeAt(text, `${path}/name`) ?? nodeAt(text, `${path}/id`)
    : undefined;
  const { start, end } = rangeOf(text, named ?? node);
  return { start, end: start.line === end.line ? end : { line: start.line, character: start.character + 1 } };
}

const SYMBOLS: Readonly<Record<string, SymbolKind>> = {
  state: SymbolKind.Class,
  event: SymbolKind.Event,
  timer: SymbolKind.Event,
  entity: SymbolKind.Struct,
  attribute: SymbolKind.Field,
  enum: SymbolKind.Enum,
  participant: SymbolKind.Object,
  message: SymbolKind.Method,
  fragment: SymbolKind.Namespace,
  member: SymbolKind.File,
  actor: SymbolKind.Object,
};

/** The elements as an outline. */
export function symbolsOf(text: LoomText): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { readonly path: string; readonly symbol: DocumentSymbol }[] = [];
  const elements = elementsOf(text).toSorted((a, b) =>
    (nodeAt(text, a.path)?.offset ?? 0) - (nodeAt(text, b.path)?.offset ?? 0)
  );
  for (const element of elements) {
    const node = nodeAt(text, element.path);
    if (node === undefined) continue;
    const symbol: DocumentSymbol = {
      name: element.name,
      detail: element.type,
      kind: SYMBOLS[element.type] ?? SymbolKind.Object,
      range: rangeOf(text, node),
      selectionRange: nameRange(text, element),
      children: [],
    };
    while (open.length > 0 && !element.path.startsWith(`${open.at(-1)?.path}/`)) open.pop();
    (open.at(-1)?.symbol.children ?? top).push(symbol);
    open.push({ path: element.path, symbol });
  }
  return top;
}

/** The element that is named at a position. */
export function elementNear(text: LoomText, position: Position): DocumentElement | undefined {
  const offset = text.document.offsetAt(position);
  const at = textAt(text, offset);
  return at && elementAt(text, at, wordAt(text.document, offset));
}

function wordAt(document: TextDocument, offset: number): string {
  const text = document.getText();
  const before = /[\w.]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const after = /^[\w.]*/.exec(text.slice(offset, offset + 200))?.[0] ?? "";
  return before + after;
}

/** The places that name an element, its declaration among them. */
export function referencesOf(text: LoomText, element: DocumentElement): Range[] {
  return rangesOf(text, placesOf(text, element));
}

function rangesOf(text: LoomText, places: readonly ChangedText[]): Range[] {
  return places.flatMap(({ path }) => {
    const node = nodeAt(text, path);
    return node === undefined ? [] : [rangeOf(text, node)];
  });
}

/** The edits of a text that give strings other values. */
export function editsOf(text: LoomText, changes: readonly ChangedText[]): TextEdit[] {
  return changes.flatMap(({ path, after }) => {
    const node = nodeAt(text, path);
    return node === undefined
      ? []
      : [{ range: rangeOf(text, node), newText: JSON.stringify(after).slice(1, -1) }];
  });
}

/** The element that is named at a position, in words. */
export function hoverOf(text: LoomText, position: Position): Hover | undefined {
  const element = elementNear(text, position);
  if (element === undefined) return undefined;
  const value = valueAt(text, element.path);
  const description = isObject(value) && typeof value["description"] === "string" ? value["description"] : "";
  return {
    contents: { kind: "markdown", value: [`**${element.text}**`, description].filter(Boolean).join("\n\n") },
  };
}

function valueAt({ definition }: LoomText, pointer: string): unknown {
  return pointer.split("/").slice(1).reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isObject(value) ? value[step.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined;
  }, definition);
}

/**
 * The names that fit the string at a position.
 *
 * @param text The document when it could last be read.
 * @param document The text as it is now, which may be broken.
 */
export function completionsOf(text: LoomText, document: TextDocument, position: Position): CompletionItem[] {
  const { path, isAtPropertyKey } = getLocation(document.getText(), document.offsetAt(position));
  if (isAtPropertyKey) return [];
  const member = path.findLast((step) => typeof step === "string");
  const range = stringRange(document, position);
  return candidates(text, String(member)).map(({ name, type, text: detail }): CompletionItem => ({
    label: name,
    kind: type === "event" || type === "timer" ? CompletionItemKind.Event : CompletionItemKind.Reference,
    detail,
    textEdit: { range, newText: JSON.stringify(name) },
    filterText: JSON.stringify(name),
  }));
}

/** The string around a position with its quotes, or nothing at the position. */
function stringRange(document: TextDocument, position: Position): Range {
  const text = document.getText();
  const offset = document.offsetAt(position);
  const [before = ""] = /"[^"\n]*$/.exec(text.slice(0, offset)) ?? [];
  const [after = ""] = before === "" ? [""] : /^[^"\n]*"/.exec(text.slice(offset)) ?? [];
  return {
    start: document.positionAt(offset - before.length),
    end: document.positionAt(offset + after.length),
  };
}
