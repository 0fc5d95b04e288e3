import { isStoryName, STORY_DEFINITION } from "@loom/bridge/narrative/story";
import { isObject, pictureStyle, type StateMachineDefinition } from "@loom/protocol";
import { documentPage } from "../../pages/document_page.tsx";
import type { PageStory } from "../../islands/page_props.ts";
import type { PageHub } from "../../live/page_hub.ts";
import { HttpError } from "../http_error.ts";
import { html } from "../respond.ts";
import { pagePicture } from "../page_picture.ts";
import { askedPicture } from "../picture_values.ts";
import { type DesignerDeps, HUB_PATH, NARRATIVE_PATH, type PageOfKind } from "../route.ts";

/** Shows a machine; with `live=1`, what happens in it beside it. */
export const machinePage: PageOfKind = async (document, url, deps) => {
  const { docId, row, definition, arrangement } = document;
  // The page of machines only gets documents of that kind.
  const machine = definition as StateMachineDefinition;
  const asked = await askedPicture(url, document, deps);
  const { direction, space, part } = pictureStyle(asked.picture);
  const isWhole = direction === undefined && space === undefined && part === undefined;
  const style = { direction, space, part, overlay: asked.overlay, arrangement };
  const first = await pagePicture(row, definition, style, isWhole ? "arranged" : "picture");
  const props = {
    docId,
    definition: machine,
    hub: hubOf(deps),
    focus: url.searchParams.get("focus") ?? "",
    ...asked,
    arrangement: first.arrangement ?? arrangement,
    story: storyOf(url, machine, deps),
  };
  return html(200, documentPage(props, first.svg), { connect: sourcesOf(url, deps) });
};

/** The story of a live page: that of the bridge for the machine of the running story; else none but what the hub reports. */
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
  return {
    base: isStory({ settings }) && deps.narrative !== undefined ? NARRATIVE_PATH : undefined,
    name,
  };
}

/** The hub as a page reaches it; `undefined` without one. */
export function hubOf({ hubUrl, relay }: Pick<DesignerDeps, "hubUrl" | "relay">): PageHub | undefined {
  if (relay !== undefined) return { relay: HUB_PATH };
  return hubUrl === undefined ? undefined : { url: hubUrl };
}

/** True for the machine of the running story. */
export function isStory({ settings }: { readonly settings?: unknown }): boolean {
  const { namespace, name }: { namespace?: unknown; name?: unknown } = isObject(settings) ? settings : {};
  return namespace === STORY_DEFINITION.settings?.namespace && name === STORY_DEFINITION.settings?.name;
}

/** The addresses that the page may connect to, as its policy lists them. */
export function sourcesOf(own: URL, { hubUrl, relay }: DesignerDeps): string[] {
  if (hubUrl !== undefined) {
    const url = new URL(hubUrl);
    const source = sourceOf(url);
    return [`${url.protocol}//${source}`, `${url.protocol.replace("http", "ws")}//${source}`];
  }
  // Not every browser counts WebSockets to this server as the page's own; a proxy may have added TLS.
  return relay === undefined ? [] : [`ws://${sourceOf(own)}`, `wss://${sourceOf(own)}`];
}

/** Policies have no spelling for IPv6 addresses: any host at that port covers one. */
function sourceOf({ hostname, host, port }: URL): string {
  return hostname.startsWith("[") ? `*:${port || "*"}` : host;
}
