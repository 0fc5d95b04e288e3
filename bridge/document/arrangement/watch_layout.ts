import { type DocumentWatch, watchDocument } from "../watch/watch_document.ts";
import { type LayoutFile, layoutIn, layoutPathOf, type LayoutReading } from "./layout_file.ts";

/**
 * Watches the layout file of a document, whether or not it is there, and reports every new content of it.
 *
 * @param realPath The document, symbolic links resolved.
 */
export function watchLayout(
  realPath: string,
  onChange: (layout: LayoutFile) => void,
  { root }: LayoutReading = {},
): DocumentWatch {
  const path = layoutPathOf(realPath);
  return watchDocument(path, (change) => {
    onChange(layoutIn(path, change.type === "changed" ? change.source : undefined));
  }, { ...(root === undefined ? {} : { root }), takesAnyText: true });
}
