import {
  type Arrangement,
  drawVersions,
  type JsonObject,
  type KindContent,
  type PictureOverlay,
  type PictureStyle,
  pictureStyle,
  type PictureValues,
} from "@loom/protocol";
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

/** The style of the picture: the page shows the name itself. */
const STYLE = { theme: "auto", title: "", actions: false, view: "tree", columns: undefined } as const;

/**
 * The page of a document of any kind: its name and its picture.
 *
 * @param focus The element to highlight, `<type>:<name>`; empty for none.
 * @param asked The picture that the address asks for.
 * @param additions additions of other documents
 */
export function picturePage(
  { docId, definition, arrangement }: {
    readonly docId: string;
    readonly definition: JsonObject;
    readonly arrangement: Arrangement;
  },
  content: Pick<KindContent, "elements" | "nameOf" | "pictures">,
  focus: string,
  { picture, overlay }: AskedPicture,
  additions: PictureAdditions,
): string {
  const fileName = docId.slice(docId.lastIndexOf("/") + 1);
  const name = content.nameOf(definition)?.trim() || fileName;
  const focused = focus.slice(focus.indexOf(":") + 1);
  const active = new Set(focused === "" ? [] : [focused]);
  const style = { ...STYLE, ...pictureStyle(picture), ...additions, arrangement, active, overlay };
  const svg = drawVersions(content, definition, style);
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
