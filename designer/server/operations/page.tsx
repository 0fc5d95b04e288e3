import { readDocument } from "@loom/bridge/document";
import { isStoryName, STORY_DEFINITION } from "@loom/bridge/narrative/story";
import type { StateMachineDefinition } from "@loom/protocol";
import { documentPage } from "../../pages/document_page.tsx";
import type { PageProps, PageStory } from "../../pages/page_props.ts";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { html } from "../respond.ts";
import { type DesignerDeps, LIVE_PATH, NARRATIVE_PATH, type Route } from "../route.ts";

/** Shows the machine of a document; with `live=1`, what happens in it beside it. */
export const page: Route["run"] = async ({ url }, deps) => {
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const { realPath, definition } = await readDocument(path, {
    kind: "machine",
    ...(root === undefined ? {} : { root }),
  }).catch((error) => {
    throw documentRefusal(error);
  });
  const machine = definition as unknown as StateMachineDefinition;
  const props: PageProps = {
    docId: realPath,
    definition: machine,
    hubUrl: deps.hubUrl,
    live: deps.live === undefined ? undefined : `${LIVE_PATH}?doc=${encodeURIComponent(realPath)}`,
    focus: url.searchParams.get("focus") ?? "",
    story: storyOf(url, machine, deps),
  };
  return html(200, documentPage(props), {
    connect: deps.hubUrl === undefined
      ? deps.live === undefined ? [] : socketSources(url)
      : hubSources(deps.hubUrl),
  });
};

/** What a live page is told of: the story of the bridge, for the running story; else only what the hub tells. */
function storyOf(
  url: URL,
  { settings }: StateMachineDefinition,
  deps: DesignerDeps,
): PageStory | undefined {
  if (url.searchParams.get("live") !== "1") return undefined;
  const name = url.searchParams.get("story") ?? "";
  if (name !== "" && !isStoryName(name)) {
    throw new HttpError(
      400,
      "bad_story",
      `story is ${JSON.stringify(name)}: use at most 64 letters, digits, hyphens and underscores.`,
    );
  }
  const isStory = settings?.namespace === STORY_DEFINITION.settings?.namespace &&
    settings?.name === STORY_DEFINITION.settings?.name;
  return {
    base: isStory && deps.narrative !== undefined ? NARRATIVE_PATH : undefined,
    name,
  };
}

/** The addresses that a client of a hub calls. */
function hubSources(hubUrl: string): string[] {
  const url = new URL(hubUrl);
  const source = sourceOf(url);
  return [`${url.protocol}//${source}`, `${url.protocol.replace("http", "ws")}//${source}`];
}

/** This server as WebSockets call it, which not every browser counts as the page's own; a proxy may have added TLS. */
function socketSources(own: URL): string[] {
  return [`ws://${sourceOf(own)}`, `wss://${sourceOf(own)}`];
}

/** Policies have no spelling for IPv6 addresses: any host at that port stands for one. */
function sourceOf({ hostname, host, port }: URL): string {
  return hostname.startsWith("[") ? `*:${port || "*"}` : host;
}
