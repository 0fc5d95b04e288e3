import { type Drawing, DRAWING_DEFAULTS, type DrawingStyle, drawUnblocked } from "@loom/bridge/drawing";
import {
  type AnyKind,
  type Arrangement,
  type JsonObject,
  LoomError,
  type PictureStyle,
} from "@loom/protocol";
import { HttpError } from "./http_error.ts";

/** The longest that a drawing may take, in milliseconds. */
export const DRAWING_TIMEOUT = 60_000;

/** A picture in a page. */
export interface PagePicture {
  /** The SVG. */
  readonly svg: string;
  /** Its places and lines, from which the page draws the same. */
  readonly arrangement: Arrangement | undefined;
}

/** The most pictures that are kept for the next page. */
const MOST_KEPT = 8;
const kept = new Map<string, Promise<Drawing>>();

/**
 * Draws the picture of a page without blocking the server. What several pages show is drawn once.
 *
 * @param inPage `arranged` for a picture that comes with its arrangement.
 * @throws {HttpError} 400 when the style names what the document does not have.
 */
export async function pagePicture(
  row: AnyKind,
  definition: JsonObject,
  style: Partial<PictureStyle>,
  inPage: DrawingStyle["inPage"] = "picture",
): Promise<PagePicture> {
  try {
    const { content, arrangement } = await drawnOnce(row, definition, {
      ...DRAWING_DEFAULTS,
      title: "",
      ...style,
      inPage,
    });
    return { svg: String(content), arrangement };
  } catch (error) {
    if (error instanceof LoomError) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}

function drawnOnce(row: AnyKind, definition: JsonObject, style: DrawingStyle): Promise<Drawing> {
  const key = JSON.stringify(
    [row.kind, definition, style],
    (_, value: unknown) => value instanceof Set || value instanceof Map ? [...value] : value,
  );
  const known = kept.get(key);
  if (known !== undefined) return known;
  const request = { format: "svg" as const, row, definition, style };
  const drawing = drawUnblocked(request, AbortSignal.timeout(DRAWING_TIMEOUT));
  kept.set(key, drawing);
  drawing.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return drawing;
}
