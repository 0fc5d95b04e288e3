/** A Markdown table; bars in cells are escaped. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line), ""].join("\n");
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** A text in the font of code; an empty text stays empty. */
export function code(text: string): string {
  return text === "" ? "" : `\`${text}\``;
}

/** Puts `content` between the comments `<!-- name -->` and `<!-- /name -->` of a page. */
export function filledPage(page: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close);
  if (start < 0 || end < start) {
    throw new Error(`The page has no place called ${name}: add ${open} and ${close}.`);
  }
  return `${page.slice(0, start)}${open}\n\n${content}\n${page.slice(end)}`;
}
