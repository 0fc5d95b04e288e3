/**
 * Text that breaks where it does not fit: a tree of pieces, each with its text on one line, laid out from the outside
 * in. A list that fits stays on its line; otherwise each of its items gets one.
 *
 * @module
 */

/** A piece of code. */
export type Piece = string | Sequence | Brackets | Row | Block;

/** Pieces one after the other. */
export interface Sequence {
  readonly kind: "sequence";
  readonly flat: string | undefined;
  readonly pieces: readonly Piece[];
}

/** Items between brackets, with commas between them. */
export interface Brackets {
  readonly kind: "brackets";
  readonly flat: string | undefined;
  readonly open: string;
  readonly items: readonly Item[];
  readonly close: string;
  /** True when a comma stands behind the last item of a broken list. */
  readonly hasLastComma: boolean;
}

/** An item, with the lines of a comment above it. */
export interface Item {
  readonly comment: readonly string[];
  readonly piece: Piece;
}

/** Operands with an operator between them. */
export interface Row {
  readonly kind: "row";
  readonly flat: string | undefined;
  readonly operator: string;
  readonly operands: readonly Piece[];
}

/** Statements between braces. */
export interface Block {
  readonly kind: "block";
  readonly flat: string | undefined;
  readonly statements: readonly Piece[];
}

/** Line width and indentation. */
export interface Layout {
  /** The most characters of a line. */
  readonly width: number;
  /** The spaces of one level. */
  readonly unit: string;
  /** True when a broken row has its operators at the ends of its lines, rather than at their beginnings. */
  readonly hasOperatorsLast: boolean;
  /** True when a call whose last argument alone needs more lines keeps the others on the first. */
  readonly hugsLastArgument: boolean;
}

/** Pieces one after the other. */
export function sequence(...pieces: readonly Piece[]): Sequence {
  return { kind: "sequence", flat: joined(pieces, ""), pieces };
}

/** The style of brackets around items. */
export interface BracketStyle {
  /** True when a comma stands behind the last item of a broken list. Default: yes. */
  readonly hasLastComma?: boolean;
  /** True when a comma stands behind an item that is the only one on the line, as in a tuple of Python. Default: no. */
  readonly isTuple?: boolean;
  /** True when a space stands inside the brackets of a list on one line. Default: no. */
  readonly isSpaced?: boolean;
}

/** Items between brackets. */
export function brackets(
  open: string,
  items: readonly (Piece | Item)[],
  close: string,
  { hasLastComma = true, isTuple = false, isSpaced = false }: BracketStyle = {},
): Piece {
  if (items.length === 0) return open + close;
  const list = items.map((item): Item => isItem(item) ? item : { comment: [], piece: item });
  const isPlain = list.every(({ comment }) => comment.length === 0);
  const inside = isPlain ? joined(list.map(({ piece }) => piece), ", ") : undefined;
  const space = isSpaced ? " " : "";
  const comma = isTuple && list.length === 1 ? "," : "";
  const flat = inside === undefined ? undefined : open + space + inside + comma + space + close;
  return { kind: "brackets", flat, open, items: list, close, hasLastComma };
}

/** Operands with an operator between them. */
export function row(operator: string, operands: readonly Piece[]): Piece {
  return { kind: "row", flat: joined(operands, ` ${operator} `), operator, operands };
}

/** Statements between braces. */
export function block(statements: readonly Piece[]): Piece {
  const inside = statements.length > 1 ? undefined : joined(statements, " ");
  return { kind: "block", flat: inside === undefined ? undefined : `{ ${inside} }`, statements };
}

/**
 * Lays a piece out.
 *
 * @param piece The piece.
 * @param layout The width and the depth of a level.
 * @param indent The spaces at the beginning of its lines.
 * @param column Where its first line begins.
 * @param tail How many characters follow it on its last line.
 * @returns Its text, with line ends but without one at the end.
 */
export function layOut(piece: Piece, layout: Layout, indent: string, column: number, tail: number): string {
  if (typeof piece === "string") return piece;
  if (piece.flat !== undefined && column + lengthOf(piece.flat) + tail <= layout.width) return piece.flat;
  const deeper = indent + layout.unit;
  switch (piece.kind) {
    case "sequence":
      return layOutSequence(piece, layout, indent, column, tail);
    case "brackets": {
      const hugged = layout.hugsLastArgument ? hugLast(piece, layout, indent, column) : undefined;
      if (hugged !== undefined) return hugged;
      const lines = piece.items.flatMap(({ comment, piece: item }, index) => {
        const comma = piece.hasLastComma || index < piece.items.length - 1 ? "," : "";
        const text = layOut(item, layout, deeper, deeper.length, comma.length);
        return [...comment.map((line) => deeper + line), deeper + text + comma];
      });
      return [piece.open, ...lines, indent + piece.close].join("\n");
    }
    case "row": {
      const last = piece.operands.length - 1;
      const lines = piece.operands.map((operand, index) => {
        const lead = layout.hasOperatorsLast || index === 0 ? "" : `${piece.operator} `;
        const end = layout.hasOperatorsLast && index < last ? ` ${piece.operator}` : "";
        const start = (index === 0 ? column : deeper.length) + lead.length;
        return lead + layOut(operand, layout, deeper, start, index < last ? end.length : tail) + end;
      });
      return lines.join(`\n${deeper}`);
    }
    case "block": {
      const lines = piece.statements.map((one) => deeper + layOut(one, layout, deeper, deeper.length, 0));
      return ["{", ...lines, `${indent}}`].join("\n");
    }
  }
}

/** A call with all arguments on the first line, up to the opening bracket of the last one. */
function hugLast(
  { open, items, close }: Brackets,
  layout: Layout,
  indent: string,
  column: number,
): string | undefined {
  const last = items[items.length - 1]?.piece;
  if (last === undefined || !open.endsWith("(") || !hasBody(last)) return undefined;
  const others = joined(items.slice(0, -1).map(({ piece }) => piece), ", ");
  if (others === undefined || items.some(({ comment }) => comment.length > 0)) return undefined;
  const head = others === "" ? open : `${open}${others}, `;
  const text = head + layOut(last, layout, indent, column + lengthOf(head), close.length) + close;
  return column + lengthOf(text.split("\n", 1)[0] ?? "") <= layout.width ? text : undefined;
}

/** True when a piece ends in an object or in the statements of a function. */
function hasBody(piece: Piece): boolean {
  if (typeof piece === "string") return false;
  if (piece.kind === "sequence") return hasBody(piece.pieces[piece.pieces.length - 1] ?? "");
  return piece.kind === "block" || piece.kind === "brackets" && piece.open === "{";
}

/** Length of a text in code points. */
export function lengthOf(text: string): number {
  // deno-lint-ignore no-control-regex
  if (/^[\u0000-\u00ff]*$/.test(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function layOutSequence(
  { pieces }: Sequence,
  layout: Layout,
  indent: string,
  column: number,
  tail: number,
): string {
  let text = "";
  let at = column;
  pieces.forEach((piece, index) => {
    const part = layOut(piece, layout, indent, at, index === pieces.length - 1 ? tail : 0);
    const lastLine = part.lastIndexOf("\n");
    at = lastLine === -1 ? at + lengthOf(part) : lengthOf(part.slice(lastLine + 1));
    text += part;
  });
  return text;
}

function joined(pieces: readonly Piece[], separator: string): string | undefined {
  const texts: string[] = [];
  for (const piece of pieces) {
    const text = typeof piece === "string" ? piece : piece.flat;
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join(separator);
}

function isItem(item: Piece | Item): item is Item {
  return typeof item !== "string" && "comment" in item;
}
