import type { Resvg } from "@resvg/resvg-wasm";
import { fontFolders } from "./font_folders.ts";
import { PictureError } from "./picture_error.ts";
import { withFonts } from "./picture_fonts.ts";
import { checkScale, DEFAULT_SCALE, fittedScale, fittingScale, pngSize } from "./png_size.ts";
import { resolveVariables } from "./resolve_variables.ts";
import { loadResvg } from "./resvg.ts";
import { SHIPPED_FAMILY } from "./shipped_fonts.ts";

/** Options of {@linkcode renderPng}. */
export interface PngOptions {
  /** Number of pixels a unit of the SVG takes, from 0.1 to 8; 2 when not given. */
  readonly scale?: number;
  /** The most pixels of its longer side: a larger picture is drawn at the scale that fits, however small. Default: any. */
  readonly fit?: number | undefined;
  /** True to draw a picture of more than 64 megapixels at the greatest scale that fits. Default: it is refused. */
  readonly shrink?: boolean | undefined;
  /** Folders with fonts for characters that Inter does not have. Default: the system's. */
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
  const drawable = await withFonts(resolveVariables(svg), options.fontFolders ?? fontFolders());
  const Resvg = await loadResvg();
  const font = {
    fontBuffers: drawable.fonts,
    defaultFontFamily: SHIPPED_FAMILY,
    sansSerifFamily: SHIPPED_FAMILY,
  };
  const at = (value: number) =>
    parsed(() => new Resvg(drawable.svg, { fitTo: { mode: "zoom", value }, font }));
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
    const missing = Array.from(drawable.missing, (code) => String.fromCodePoint(code));
    return { ...draw(picture), scale: fitting, missing };
  } finally {
    picture.free();
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

function draw(picture: InstanceType<typeof Resvg>): Omit<PngPicture, "missing" | "scale"> {
  try {
    const image = picture.render();
    try {
      return { bytes: image.asPng(), width: image.width, height: image.height };
    } finally {
      image.free();
    }
  } catch (error) {
    const message =
      "Cannot draw this SVG: the renderer gave up on it. Draw at a smaller scale, or write it as SVG.";
    throw new PictureError("render_failed", message, { cause: error });
  }
}
