import {
  aKind,
  type AnyKind,
  type Arrangement,
  completeArrangement,
  DIAGRAM_FORMATS,
  diagramFileName,
  type DiagramFormat,
  displayWidth,
  drawVersions,
  type JsonObject,
  type KindContent,
  type KindTable,
  LoomError,
  NO_ARRANGEMENT,
  type Pictures,
  type PictureStyle,
  type Size,
} from "@loom/protocol";
import { addressed } from "./addressed.ts";
import { picturePage } from "./picture_page.ts";
import { basename, dirname, join, resolve } from "@std/path";

/** The formats of drawings. */
export type DrawingFormat = "svg" | "png" | "pdf" | "html" | "mermaid" | "ascii" | DiagramFormat;

/** The style of a drawing. */
export interface DrawingStyle extends PictureStyle {
  /** Pixels of a PNG for each unit. */
  readonly scale: number;
  /** The most pixels of the longer side of a PNG; a larger one is drawn at a smaller scale. Default: any. */
  readonly fit?: number | undefined;
  /** True to put the letters of an SVG or a page into it, so that it looks the same without Inter. Default: it names Inter. */
  readonly embedFont?: boolean;
  /**
   * For an SVG that a page contains, without addresses of its elements: its picture, or its picture of the whole document together with
   * the arrangement, from which the page draws the same. Default: a file.
   */
  readonly inPage?: "picture" | "arranged";
  /** True to draw a PNG of more than 64 megapixels at the greatest scale that fits. Default: it is refused. */
  readonly shrink?: boolean;
}

/** A drawing. */
export interface Drawing {
  /** The file, as text or bytes. */
  readonly content: string | Uint8Array;
  /** The size of a picture: of an SVG in units, of a PNG in pixels. */
  readonly size?: Size;
  /** The places and lines of an SVG in a page. */
  readonly arrangement?: Arrangement;
  /** The scale of a PNG that is smaller than asked for; absent otherwise. */
  readonly shrunkTo?: number;
  /** The characters that a PNG shows as squares, since no font has them; absent when there are none. */
  readonly missing?: readonly string[];
}

/** A format of drawings. */
export interface DrawingFormatRow {
  /** The ending of its files. */
  readonly extension: string;
  /** True when it is text, which standard output takes. */
  readonly isText: boolean;
  /**
   * Draws a document.
   *
   * @throws {LoomError} `no_pictures` for a kind without pictures, `bad_notation` for a notation that a picture does not have.
   */
  readonly draw: (row: AnyKind, definition: JsonObject, style: DrawingStyle) => Drawing | Promise<Drawing>;
}

/**
 * The formats, one row each.
 *
 * @example
 * ```ts
 * import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "@loom/bridge/drawing";
 * import { MACHINE_KIND } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const lamp = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * assertEquals(await DRAWING_FORMATS.ascii.draw(MACHINE_KIND, lamp, DRAWING_DEFAULTS), { content: "Lamp\n" });
 * ```
 */
export const DRAWING_FORMATS: Readonly<Record<DrawingFormat, DrawingFormatRow>> = {
  svg: { extension: "svg", isText: true, draw: drawSvg },
  png: { extension: "png", isText: false, draw: drawPng },
  pdf: { extension: "pdf", isText: false, draw: drawPdf },
  html: { extension: "html", isText: true, draw: drawHtml },
  mermaid: { extension: "mmd", isText: true, draw: drawMermaid },
  ascii: { extension: "txt", isText: true, draw: drawAscii },
  d2: diagramRow("d2"),
  dot: diagramRow("dot"),
  plantuml: diagramRow("plantuml"),
  drawio: diagramRow("drawio"),
};

/** The row of a format of another drawing program. */
function diagramRow(format: DiagramFormat): DrawingFormatRow {
  const { extension, title } = DIAGRAM_FORMATS[format];
  return {
    extension,
    isText: true,
    draw: (row, definition, { links }) => {
      const writer = picturesOf(row).diagrams?.[format];
      if (writer === undefined) {
        throw new LoomError(
          "no_format",
          `${title} has no form for ${aKind(row)}: draw it in another format.`,
        );
      }
      return { content: writer.write(definition, links).text };
    },
  };
}

