import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Size } from "@loom/protocol";
import { resolveVariables } from "./markup.ts";
import { encodePng, type Pixels } from "./encode_png.ts";
import { PictureError } from "./picture_error.ts";
import { withFamilies } from "./picture_characters.ts";
import { pictureFonts, SHIPPED_FAMILY } from "./picture_fonts.ts";

/** Default scale of a PNG: sharp on high-density screens. */
export const DEFAULT_SCALE = 2;

/** Limits of a PNG. */
export const PNG_LIMITS: Readonly<{ minScale: number; maxScale: number; maxPixels: number }> = {
  minScale: 0.1,
  maxScale: 8,
  maxPixels: 64_000_000,
};

/**
 * Refuses a scale that is out of bounds.
 *
 * @throws {PictureError} `bad_scale`
 */
export function checkScale(scale: number): void {
  const { minScale, maxScale } = PNG_LIMITS;
  if (scale >= minScale && scale <= maxScale) return;
  throw new PictureError(
    "bad_scale",
    `Cannot draw at scale ${scale}: a scale is a number from ${minScale} to ${maxScale}.`,
  );
}

/**
 * The pixels that an SVG takes as a PNG.
 *
 * @param size the size of the SVG
 * @param scale how much larger it is drawn
 * @throws {PictureError} `bad_scale`, `too_large`
 */
export function pngSize(size: Size, scale: number): Size {
  checkScale(scale);
  const width = pixels(size.width, scale);
  const height = pixels(size.height, scale);
  if (width * height <= PNG_LIMITS.maxPixels) return { width, height };
  throw new PictureError("too_large", tooLarge(size, { width, height }, scale));
}

function tooLarge(size: Size, png: Size, scale: number): string {
  const said = `Cannot make a PNG of ${png.width} x ${png.height} pixels: it may have ${
    PNG_LIMITS.maxPixels / 1e6
  } megapixels`;
  const fitting = fittingScale(size);
  if (fitting === undefined) return `${said}, and this picture is too large at every scale; write it as SVG.`;
  return `${said}; draw at scale ${fitting} instead of ${scale}, or write it as SVG.`;
}

/** The scale, `scale` at most, at which the longer side of a picture has at most `fit` pixels, and the shorter one at least one. */
export function fittedScale({ width, height }: Size, scale: number, fit: number = Infinity): number {
  return Math.min(scale, Math.max(fit / Math.max(width, height), 1 / Math.min(width, height)));
}

/** The largest scale with one decimal at which a picture has at most 64 megapixels; `undefined` when there is none. */
export function fittingScale({ width, height }: Size): number | undefined {
  const { minScale, maxPixels } = PNG_LIMITS;
  // In tenths, which are exact.
  let tenths = Math.floor(10 * Math.sqrt(maxPixels / (width * height)));
  while (tenths >= 1 && pixels(width, tenths / 10) * pixels(height, tenths / 10) > maxPixels) tenths--;
  return tenths / 10 >= minScale ? tenths / 10 : undefined;
}

function pixels(length: number, scale: number): number {
  return Math.max(1, Math.ceil(length * scale));
}

/** Options of {@linkcode renderPng}. */
export interface PngOptions {
  /** Number of pixels a unit of the SVG takes, from 0.1 to 8; 2 when not given. */
  readonly scale?: number;
  /** The most pixels of its longer side: a larger picture is drawn at the scale that fits, however small. Default: any. */
  readonly fit?: number | undefined;
  /** True to draw a picture of more than 64 megapixels at the greatest scale that fits. Default: it is refused. */
  readonly shrink?: boolean | undefined;
  /** Folders with fonts for characters that Inter does not have. Default: the system's, then those of npm. */
  readonly fontFolders?: readonly string[];
}

/** A picture as a PNG file. */
export interface PngPicture {
  /** The file. */
  readonly bytes: Uint8Array;
  /** Its width in pixels. */
  readonly width: number;
  /** Its height in pixels. */
  readonly height: number;
  /** Its scale. */
  readonly scale: number;
  /** The characters that no font has, each once: `□` stands for them, and nothing for a mark on another character. */
  readonly missing: readonly string[];
}

/**
 * Draws an SVG as a PNG, with nothing of the host: the renderer is WebAssembly and the font, Inter, comes along. The same
 * SVG gives the same bytes everywhere, as long as Inter has its characters; for others, fonts of the system are taken
 * where they may be read. CSS variables take their literal fallbacks.
 *
 * It needs `--allow-read`, for the renderer and the font in Deno's cache. It draws at once and blocks meanwhile: a few
 * milliseconds, or seconds for tens of megapixels.
 *
 * @param svg an SVG document; it is trusted not to be made to exhaust the renderer
 * @throws {PictureError} `bad_scale`, `too_large` (64 megapixels) before anything is drawn; `bad_svg`
 *
 * @example
 * ```ts
 * import { renderPng } from "@loom/bridge/picture";
 * import { assertEquals } from "@std/assert";
 *
 * const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><text y="15">Hi</text></svg>';
 * const { bytes, width, height } = await renderPng(svg, { scale: 3 });
 * assertEquals([bytes[1], width, height], ["P".charCodeAt(0), 90, 60]);
 * ```
 */
