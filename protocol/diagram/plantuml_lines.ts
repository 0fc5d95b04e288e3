/** A line of a PlantUML text, without the blanks around it. */
export interface PlantumlLine {
  readonly text: string;
  /** Its offset in the whole text. */
  readonly at: number;
}

/** The lines between `@startuml` and `@enduml`, without comments and blank ones. */
export function* plantumlLines(text: string): Generator<PlantumlLine, void> {
  const begin = /^[ \t]*@startuml\b.*$/m.exec(text);
  let offset = begin === null ? 0 : begin.index + begin[0].length;
  let isComment = false;
  for (const line of text.slice(offset).split("\n")) {
    const trimmed = line.trim();
    const at = offset + line.length - line.trimStart().length;
    offset += line.length + 1;
    if (/^@enduml\b/.test(trimmed)) return;
    if (trimmed.startsWith("/'")) isComment = true;
    if (isComment) {
      isComment = !trimmed.includes("'/");
      continue;
    }
    if (trimmed !== "" && !trimmed.startsWith("'")) yield { text: trimmed, at };
  }
}

/** The text of the lines up to one that ends a block. */
export function textUntil(lines: Generator<PlantumlLine, void>, end: RegExp): string {
  const found: string[] = [];
  for (let line = lines.next(); !line.done && !end.test(line.value.text); line = lines.next()) {
    found.push(line.value.text);
  }
  return found.join("\n");
}

/** A name without its quotes. */
export function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}

/** A text without PlantUML's marks for bold, italics, size and colour. Addresses keep their slashes. */
export function withoutMarks(text: string): string {
  return text.replaceAll("\\n", "\n").replace(/<\/?(?:b|i|u|s|color|size|font|back)\b[^>]*>/gi, "")
    .replace(/\*\*(.+?)\*\*|(?<!:)\/\/(.+?)(?<!:)\/\/|""(.+?)""/g, "$1$2$3").trim();
}

/** True for a PlantUML text with a state diagram. */
export function isPlantUmlMachine(text: string): boolean {
  if (!/^\s*@startuml\b/m.test(text)) return false;
  return /^\s*state\s+["\p{L}_]/mu.test(text) || /^\s*\[\*\]\s*[-<]|[->]\s*\[\*\]\s*(?::|$)/m.test(text);
}