/** The default style. */
export const DRAWING_DEFAULTS: DrawingStyle = {
  theme: "auto",
  title: undefined,
  active: new Set(),
  actions: false,
  scale: 2,
  view: "tree",
  columns: undefined,
};

const FORMATS = Object.keys(DRAWING_FORMATS) as DrawingFormat[];

/** The format that the ending of a path says. */
export function formatOfPath(path: string): DrawingFormat | undefined {
  const name = path.toLowerCase();
  return FORMATS.find((format) => drawingEndings(format).some((ending) => name.endsWith(ending)));
}

/** The endings that fit drawings of a format, or of any format. */
export function drawingEndings(format: DrawingFormat | undefined): readonly string[] {
  const rows = format === undefined ? Object.values(DRAWING_FORMATS) : [DRAWING_FORMATS[format]];
  return rows.map(({ extension }) => `.${extension}`);
}

/**
 * The notation of a kind's pictures that a word means; hyphens and case do not count.
 *
 * @throws {LoomError} `bad_notation` when the kind has no such notation.
 */
export function notationOf(row: AnyKind, word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  const all = row.content?.pictures.notations ?? [];
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "");
  const found = all.find((one) => plain(one) === plain(word));
  if (found !== undefined) return found;
  throw new LoomError(
    "bad_notation",
    all.length === 0
      ? `The picture of ${aKind(row)} has only one notation: leave the notation ${JSON.stringify(word)} out.`
      : `${JSON.stringify(word)} is no notation of ${aKind(row)}: choose ${all.join(" or ")}.`,
  );
}

function picturesOf(row: AnyKind): Pictures {
  return contentOf(row).pictures;
}

function contentOf(row: AnyKind): KindContent {
  if (row.content !== undefined) return row.content;
  throw new LoomError("no_pictures", `The document is ${aKind(row)}, which cannot be drawn.`);
}

async function drawSvg(row: AnyKind, definition: JsonObject, style: DrawingStyle): Promise<Drawing> {
  if (style.inPage !== undefined) return drawInPage(row, definition, style);
  const svg = addressed(svgOf(row, definition, style));
  return { content: await withFonts(svg, style), size: sizeOf(svg) };
}

function drawInPage(row: AnyKind, definition: JsonObject, style: DrawingStyle): Drawing {
  const arrangement = style.inPage === "arranged"
    ? completeArrangement(picturesOf(row), definition, style.arrangement ?? NO_ARRANGEMENT, style)
    : undefined;
  const content = svgOf(row, definition, { ...style, ...(arrangement ? { arrangement } : {}) });
  return { content, size: sizeOf(content), ...(arrangement ? { arrangement } : {}) };
}

/** The picture with its letters in it, where the style asks for that. */
async function withFonts(svg: string, { embedFont }: DrawingStyle): Promise<string> {
  if (embedFont !== true) return svg;
  // Lazy import, as for PNG.
  const { withEmbeddedFonts } = await import("../picture/mod.ts");
  return await withEmbeddedFonts(svg);
}

async function drawPdf(row: AnyKind, definition: JsonObject, style: DrawingStyle): Promise<Drawing> {
  // Lazy import, as for PNG.
  const { renderPdf } = await import("../picture/mod.ts");
  const svg = svgOf(row, definition, { ...style, theme: style.theme === "auto" ? "light" : style.theme });
  const title = row.content?.nameOf(definition);
  const isPage = style.space !== undefined && "aspects" in style.space &&
    style.space.aspects.some((aspect) => Math.abs(aspect - Math.SQRT2) < 0.01);
  return {
    content: await renderPdf(svg, {
      paper: isPage ? "a4" : undefined,
      ...(title === undefined ? {} : { title }),
    }),
    size: sizeOf(svg),
  };
}

async function drawHtml(row: AnyKind, definition: JsonObject, style: DrawingStyle): Promise<Drawing> {
  const svg = addressed(svgOf(row, definition, style));
  return {
    content: picturePage(await withFonts(svg, style), row.content?.nameOf(definition) ?? row.title),
    size: sizeOf(svg),
  };
}

async function drawPng(row: AnyKind, definition: JsonObject, style: DrawingStyle): Promise<Drawing> {
  // Lazy import: the renderer and its font are megabytes.
  const { renderPng } = await import("../picture/mod.ts");
  const { scale, fit, shrink } = style;
  const picture = await renderPng(svgOf(row, definition, style), { scale, fit, shrink });
  const { bytes, width, height, missing } = picture;
  const shrunkTo = shrink && picture.scale < scale ? { shrunkTo: picture.scale } : {};
  return { content: bytes, size: { width, height }, ...shrunkTo, ...(missing.length > 0 ? { missing } : {}) };
}

