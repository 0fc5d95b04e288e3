import { markupParts } from "./markup.ts";

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
