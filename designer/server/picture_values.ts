import { LoomError, pictureStyle, type PictureValues, queryPictureValues } from "@loom/protocol";
import { HttpError } from "./http_error.ts";

/**
 * The options of the picture in the address of a page.
 *
 * @throws {HttpError} 400 for a word that means nothing.
 */
export function pictureValuesOf({ searchParams }: URL): PictureValues {
  const values = queryPictureValues(searchParams);
  try {
    pictureStyle(values);
    return values;
  } catch (error) {
    if (error instanceof LoomError) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}