function svgOf(row: AnyKind, definition: JsonObject, style: DrawingStyle): string {
  return drawVersions(contentOf(row), definition, { ...style, notation: notationOf(row, style.notation) });
}

/** The size that a picture states in its first element. */
function sizeOf(svg: string): Size {
  const head = svg.slice(0, svg.indexOf(">"));
  const length = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(head)?.[1] ?? 0);
  return { width: length("width"), height: length("height") };
}

function drawMermaid(row: AnyKind, definition: JsonObject, style: DrawingStyle): Drawing {
  const { title = "" } = style;
  const head = title === "" ? "" : `---\ntitle: ${JSON.stringify(title)}\n---\n`;
  return { content: `${head}${picturesOf(row).mermaid(definition, style)}\n` };
}

function drawAscii(row: AnyKind, definition: JsonObject, style: DrawingStyle): Drawing {
  const { title = "" } = style;
  const head = title === "" ? "" : `${title}\n${"─".repeat(displayWidth(title))}\n`;
  return { content: `${head}${picturesOf(row).ascii(definition, style)}\n` };
}

/** The endings that documents of any kind can have, longest first; the ending of the drawing replaces them. */
const OTHER_ENDINGS = [".json", ".md", ".markdown"];

/** The parts of a drawing's file name. */
export interface DrawingNameParts {
  /** The document's path. */
  readonly doc: string;
  /** The kind of document. */
  readonly row: AnyKind;
  /** The document. */
  readonly definition: JsonObject;
  /** The format of the drawing. */
  readonly format: DrawingFormat;
  /** The time for the name, if it is to have one. */
  readonly at: Date | undefined;
  /** True when a document of another kind has the same name: then the drawing's name says the kind. */
  readonly isShared?: boolean;
}

/**
 * The name of the file with the drawing of a document: that of the document with the ending of the format, or, with a
 * time, one that no other drawing has.
 *
 * @example
 * ```ts
 * import { drawingFileName } from "@loom/bridge/drawing";
 * import { MACHINE_KIND } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const definition = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * const parts = { doc: "lamp.smdf.json", row: MACHINE_KIND, definition, format: "png", at: undefined } as const;
 * assertEquals(drawingFileName(parts), "lamp.png");
 * ```
 */
export function drawingFileName({ doc, row, definition, format, at, isShared }: DrawingNameParts): string {
  const own = format === "mermaid" ? row.content?.pictures.mermaidEnding : undefined;
  const extension = own ?? DRAWING_FORMATS[format].extension;
  if (at === undefined) {
    const kind = isShared ? row.extension.replace(/\.json$/, "") : "";
    return `${stemOf(basename(doc), row)}${kind}.${extension}`;
  }
  const name = row.content?.nameOf(definition);
  const machine = name === undefined ? {} : { machine: name };
  // The whole path, since a folder above may name the episode.
  return diagramFileName({ doc: resolve(doc), ...machine, format: extension, at });
}

/** True when a document of another kind with the same name lies beside a document: `order.sqdf.json` and `order.smdf.json`. */
export async function sharesName(doc: string, row: AnyKind, kinds: KindTable): Promise<boolean> {
  const stem = join(dirname(doc), stemOf(basename(doc), row));
  const others = kinds.rows.filter((other) => other !== row).map(({ extension }) => `${stem}${extension}`);
  const found = await Promise.all(
    others.map((path) => Deno.stat(path).then(({ isFile }) => isFile, () => false)),
  );
  return found.includes(true);
}

/** The name of a document without its ending; a name that is nothing but an ending stays. */
function stemOf(name: string, { extension, otherExtensions, content }: AnyKind): string {
  const formats = content?.formats?.flatMap(({ endings }) => endings) ?? [];
  const endings = [extension, ...otherExtensions, ...formats, ...OTHER_ENDINGS]
    .sort((a, b) => b.length - a.length);
  const found = endings.find((ending) => name.length > ending.length && name.toLowerCase().endsWith(ending));
  return found === undefined ? name : name.slice(0, -found.length);
}
