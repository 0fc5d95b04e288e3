import { docKindOfContent, linkCounts, systemLinks } from "@loom/engine";
import { isObject, type PictureLink } from "@loom/protocol";
import { loadMembers, type LoadSystemOptions } from "./load_system.ts";

/**
 * The links between the members of a system, for its map; none for a document of another kind. Members that cannot be
 * read have none.
 *
 * @param path The path of the document, absolute.
 * @param definition The document.
 */
export async function mapLinks(
  path: string,
  definition: unknown,
  options: LoadSystemOptions = {},
): Promise<PictureLink[]> {
  if (!isObject(definition) || docKindOfContent(definition) !== "system") return [];
  return linkCounts(systemLinks(await loadMembers(path, definition, options)));
}
