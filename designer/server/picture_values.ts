import { overlaidMachine, walkOverlay } from "@loom/engine";
import {
  type AnyKind,
  findingsOverlay,
  type JsonObject,
  listOf,
  LoomError,
  markedElements,
  type PictureOverlay,
  pictureStyle,
  type PictureValues,
  queryPictureValues,
  showsFindings,
} from "@loom/protocol";
import type { AskedPicture } from "../pages/picture_page.tsx";
import { HttpError } from "./http_error.ts";

/**
 * Reads what the address of a page says about its picture.
 *
 * @throws {HttpError} 400 for a word that means nothing for this document.
 */
export function askedPicture(
  { searchParams }: URL,
  row: AnyKind,
  definition: JsonObject,
): AskedPicture {
  const picture = queryPictureValues(searchParams);
  return orBadRequest(() => {
    pictureStyle(picture);
    return { picture, overlay: overlayOf(picture, row, definition) };
  });
}

/**
 * Makes a picture, whose options may name what the document does not have.
 *
 * @throws {HttpError} 400 for such a name.
 */
export function orBadRequest<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof LoomError) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}

function overlayOf(
  values: PictureValues,
  row: AnyKind,
  definition: JsonObject,
): PictureOverlay | undefined {
  const steps = typeof values.walk === "string" ? listOf(values.walk) : [];
  if (steps.length > 0) return walkOverlay(overlaidMachine(row, definition), steps);
  const { content } = row;
  if (content === undefined || !showsFindings(values)) return undefined;
  return findingsOverlay(markedElements(content, definition, {}), content.findings(definition));
}
