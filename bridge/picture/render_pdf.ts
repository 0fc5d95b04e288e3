// @ts-types="@types/pdfkit"
import type PdfKit from "pdfkit";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type FontFamily, nearestFace } from "./font_file.ts";
import { resolveVariables } from "./markup.ts";
import { PictureError } from "./picture_error.ts";
import { withStandIns } from "./picture_characters.ts";
import { pictureFonts } from "./picture_fonts.ts";

type PdfDocument = InstanceType<typeof PdfKit>;

/** Options of {@linkcode renderPdf}. */
export interface PdfOptions {
  /** The title that readers show. Default: none. */
  readonly title?: string;
  /** The paper: the picture is centred on it, as large as fits. Default: a page of the size of the picture. */
  readonly paper?: "a4" | undefined;
  /** Folders with fonts for characters that Inter does not have. Default: the system's, then those of npm. */
  readonly fontFolders?: readonly string[];
}

/** A4 in points, upright. */
const A4 = { short: 595.28, long: 841.89 };
/** Points of the margin of paper. */
const MARGIN = 36;
/** Points of a unit of an SVG. */
const POINTS = 0.75;
/** Attributes that elements inside of a group take over. */
const INHERITED = ["stroke", "stroke-width", "stroke-linejoin", "fill", "paint-order"];

/**
 * Draws a picture of the loom as a PDF of one page, as lines and text that can be searched. It knows the elements that pictures of
 * the loom have, not all of SVG. The same SVG gives the same bytes, as long as Inter has its characters.
 *
 * @throws {PictureError} `bad_svg` for a text that is no SVG of the loom.
 *
 * @example
 * ```ts
 * import { renderPdf } from "@loom/bridge/picture";
 * import { assertEquals } from "@std/assert";
 *
 * const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text x="2" y="15" font-size="12">Hi</text></svg>';
 * const bytes = await renderPdf(svg);
 * assertEquals(new TextDecoder().decode(bytes.slice(0, 5)), "%PDF-");
 * ```
 */
export async function renderPdf(svg: string, options: PdfOptions = {}): Promise<Uint8Array> {
  const source = resolveVariables(svg);
  const fonts = await pictureFonts(source, options.fontFolders);
  const families = [fonts.inter, ...fonts.families];
  const drawable = withStandIns(source, fonts);
  const [, width, height] = /<svg[^>]* width="([\d.]+)" height="([\d.]+)"/.exec(drawable) ?? [];
  if (width === undefined || height === undefined) {
    throw new PictureError("bad_svg", "This is no picture of the loom: it states no size.");
  }
  const page = pageFor(Number(width), Number(height), options.paper);
  // Lazy import: a PNG has no use for it.
  // @ts-types="@types/pdfkit"
  const { default: PDFDocument } = await import("pdfkit");
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    // No standard font: its metrics are a file that no executable carries, and pictures bring their own.
    font: "",
    // No time: the same document gives the same bytes.
    info: {
      CreationDate: new Date(0),
      Producer: "The loom",
      ...(options.title ? { Title: options.title } : {}),
    },
  });
  const chunks: Uint8Array[] = [];
  pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.once("end", resolve));
  for (const { name, faces } of families) {
    for (const { weight, bytes } of faces) {
      pdf.registerFont(faceName(name, weight), bytes.buffer as ArrayBuffer);
    }
  }
  pdf.translate(page.x, page.y).scale(page.scale);
  new PdfPainter(pdf, families).paint(drawable);
  pdf.end();
  await ended;
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

function pageFor(width: number, height: number, paper: PdfOptions["paper"]) {
  if (paper === undefined) {
    return { width: width * POINTS, height: height * POINTS, x: 0, y: 0, scale: POINTS };
  }
  const isWide = width > height;
  const page = { width: isWide ? A4.long : A4.short, height: isWide ? A4.short : A4.long };
  const scale = Math.min((page.width - 2 * MARGIN) / width, (page.height - 2 * MARGIN) / height, POINTS);
  return { ...page, x: (page.width - width * scale) / 2, y: (page.height - height * scale) / 2, scale };
}

