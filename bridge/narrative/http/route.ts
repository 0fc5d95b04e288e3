import type { NarrativeDeps } from "./deps.ts";
import type { Step } from "./refusals.ts";
import type { Answer } from "./respond.ts";

/** The path below which everything is. */
export const BASE_PATH = "/api/narrative-bridge";

/** Who may ask: whoever shows the token, whoever signs, everybody. */
export type Access = "token" | "signature" | "everybody";

/** A request that was let in. */
export interface Call {
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The parts of the path that the route leaves open. */
  readonly params: Readonly<Record<string, string>>;
  /** The body as it was received; empty where the method has none. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** One thing that can be asked for. */
export interface Route {
  /** Its name. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Below {@linkcode BASE_PATH}; a part in braces is open. */
  readonly path: string;
  /** Whether `?action=` with its name asks for it, too. */
  readonly isAction?: true;
  readonly access: Access;
  /** What it does, as a line without a full stop. */
  readonly summary: string;
  /** The parameters of its query, with their meaning. */
  readonly query?: Readonly<Record<string, string>>;
  /** Does it. */
  readonly run: (call: Call, deps: NarrativeDeps) => Promise<Step<Answer>> | Step<Answer>;
}
