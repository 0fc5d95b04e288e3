import { type EditProps, writeProps } from "../islands/page_props.ts";
import { pageText } from "./shell.tsx";
import { WORKSPACE_STYLE } from "./workspace_style.ts";

/**
 * The page that edits a document: its frame and its picture, until the scripts take their place.
 *
 * @param svg The picture.
 */
export function editPage(props: EditProps, name: string, svg: string): string {
  const { docId, kind } = props;
  const fileName = docId.slice(docId.lastIndexOf("/") + 1);
  return pageText({
    title: `${name} · loom`,
    style: WORKSPACE_STYLE,
    scripts: (
      <>
        <script id="props" type="application/json" dangerouslySetInnerHTML={{ __html: writeProps(props) }} />
        <script type="module" src={`/assets/${kind}_page.js`} />
      </>
    ),
    children: (
      <div id="page">
        <div class="workspace first">
          <header class="bar">
            <span class="logo" aria-hidden="true" />
            <h1>{name}</h1>
            <p class="quiet">{fileName}</p>
            <noscript>
              <p class="quiet">Without scripts this page shows the document and cannot edit it.</p>
            </noscript>
          </header>
          <main class="first-picture">
            <section class="board" aria-label={name} tabIndex={0}>
              <div dangerouslySetInnerHTML={{ __html: svg }} />
            </section>
          </main>
        </div>
      </div>
    ),
  });
}
