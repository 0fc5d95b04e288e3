/** One replacement in a text. */
export interface TextEdit {
  /** Start offset, in UTF-16 units. */
  readonly offset: number;
  /** Length of the old text to remove. */
  readonly length: number;
  /** The new text. */
  readonly text: string;
}

/**
 * The text of a part after some edits.
 *
 * @param edits In ascending order, apart from each other, all inside the part.
 * @param start Where the part begins. Default: 0.
 * @param end Where it ends. Default: the text's length.
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  start = 0,
  end: number = text.length,
): string {
  const parts: string[] = [];
  let at = start;
  for (const edit of edits) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  parts.push(text.slice(at, end));
  return parts.join("");
}

/** The edits that lead back: for the text that `edits` made of `text`. */
export function invertEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map((edit) => {
    const old = text.slice(edit.offset, edit.offset + edit.length);
    const inverse = { offset: edit.offset + shift, length: edit.text.length, text: old };
    shift += edit.text.length - edit.length;
    return inverse;
  });
}
