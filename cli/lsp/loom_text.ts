import {
  type AnyKind,
  type DocumentElement,
  fromPointer,
  isObject,
  type JsonObject,
  type KindTable,
  toPointer,
} from "@loom/protocol";
import { findNodeAtLocation, findNodeAtOffset, getNodePath, type Node, parseTree } from "jsonc-parser";
import type { Range, TextDocument } from "vscode-languageserver-textdocument";

/** A text that an editor has open, read as a document of the loom. */
export interface LoomText {
  readonly document: TextDocument;
  readonly row: AnyKind;
  /** The definition, unwrapped. */
  readonly definition: JsonObject;
  /** The key that wraps the definition, if one does. */
  readonly envelope: string | undefined;
  readonly tree: Node;
}

/** A string of a document: a name, a reference or an expression. */
export interface TextAt {
  readonly value: string;
  /** Its JSON pointer in the definition. */
  readonly path: string;
  /** The range of the text between its quotes. */
  readonly range: Range;
}

/** Reads a text; `undefined` when it is no JSON of a kind of the table, or broken. */
export function readLoomText(document: TextDocument, kinds: KindTable): LoomText | undefined {
  const tree = parseTree(document.getText());
  const value = parsed(document.getText());
  if (tree === undefined || !isObject(value)) return undefined;
  const row = kinds.ofPath(document.uri) ?? kinds.ofDocument(value);
  const definition = kinds.unwrap(value);
  if (row?.content === undefined || !isObject(definition)) return undefined;
  // Parsed from JSON just now.
  return { document, row, definition: definition as JsonObject, envelope: kinds.envelope(value), tree };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The node of a JSON pointer into the definition. */
export function nodeAt({ tree, envelope }: LoomText, pointer: string): Node | undefined {
  const inside = envelope === undefined ? tree : findNodeAtLocation(tree, [envelope]);
  return fromPointer(pointer).reduce<Node | undefined>((node, step) => {
    return node && findNodeAtLocation(node, [node.type === "array" ? Number(step) : step]);
  }, inside);
}

/** The range of a node, without the quotes of a string. */
export function rangeOf({ document }: LoomText, { type, offset, length }: Node): Range {
  const quote = type === "string" ? 1 : 0;
  return {
    start: document.positionAt(offset + quote),
    end: document.positionAt(offset + length - quote),
  };
}

/** The string value at an offset; `undefined` where there is none, such as in a key. */
export function textAt(text: LoomText, offset: number): TextAt | undefined {
  const node = findNodeAtOffset(text.tree, offset, true);
  if (node?.type !== "string") return undefined;
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node;
  if (isKey) return undefined;
  const steps = getNodePath(node);
  const path = toPointer(text.envelope === undefined ? steps : steps.slice(1));
  return { value: String(node.value), path, range: rangeOf(text, node) };
}

/** The place of an element's own name: the string that holds it, else where the element begins. */
export function nameRange(text: LoomText, { path, name }: DocumentElement): Range {
  const own = name.slice(name.lastIndexOf(".") + 1);
  for (const key of ["name", "id", "path"]) {
    const node = nodeAt(text, `${path}/${key}`);
    if (node?.type === "string" && (node.value === name || node.value === own)) return rangeOf(text, node);
  }
  const node = nodeAt(text, path) ?? text.tree;
  const start = text.document.positionAt(node.offset);
  return { start, end: { line: start.line, character: start.character + 1 } };
}
