import type { ServerContext, SourcePolicy } from "@loom/bridge/server";
import type { AnyKind, Arrangement, JsonObject, KindTable } from "@loom/protocol";
import type { HubRelay } from "./hub_relay.ts";
import type { TokenLogin } from "./token_login.ts";

/** Parts and settings of the designer's server. */
export interface DesignerDeps {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable | undefined;
  /** The document of requests that name none: a path. */
  readonly doc: string;
  /** The folders that documents may not lie outside of. */
  readonly roots: readonly string[];
  /** The folder of episodes of which only the diagrams are shown; `undefined` without one. */
  readonly chronicle: string | undefined;
  /** The hub that pages join; `undefined` without one. */
  readonly hubUrl: string | undefined;
  /** Connects pages to a hub whose token they must not have; `undefined` where they join it themselves, or there is none. */
  readonly relay: Pick<HubRelay, "open"> | undefined;
  /** Aborted when the server stops: streams end then. Default: never. */
  readonly ending?: AbortSignal | undefined;
  /** Answers what begins with {@linkcode NARRATIVE_PATH}; `undefined` where no narrative bridge is mounted. */
  readonly narrative: MountedBridge | undefined;
  readonly source: SourcePolicy;
  /** Credentials of callers; `undefined` where everybody on this machine is let in. */
  readonly login: TokenLogin | undefined;
}

/**
 * A narrative bridge on the designer's server. It checks host and origin of requests itself.
 *
 * @param isKnown True when the designer knows the caller; the bridge asks others for its own token.
 * @param from The caller's network address.
 */
export type MountedBridge = (request: Request, isKnown: boolean, from: string) => Promise<Response>;

/** The path of a mounted narrative bridge, the same as on its own port. */
export const NARRATIVE_PATH = "/api/narrative-bridge";

/** The path at which pages reach a hub whose token they must not have. */
export const HUB_PATH = "/api/hub";

/** A row in the table of routes. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** The whole path; `*` at its end stands for any name in that folder. */
  readonly path: string;
  /** Allowed callers: everybody, or those with the token where there is one. */
  readonly access: "everybody" | "token";
  /** Its effect, for the reference page. */
  readonly summary: string;
  /** Parameters in the address, with their meaning. */
  readonly query?: Readonly<Record<string, string>>;
  readonly run: (context: ServerContext, deps: DesignerDeps) => Response | Promise<Response>;
}

/** A document as its page gets it. */
export interface ShownDocument {
  /** The document's real path. */
  readonly docId: string;
  /** Its kind. */
  readonly row: AnyKind;
  readonly definition: JsonObject;
  /** The arrangement that is kept for its picture. */
  readonly arrangement: Arrangement;
}

/** Makes the page of a document of one kind. */
export type PageOfKind = (document: ShownDocument, url: URL, deps: DesignerDeps) => Promise<Response>;