/** The name of a weight of a family in the document. */
function faceName(family: string, weight: number): string {
  return `${family} ${weight}`;
}

/** Features are named, though none: without the member, words are shaped one by one, which turns lines of Arabic around. */
const SHAPED = { features: [] };

type Attributes = Readonly<Record<string, string>>;

/** Paints the elements of an SVG one after the other. */
class PdfPainter {
  readonly #pdf: PdfDocument;
  readonly #families: readonly FontFamily[];
  /** Attributes that the groups around the next element give it. */
  readonly #groups: Attributes[] = [{}];
  /** The text that is being read; `undefined` outside of texts. */
  #text: { readonly attributes: Attributes; words: string } | undefined;
  /** Depth inside of elements that are not drawn. */
  #hidden = 0;

  constructor(pdf: PdfDocument, families: readonly FontFamily[]) {
    this.#pdf = pdf;
    this.#families = families;
  }

  paint(svg: string): void {
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      throw new PictureError("bad_svg", `Cannot draw this SVG: ${error.message}.`, { cause: error });
    });
    parser.on("opentag", (tag) => this.#open(tag));
    parser.on("closetag", ({ name }) => this.#close(name));
    parser.on("text", (text) => {
      if (this.#text !== undefined && this.#hidden === 0) this.#text.words += text;
    });
    parser.write(svg).close();
  }

  #open({ name, attributes: own }: SaxesTagPlain): void {
    if (this.#hidden > 0 || ["title", "desc", "style", "defs"].includes(name)) {
      this.#hidden++;
      return;
    }
    const around = this.#groups.at(-1) ?? {};
    const attributes: Attributes = { ...around, ...own };
    if (name === "g") {
      this.#pdf.save();
      this.#transform(own["transform"]);
      if (own["opacity"] !== undefined) this.#pdf.opacity(Number(own["opacity"]));
      const kept = INHERITED.filter((key) => attributes[key] !== undefined);
      this.#groups.push(Object.fromEntries(kept.map((key) => [key, attributes[key] ?? ""])));
    } else if (name === "text") {
      this.#text = { attributes, words: "" };
    } else this.#shape(name, attributes);
  }

  #close(name: string): void {
    if (this.#hidden > 0) {
      this.#hidden--;
    } else if (name === "g") {
      this.#groups.pop();
      this.#pdf.restore();
    } else if (name === "text" && this.#text !== undefined) {
      this.#write(this.#text.attributes, this.#text.words);
      this.#text = undefined;
    }
  }

  #transform(transform = ""): void {
    for (const [, name, list = ""] of transform.matchAll(/(\w+)\(([^)]*)\)/g)) {
      const [x = 0, y] = list.split(/[\s,]+/).map(Number);
      if (name === "translate") this.#pdf.translate(x, y ?? 0);
      if (name === "scale") this.#pdf.scale(x, y ?? x);
      if (name === "rotate") this.#pdf.rotate(x);
    }
  }

  #shape(name: string, attributes: Attributes): void {
    const at = (key: string) => Number(attributes[key] ?? 0);
    const outline = {
      rect: () => this.#pdf.roundedRect(at("x"), at("y"), at("width"), at("height"), at("rx")),
      line: () => this.#pdf.moveTo(at("x1"), at("y1")).lineTo(at("x2"), at("y2")),
      circle: () => this.#pdf.circle(at("cx"), at("cy"), at("r")),
      ellipse: () => this.#pdf.ellipse(at("cx"), at("cy"), at("rx"), at("ry")),
      path: () => this.#pdf.path(attributes["d"] ?? ""),
    }[name];
    if (outline === undefined) return;
    const fill = name === "line" || attributes["fill"] === "none"
      ? undefined
      : attributes["fill"] ?? "#000000";
    const stroke = attributes["stroke"] === "none" ? undefined : attributes["stroke"];
    if (fill === undefined && stroke === undefined) return;
    this.#pdf.save();
    this.#transform(attributes["transform"]);
    if (attributes["opacity"] !== undefined) this.#pdf.opacity(Number(attributes["opacity"]));
    if (attributes["fill-opacity"] !== undefined) this.#pdf.fillOpacity(Number(attributes["fill-opacity"]));
    if (attributes["stroke-opacity"] !== undefined) {
      this.#pdf.strokeOpacity(Number(attributes["stroke-opacity"]));
    }
    this.#stroke(attributes);
    const paints = [
      fill === undefined ? undefined : () => this.#pdf.fill(fill),
      stroke === undefined ? undefined : () => this.#pdf.stroke(stroke),
    ].filter((paint) => paint !== undefined);
    for (const paint of attributes["paint-order"] === "stroke" ? paints.toReversed() : paints) {
      outline();
      paint();
    }
    this.#pdf.restore();
  }

  #stroke(attributes: Attributes): void {
    this.#pdf.lineWidth(Number(attributes["stroke-width"] ?? 1));
    const dash = attributes["stroke-dasharray"]?.split(/[\s,]+/).map(Number);
    if (dash !== undefined && dash.length > 0) {
      this.#pdf.dash(dash[0] ?? 1, { space: dash[1] ?? dash[0] ?? 1 });
    }
    if (attributes["stroke-linejoin"] === "round") this.#pdf.lineJoin("round");
    if (attributes["stroke-linecap"] === "round") this.#pdf.lineCap("round");
  }

  /** Writes a line of text as wide as the picture says; a rim in another colour goes below it. */
  #write(attributes: Attributes, words: string): void {
    if (words.trim() === "") return;
    const pdf = this.#pdf;
    const size = Number(attributes["font-size"] ?? 12);
    const runs = this.#runs(words, Number(attributes["font-weight"] ?? 400));
    const own = runs.reduce(
      (sum, { font, text }) => sum + pdf.font(font).fontSize(size).widthOfString(text, SHAPED),
      0,
    );
    const wanted = Number(attributes["textLength"] ?? own);
    const stretch = own > 0 ? wanted / own : 1;
    const anchor = attributes["text-anchor"];
    const x = Number(attributes["x"] ?? 0) -
      (anchor === "middle" ? wanted / 2 : anchor === "end" ? wanted : 0);
    const hasRim = attributes["paint-order"] === "stroke" && attributes["stroke"] !== undefined;
    pdf.save().translate(x, Number(attributes["y"] ?? 0)).scale(stretch, 1);
    for (const rim of hasRim ? [true, false] : [false]) {
      let left = 0;
      for (const { font, text } of runs) {
        pdf.font(font).fontSize(size);
        if (rim) {
          pdf.lineWidth(Number(attributes["stroke-width"] ?? 1)).lineJoin("round").strokeColor(
            attributes["stroke"] ?? "",
          );
        } else pdf.fillColor(attributes["fill"] ?? "#000000");
        pdf.text(text, left, 0, {
          ...SHAPED,
          lineBreak: false,
          baseline: "alphabetic",
          stroke: rim,
          fill: !rim,
        });
        left += pdf.widthOfString(text, SHAPED);
      }
    }
    pdf.restore();
  }

  /** Cuts a text where another font has to be taken. */
  #runs(words: string, weight: number): { readonly font: string; text: string }[] {
    const runs: { readonly font: string; text: string }[] = [];
    for (const character of words) {
      const code = character.codePointAt(0) ?? 0;
      const last = runs.at(-1);
      const family = this.#families.find(({ glyphOf }) => glyphOf(code) !== 0) ?? this.#families[0];
      const nearest = family && nearestFace(family, weight);
      // A space in a line of another script is shaped with it; that of emoji is as wide as they are.
      const isInLine = last !== undefined && /\s/.test(character) &&
        !/\p{Extended_Pictographic}/u.test(last.text);
      const font = isInLine ? last.font : faceName(family?.name ?? "", nearest?.weight ?? 400);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }
}
