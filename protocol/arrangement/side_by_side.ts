import { completeArrangement } from "./arranged_style.ts";
import { NO_ARRANGEMENT } from "./arrangement.ts";
import type { JsonObject } from "../json/value.ts";
import type { KindContent, PictureStyle } from "../kind.ts";
import { versionOverlays } from "../picture/element_marks.ts";
import { element } from "../picture/xml.ts";

/** The room between two pictures. */
const GAP = 24;

/**
 * Draws a document; with an earlier version, both of them side by side, with marks on what was removed, added and changed, unless
 * the kind draws the two in one picture. Of an element in focus that only one version has, that version is drawn.
 *
 * @throws {LoomError} `bad_style` when the style names what the document does not have.
 */
export function drawVersions(
  content: Pick<KindContent, "pictures" | "elements" | "nameOf">,
  document: JsonObject,
  style: PictureStyle,
): string {
  const { pictures, nameOf, elements } = content;
  const { before, linksBefore = style.links, sideBySide = pictures.comparesInOne !== true, ...plain } = style;
  if (before === undefined || !sideBySide) return pictures.svg(document, style);
  const overlays = versionOverlays(
    { document: before, elements: elements(before), lines: pictures.lines?.(before, { links: linksBefore }) },
    { document, elements: elements(document), lines: pictures.lines?.(document, style) },
  );
  const name = style.title ?? nameOf(document) ?? "";
  // The newer version is arranged around what the older one has, so that the eye finds the same at the same place.
  const { arrangement = NO_ARRANGEMENT, direction, space, part, notation } = style;
  const isPlain = direction === undefined && space === undefined && part === undefined;
  const arranged = isPlain
    ? {
      ...plain,
      arrangement: completeArrangement(pictures, before, arrangement, { notation, links: linksBefore }),
    }
    : plain;
  const title = (word: string) => [name, word].filter(Boolean).join(" · ");
  const left = () =>
    pictures.svg(before, {
      ...arranged,
      links: linksBefore,
      overlay: overlays.before,
      title: title("before"),
    });
  const right = () => pictures.svg(document, { ...arranged, overlay: overlays.after, title: title("after") });
  const has = (version: JsonObject) => elements(version).some((one) => one.name === part?.focus);
  if (has(before) !== has(document)) return has(before) ? left() : right();
  return beside(left(), right());
}

/** Two SVG documents as one, the second at the right of the first. */
function beside(left: string, right: string): string {
  const [one, other] = [sizeOf(left), sizeOf(right)];
  const [width, height] = [one.width + GAP + other.width, Math.max(one.height, other.height)];
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "group",
  };
  return element(
    "svg",
    attributes,
    `\n${surfaceOf(left, width, height)}\n${left.trim()}\n${placedAt(right.trim(), one.width + GAP)}\n`,
  ) + "\n";
}

/** The background of an SVG document in another size. */
function surfaceOf(svg: string, width: number, height: number): string {
  const [surface = ""] = /<rect\b[^>]*\bslc-surface\b[^>]*>/.exec(svg) ?? [];
  return surface.replace(/ width="[\d.]+"/, ` width="${width}"`).replace(
    / height="[\d.]+"/,
    ` height="${height}"`,
  );
}

/** The size that an SVG document says in its first tag. */
function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const head = svg.slice(0, svg.indexOf(">"));
  const length = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(head)?.[1] ?? 0);
  return { width: length("width"), height: length("height") };
}

function placedAt(svg: string, x: number): string {
  return svg.replace("<svg ", `<svg x="${x}" `);
}
