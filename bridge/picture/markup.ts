/** A stretch of an SVG document: characters that are drawn or read, a tag, a style sheet, or anything else. */
export interface MarkupPart {
  readonly kind: "text" | "tag" | "style" | "other";
  readonly source: string;
}

/** Markup that is no tag, by how it begins and ends. */
const SPANS = [
  { start: "<!--", end: "-->", kind: "other" },
  { start: "<![CDATA[", end: "]]>", kind: "other" },
  { start: "<?", end: "?>", kind: "other" },
  { start: "<style", end: "</style>", kind: "style" },
] as const;

/**
 * Cuts an SVG document into parts; together they are the document again, well-formed or not.
 */
export function* markupParts(svg: string): Generator<MarkupPart> {
  let at = 0;
  for (let start = svg.indexOf("<"); start >= 0; start = svg.indexOf("<", at)) {
    if (start > at) yield { kind: "text", source: svg.slice(at, start) };
    const span = SPANS.find((row) => svg.startsWith(row.start, start));
    at = span === undefined ? endOfTag(svg, start) : endAfter(svg, span.end, start);
    yield { kind: span?.kind ?? "tag", source: svg.slice(start, at) };
  }
  if (at < svg.length) yield { kind: "text", source: svg.slice(at) };
}

function endAfter(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

/** The place after the `>` that closes a tag; one inside of quotes does not. */
function endOfTag(text: string, from: number): number {
  const stop = /["'>]/g;
  stop.lastIndex = from;
  for (let found = stop.exec(text); found !== null; found = stop.exec(text)) {
    if (found[0] === ">") return stop.lastIndex;
    stop.lastIndex = endAfter(text, found[0], stop.lastIndex);
  }
  return text.length;
}
