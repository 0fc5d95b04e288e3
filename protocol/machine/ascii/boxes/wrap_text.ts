import { displayWidth, graphemesOf } from "../../../text/terminal_text.ts";

/**
 * Breaks a line into lines of at most `columns` terminal columns, at spaces where possible; longer words are
 * broken after `_`, `.`, `-` or `/`, or anywhere.
 */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((word) => piecesOf(word, columns))) {
    const longer = line === "" || word.glued ? line + word.text : `${line} ${word.text}`;
    if (line !== "" && displayWidth(longer) > columns) {
      lines.push(line);
      line = word.text;
    } else line = longer;
  }
  return line === "" && lines.length > 0 ? lines : [...lines, line];
}

/** The width of the longest word: with as many columns no word is broken. */
export function longestWord(text: string): number {
  return text.split(" ").reduce((most, word) => Math.max(most, displayWidth(word)), 0);
}

interface Piece {
  readonly text: string;
  /** True if there is no space before it. */
  readonly glued: boolean;
}

function piecesOf(word: string, columns: number): Piece[] {
  if (displayWidth(word) <= columns) return [{ text: word, glued: false }];
  const pieces: string[] = [];
  let piece = "";
  for (const segment of graphemesOf(word)) {
    // What is left behind a joint may still be too long with one character more.
    while (piece !== "" && displayWidth(piece + segment) > columns) {
      const end = lastJoint(piece);
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
    }
    piece += segment;
  }
  return [...pieces, piece].map((text, index) => ({ text, glued: index > 0 }));
}

/** The end of a piece of a word: after its last joint if that leaves a good part, else its whole length. */
function lastJoint(piece: string): number {
  const joint = Math.max(...["_", ".", "-", "/"].map((mark) => piece.lastIndexOf(mark))) + 1;
  return joint > piece.length / 3 ? joint : piece.length;
}
