import { commentLines } from "../escape.ts";
import { type Layout, layOut, type Piece } from "../layout.ts";

/** Layout of generated Python. */
export const LAYOUT: Layout = {
  width: 79,
  unit: "    ",
  hasOperatorsLast: false,
  hugsLastArgument: false,
};

/** The widest line of a docstring or a comment. */
const TEXT_WIDTH = 72;

/** A piece as a statement, at an indent. */
export function lineOf(piece: Piece, indent: string, end: string = ""): string {
  return indent + layOut(piece, LAYOUT, indent, indent.length, end.length) + end;
}

/** A docstring; none for empty texts. Behind the text stand the arguments with their meanings. */
export function docOf(
  text: string,
  indent: string,
  args: readonly (readonly [name: string, text: string])[] = [],
): string[] {
  const lines = [...docLines(text, TEXT_WIDTH - indent.length)];
  if (lines.length === 0) return [];
  if (args.length > 0) {
    lines.push("", "Args:");
    for (const [name, meaning] of args) {
      const [first = "", ...others] = docLines(`${name}: ${meaning}`, TEXT_WIDTH - indent.length - 8);
      lines.push(`    ${first}`, ...others.map((line) => line === "" ? "" : `        ${line}`));
    }
  }
  const [first = "", ...others] = lines;
  if (others.length === 0) return [`${indent}"""${first}"""`];
  return [`${indent}"""${first}`, ...others.map((line) => line === "" ? "" : indent + line), `${indent}"""`];
}

/** The lines of a comment. */
export function remarkOf(text: string | undefined): string[] {
  return commentLines(text ?? "", TEXT_WIDTH - 8).map((line) => line === "" ? "#" : `# ${line}`);
}

/** A text can neither end its docstring nor escape anything in it. */
function docLines(text: string, width: number): string[] {
  return commentLines(text, width).map((line) => line.split("\\").join("\\\\").split('"').join('\\"'));
}
