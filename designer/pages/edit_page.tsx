import { EditPage } from "../islands/edit_page.tsx";
import { type EditProps, writeProps } from "../islands/page_props.ts";
import { pageText } from "./shell.tsx";

/** The page that edits a document, drawn, with what the browser needs to go on. */
export function editPage(props: EditProps, name: string): string {
  const { docId } = props;
  const fileName = docId.slice(docId.lastIndexOf("/") + 1);
  return pageText({
    title: `${name} · edit · loom`,
    scripts: (
      <>
        <script id="props" type="application/json" dangerouslySetInnerHTML={{ __html: writeProps(props) }} />
        <script type="module" src="/assets/edit_page.js" />
      </>
    ),
    children: (
      <>
        <header class="top">
          <h1>{name}</h1>
          <p class="quiet">{fileName}</p>
          <noscript>
            <p class="quiet">Without scripts this page cannot edit.</p>
          </noscript>
          <a href={`/?${new URLSearchParams({ doc: docId })}`}>Show only</a>
        </header>
        <div id="page">
          <EditPage {...props} />
        </div>
      </>
    ),
  });
}
