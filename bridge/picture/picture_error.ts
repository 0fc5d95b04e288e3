import { LoomError } from "@loom/protocol";

/** The stable words of a {@linkcode PictureError}. */
export type PictureErrorCode = "bad_scale" | "too_large" | "bad_svg" | "render_failed";

/**
 * Why a picture cannot be made: `bad_scale` and `too_large` tell of limits, `bad_svg` of an SVG that is none,
 * `render_failed` of anything else.
 *
 * @example
 * ```ts
 * import { PictureError, renderPng } from "@loom/bridge/picture";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const error = await assertRejects(() => renderPng("<svg/>", { scale: 9 }), PictureError);
 * assertEquals(error.code, "bad_scale");
 * ```
 */
export class PictureError extends LoomError {
  /** Why it cannot. */
  declare readonly code: PictureErrorCode;

  /** Makes an error from its code and its sentence. */
  constructor(code: PictureErrorCode, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "PictureError";
  }
}
