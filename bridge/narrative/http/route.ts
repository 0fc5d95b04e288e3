import type { NarrativeDeps } from "./deps.ts";
import type { Step } from "./refusals.ts";
import type { Answer } from "./respond.ts";

/** The path above all routes. */
export const BASE_PATH = "/api/narrative-bridge";

/** Allowed callers: those with the token, those who sign as the forge does, everybody. */
export type Access = "token" | "signature" | "everybody";

/** A request that passed the checks. */
export interface Call {
  readonly request: Request;
  readonly query: URLSearchParams;
  /** The parts of the path that the route leaves open. */
  readonly params: Readonly<Record<string, string>>;
  /** The body as it was received; empty where the method has none. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A row in the table of routes. */
export interface Route {
  /** Its name. */
  readonly operation: string;
  readonly method: "GET" | "POST";
  /** Below {@linkcode BASE_PATH}; a part in braces is open. */
  readonly path: string;
  /** True when `?action=` with its name selects it, too. */
  readonly isAction?: true;
  readonly access: Access;
  /** Its effect, as a line without a full stop. */
  readonly summary: string;
  /** The parameters of its query, with their meaning. */
  readonly query?: Readonly<Record<string, string>>;
  /** Runs the operation. */
  readonly run: (call: Call, deps: NarrativeDeps) => Promise<Step<Answer>> | Step<Answer>;
}
