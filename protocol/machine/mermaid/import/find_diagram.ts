import { errorAt, MermaidSyntaxError } from "./error.ts";

/** The place of a state diagram in a text. */
export interface DiagramPlace {
  /** The offset of its first statement. */
  readonly from: number;
  /** The offset of its end. */
  readonly to: number;
  /** The title of its front matter. */
  readonly title: string | undefined;
}

const HEADER = /stateDiagram(?:-v2)?(?=\s|$)/y;
/** Text that may precede a diagram: spaces, comments and directives. */
const BEFORE = /(?:\s+|%%\{(?:(?!\}%%|%%\{)[\s\S])*\}%%|%%[^\r\n]*)*/y;
const FRONT_MATTER =
  /[^\S\r\n]*---[^\S\r\n]*(?:\r\n|[\r\n])([\s\S]*?)(?<=[\r\n])[^\S\r\n]*---[^\S\r\n]*(?=[\r\n])/y;
const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*mermaid\b[^\r\n]*(?:\r\n|[\r\n])/gmi;

/**
 * Finds the state diagram in a text: the text itself, or the first state diagram in a `mermaid` fence of Markdown.
 *
 * @throws {MermaidSyntaxError} `mermaid_kind` when there is none.
 */
export function findDiagram(text: string): DiagramPlace {
  const whole = diagramIn(text, text.startsWith("\uFEFF") ? 1 : 0, text.length);
  if (whole) return whole;
  let fences = 0;
  for (const [from, to] of fencesIn(text)) {
    const fenced = diagramIn(text, from, to);
    if (fenced) return fenced;
    fences++;
  }
  throw noDiagram(text, fences);
}

/** Checks whether a text is, or holds, a state diagram of Mermaid. */
export function isMermaidText(text: string): boolean {
  try {
    findDiagram(text);
    return true;
  } catch (error) {
    if (error instanceof MermaidSyntaxError) return false;
    throw error;
  }
}

function diagramIn(text: string, from: number, to: number): DiagramPlace | undefined {
  const front = matchAt(FRONT_MATTER, text, from + blankLines(text, from));
  const behind = front ? front.index + front[0].length : from;
  const start = behind + (matchAt(BEFORE, text, behind)?.[0].length ?? 0);
  const header = matchAt(HEADER, text, start);
  if (!header || start + header[0].length > to) return undefined;
  return { from: start + header[0].length, to, title: titleIn(front?.[1] ?? "") };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function blankLines(text: string, from: number): number {
  return matchAt(/(?:[^\S\r\n]*[\r\n]+)*/y, text, from)?.[0].length ?? 0;
}

function* fencesIn(text: string): Generator<[from: number, to: number]> {
  const opening = new RegExp(FENCE);
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const from = opening.lastIndex;
    const fence = open[1] ?? "";
    const closing = new RegExp(`^[ \\t]*${fence}`, "gm");
    closing.lastIndex = from;
    const to = closing.exec(text)?.index ?? text.length;
    yield [from, to];
    opening.lastIndex = to;
  }
}

/** The title in a front matter, whose YAML may hold anything beside it. */
function titleIn(yaml: string): string | undefined {
  const value = /^[^\S\r\n]*title:[^\S\r\n]*([^\r\n]*)$/m.exec(yaml)?.[1]?.trim() ?? "";
  const title = unquoted(value).trim();
  return title === "" ? undefined : title;
}

function unquoted(value: string): string {
  const single = /^'((?:[^']|'')*)'/.exec(value);
  if (single) return (single[1] ?? "").replaceAll("''", "'");
  const double = /^"(?:[^"\\]|\\.)*"/.exec(value);
  if (!double) return value.replace(/(?:^|\s+)#.*$/, "");
  try {
    return String(JSON.parse(double[0]));
  } catch {
    return double[0].slice(1, -1);
  }
}

function noDiagram(text: string, fences: number): MermaidSyntaxError {
  const at = matchAt(BEFORE, text, 0)?.[0].length ?? 0;
  const word = /^[\w-]+/.exec(text.slice(at, at + 40))?.[0];
  const found = fences > 0
    ? "No fence of the text holds a state diagram"
    : word === undefined
    ? "A state diagram was expected"
    : `A state diagram was expected, but found "${word}"`;
  return errorAt("mermaid_kind", text, at, found, "begin it with stateDiagram-v2");
}
