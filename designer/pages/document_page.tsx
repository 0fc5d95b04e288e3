import { LivePage } from "../islands/live_page.tsx";
import { type PageProps, writeProps } from "../islands/page_props.ts";
import { pageText } from "./shell.tsx";

/**
 * The page of a document, drawn, with what the browser needs to go on.
 *
 * @param svg The picture.
 */
export function documentPage(props: PageProps, svg: string): string {
  const { docId, definition, focus, story } = props;
  const fileName = docId.slice(docId.lastIndexOf("/") + 1);
  const given: unknown = definition.settings?.name;
  const name = typeof given === "string" && given.trim() !== "" ? given : fileName;
  const other = new URLSearchParams({
    doc: docId,
    ...(story === undefined ? { live: "1" } : {}),
    ...(focus === "" ? {} : { focus }),
  });
  return pageText({
    title: `${name} · loom`,
    scripts: (
      <>
        <script id="props" type="application/json" dangerouslySetInnerHTML={{ __html: writeProps(props) }} />
        <script type="module" src="/assets/live_page.js" />
      </>
    ),
    children: (
      <>
        <header class="top">
          <h1>{name}</h1>
          <p class="quiet">{fileName}</p>
          <noscript>
            <p class="quiet">Without scripts this page stays as it was loaded.</p>
          </noscript>
          <a href={`/?${other}`}>{story === undefined ? "Show what happens" : "Show the machine only"}</a>
          <a href={`/?${new URLSearchParams({ doc: docId, edit: "1" })}`}>Edit</a>
        </header>
        <div id="page">
          <LivePage {...props} drawn={svg} />
        </div>
      </>
    ),
  });
}