export async function renderPng(svg: string, options: PngOptions = {}): Promise<PngPicture> {
  const scale = options.scale ?? DEFAULT_SCALE;
  checkScale(scale);
  const source = resolveVariables(svg);
  const [fonts, Resvg] = await Promise.all([pictureFonts(source, options.fontFolders), loadResvg()]);
  // Lazy import: few pictures have letters that Inter lacks.
  const outlined = fonts.families.length > 0
    ? (await import("./outlined_text.ts")).withOutlines(source, fonts)
    : source;
  const drawable = withFamilies(outlined, fonts);
  const font = {
    fontBuffers: [fonts.inter, ...fonts.families].flatMap(({ faces }) => faces.map(({ bytes }) => bytes)),
    defaultFontFamily: SHIPPED_FAMILY,
    sansSerifFamily: SHIPPED_FAMILY,
  };
  const at = (value: number) => parsed(() => new Resvg(drawable, { fitTo: { mode: "zoom", value }, font }));
  let picture = at(scale);
  const fitting = options.shrink
    ? Math.min(scale, fittingScale(picture) ?? scale)
    : fittedScale(picture, scale, options.fit);
  if (fitting < scale) {
    picture.free();
    picture = at(fitting);
  }
  try {
    if (options.fit === undefined) pngSize(picture, fitting);
    const missing = Array.from(fonts.missing, (code) => String.fromCodePoint(code));
    // The renderer gives up where a band leaves nothing of a picture in the picture.
    const canBeCut = WHOLE_AT_ORIGIN.test(drawable) &&
      drawable.lastIndexOf("<svg") <= drawable.indexOf("<svg");
    const png = await encodePng(bandsOf(picture, canBeCut, fitting));
    picture.free();
    return { ...png, scale: fitting, missing };
  } catch (error) {
    // A renderer that gave up holds its picture for good.
    if (!(error instanceof PictureError && error.code === "render_failed")) picture.free();
    throw error;
  }
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    const cause = String(error instanceof Error ? error.message : error).replace(
      /^SVG data parsing failed cause /,
      "",
    );
    throw new PictureError("bad_svg", `Cannot draw this SVG: ${cause}.`, { cause: error });
  }
}

type Picture = InstanceType<typeof Resvg>;

/** Bytes of a band, about; more would only take memory. */
const BAND = 1 << 22;
/** The root of a picture whose units are those of its view box, from 0 on, as all of ours are. */
const WHOLE_AT_ORIGIN = /^\s*<svg\b[^>]*? viewBox="0 0 (\d+) (\d+)" width="\1" height="\2"/;

/**
 * Draws a picture from its top on, in bands of whole units and whole pixels, so that the memory does not grow with it; a
 * picture that cannot be cut so is one band.
 */
function* bandsOf(picture: Picture, canBeCut: boolean, scale: number): Generator<Pixels> {
  const { width, height } = picture;
  const step = Math.floor(BAND / (4 * width * scale * scale));
  const isCut = canBeCut && Number.isInteger(scale) && step > 0 && step < height;
  const box = isCut ? picture.getBBox() : undefined;
  if (box === undefined) return yield draw(picture);
  try {
    Object.assign(box, { x: 0, width });
    for (let top = 0; top < height; top += step) {
      Object.assign(box, { y: top, height: Math.min(step, height - top) });
      picture.cropByBBox(box);
      yield draw(picture);
    }
  } finally {
    box.free();
  }
}

function draw(picture: Picture): Pixels {
  try {
    const image = picture.render();
    try {
      return { data: image.pixels, width: image.width, height: image.height };
    } finally {
      image.free();
    }
  } catch (error) {
    const message =
      "Cannot draw this SVG: the renderer gave up on it. Draw at a smaller scale, or write it as SVG.";
    throw new PictureError("render_failed", message, { cause: error });
  }
}

/** The package of the renderer, as in `deno.json`: names of the import map mean nothing in a published package. */
export const RESVG_PACKAGE = "npm:@resvg/resvg-wasm@^2.6.2";

let renderer: Promise<typeof Resvg> | undefined;

/** Gives the SVG renderer, which is WebAssembly and is loaded at the first call, and again only when that failed. */
export function loadResvg(): Promise<typeof Resvg> {
  return renderer ??= startResvg().catch((error) => {
    renderer = undefined;
    throw error;
  });
}

async function startResvg(): Promise<typeof Resvg> {
  const wasm = await Deno.readFile(new URL(import.meta.resolve(`${RESVG_PACKAGE}/index_bg.wasm`)));
  try {
    await initWasm(wasm);
  } catch (error) {
    // Others who use it in this process may have loaded it before.
    if (!(error instanceof Error && error.message.startsWith("Already initialized"))) throw error;
  }
  return Resvg;
}
