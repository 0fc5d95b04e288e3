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

/** The beginning of a variable with a fallback, or any bracket. */
const BRACKET = /var\(\s*--[\w-]+\s*,\s*|[()]/g;

/**
 * Puts the fallback in the place of every CSS variable that has one: `var(--slc-line, #9aa4b2)` becomes `#9aa4b2`, for
 * programs that do not know variables. Fallbacks may be variables again. It looks at tags and style sheets only: text
 * that is drawn stays as it is, and so does what is no well-formed variable.
 *
 * @param svg an SVG document
 */
export function resolveVariables(svg: string): string {
  if (!svg.includes("var(")) return svg;
  let resolved = "";
  for (const { kind, source } of markupParts(svg)) {
    resolved += kind === "tag" || kind === "style" ? withFallbacks(source) : source;
  }
  return resolved;
}

/** Drops what stands around every fallback. */
function withFallbacks(css: string): string {
  if (!css.includes("var(")) return css;
  const dropped: { readonly from: number; readonly to: number }[] = [];
  const open: RegExpExecArray[] = [];
  for (const found of css.matchAll(BRACKET)) {
    if (found[0] !== ")") {
      open.push(found);
      continue;
    }
    const opening = open.pop();
    if (opening === undefined || opening[0] === "(") continue;
    dropped.push({ from: opening.index, to: opening.index + opening[0].length });
    dropped.push({ from: found.index, to: found.index + 1 });
  }
  let kept = "";
  let at = 0;
  for (const { from, to } of dropped.sort((a, b) => a.from - b.from)) {
    kept += css.slice(at, from);
    at = to;
  }
  return kept + css.slice(at);
}
