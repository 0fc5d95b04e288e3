import { commentLines } from "../escape.ts";
import { type Layout, layOut, type Piece } from "../layout.ts";

/** Layout of generated TypeScript. */
export const LAYOUT: Layout = {
  width: 100,
  unit: "  ",
  hasOperatorsLast: true,
  hugsLastArgument: true,
};

/** A piece as a statement or a member, at an indent. */
export function lineOf(piece: Piece, indent: string, end: string): string {
  return indent + layOut(piece, LAYOUT, indent, indent.length, end.length) + end;
}

/** A doc comment; none for empty texts. Each tag, such as `@param name text`, has its own lines. */
export function docOf(text: string | undefined, indent: string, tags: readonly string[] = []): string[] {
  const width = LAYOUT.width - indent.length - 3;
  const lines = [...docLines(text ?? "", width)];
  if (lines.length > 0 && tags.length > 0) lines.push("");
  for (const tag of tags) {
    lines.push(...docLines(tag.slice(1), width).map((line, index) => index === 0 ? `@${line}` : line));
  }
  if (lines.length === 0) return [];
  const [first, ...others] = lines;
  if (others.length === 0) return [`${indent}/** ${first} */`];
  return [
    `${indent}/**`,
    ...lines.map((line) => line === "" ? `${indent} *` : `${indent} * ${line}`),
    `${indent} */`,
  ];
}

/** A text can neither end its comment nor begin a tag or a directive of a compiler. */
function docLines(text: string, width: number): string[] {
  return commentLines(text, width).map((line) => line.split("*/").join("*\\/").replace(/^@/, "\\@"));
}
