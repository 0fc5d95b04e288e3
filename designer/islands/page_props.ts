import {
  type Arrangement,
  isObject,
  type JsonObject,
  type KindName,
  type PictureOverlay,
  type PictureValues,
  type StateMachineDefinition,
} from "@loom/protocol";
import type { PageHub } from "../live/page_hub.ts";

/** Initial data of a document's page: the server renders it, and the browser continues from it. */
export interface PageProps {
  /** The document's path, by which hub and links know it. */
  readonly docId: string;
  readonly definition: StateMachineDefinition;
  /** The hub; `undefined` without one. */
  readonly hub: PageHub | undefined;
  /** The element in hand, `<kind>:<name>`; empty for none. */
  readonly focus: string;
  /** The options of the picture. */
  readonly picture: PictureValues;
  /** The marks of the picture, as of when the page was made. */
  readonly overlay: PictureOverlay | undefined;
  /** The arrangement that is kept for it. */
  readonly arrangement: Arrangement;
  /** The story that the page tells; `undefined` for a page that tells none. */
  readonly story: PageStory | undefined;
}

/** The address of a story. */
export interface PageStory {
  /** The address of the narrative bridge on this server; `undefined` where none is mounted. */
  readonly base: string | undefined;
  /** Its name; empty for the bridge's own. */
  readonly name: string;
}

/** Initial data of a page that edits a document. */
export interface EditProps {
  /** The document's path. */
  readonly docId: string;
  readonly kind: KindName;
  readonly definition: JsonObject;
  /** The places and lines of its picture; `undefined` for a kind whose pictures have none. */
  readonly arrangement: Arrangement | undefined;
  /** The element in hand, `<kind>:<name>`; empty for none. */
  readonly focus: string;
  /** The hub; `undefined` without one. */
  readonly hub: PageHub | undefined;
  /** True for a document that is not there yet: its first edit makes it. */
  readonly isNew: boolean;
}

/** The props as a text that can stand in a page. */
export function writeProps(props: PageProps | EditProps): string {
  return JSON.stringify(props).replaceAll("<", "\\u003c");
}

/** The props in the text that {@linkcode writeProps} made for a page that shows a document. */
export function readProps(text: string): PageProps {
  return propsIn(text) as PageProps;
}

/** The props in the text that {@linkcode writeProps} made for a page that edits a document. */
export function readEditProps(text: string): EditProps {
  return propsIn(text) as EditProps;
}

/** The server made the text: it is what it was. */
function propsIn(text: string): object {
  const props: unknown = JSON.parse(text);
  if (!isObject(props)) throw new TypeError("The page holds no document.");
  return props;
}
