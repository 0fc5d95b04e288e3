import type { PictureOverlay, PictureStyle, PictureValues } from "@loom/protocol";
import { pageText } from "./shell.tsx";

/** The picture that the address of a page asks for. */
export interface AskedPicture {
  /** Its options. */
  readonly picture: PictureValues;
  /** Its marks: findings, or the steps of a walk. */
  readonly overlay: PictureOverlay | undefined;
}

/** Additions of other documents to a picture: the links of members, and an older version. */
export type PictureAdditions = Pick<PictureStyle, "links" | "before" | "linksBefore">;

/**
 * The page of a document of any kind: its name and its picture.
 *
 * @param svg The picture.
 */
export function picturePage(docId: string, ownName: string | undefined, svg: string): string {
  const fileName = docId.slice(docId.lastIndexOf("/") + 1);
  const name = ownName?.trim() || fileName;
  return pageText({
    title: `${name} · loom`,
    children: (
      <>
        <header class="top">
          <h1>{name}</h1>
          <p class="quiet">{fileName}</p>
          <a href={`/?${new URLSearchParams({ doc: docId, edit: "1" })}`}>Edit</a>
        </header>
        <main class="page">
          <section class="board" aria-label={name} tabIndex={0}>
            <div dangerouslySetInnerHTML={{ __html: svg }} />
          </section>
        </main>
      </>
    ),
  });
}
