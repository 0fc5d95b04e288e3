import type { RequestGate } from "@loom/protocol";
import type { Entry } from "./access.ts";
import type { LiveChannels } from "./live_channels.ts";

/** What the designer's server is made from. */
export interface DesignerDeps {
  /** The document of requests that name none: a path. */
  readonly doc: string;
  /** The folders that documents may not lie outside of. */
  readonly roots: readonly string[];
  /** The folder of episodes whose diagrams are shown besides, and nothing else of it; `undefined` without one. */
  readonly chronicle: string | undefined;
  /** The hub that pages join; `undefined` without one. */
  readonly hubUrl: string | undefined;
  /** What the hub tells, for pages that cannot join it; `undefined` where they can, or where there is none. */
  readonly live: Pick<LiveChannels, "open"> | undefined;
  /** Answers what begins with {@linkcode NARRATIVE_PATH}; `undefined` where no narrative bridge is mounted. */
  readonly narrative: MountedBridge | undefined;
  /** Looks at what a request calls the server by, and at the page that sends it. */
  readonly gate: RequestGate;
  /** What callers show; `undefined` where everybody on this machine is let in. */
  readonly entry: Entry | undefined;
}

/**
 * A narrative bridge on the designer's server. It looks at the host and the origin of requests itself.
 *
 * @param isKnown Whether the request has been let in by the designer; others show what the bridge itself asks for.
 * @param from The address that the request comes from.
 */
export type MountedBridge = (request: Request, isKnown: boolean, from: string) => Promise<Response>;

/** Where a narrative bridge is mounted, as on its own port. */
export const NARRATIVE_PATH = "/api/narrative-bridge";

/** Where pages hear of documents that cannot join the hub. */
export const LIVE_PATH = "/api/live";

/** A request that has been let in. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  /** The address that it comes from. */
  readonly from: string;
}

/** One thing that the server can be asked for. */
export interface Route {
  readonly method: "GET" | "POST";
  /** The path, whole. */
  readonly path: string;
  /** Who may ask: everybody, or those who show the token where there is one. */
  readonly access: "everybody" | "token";
  /** What it does, for the page on the server. */
  readonly summary: string;
  /** What can stand in the address, and what it says. */
  readonly query?: Readonly<Record<string, string>>;
  readonly run: (call: Call, deps: DesignerDeps) => Response | Promise<Response>;
}

/** A request that is refused, with its sentence. */
export class Refusal extends Error {
  /** The status of the answer. */
  readonly status: number;
  /** A stable word for programs. */
  readonly code: string;

  /** Makes one. */
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
  }
}
