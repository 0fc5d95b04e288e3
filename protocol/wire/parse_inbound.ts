import {
  DEF_REQUEST,
  FULL_IN,
  JOIN_REQUEST,
  LEAVE_REQUEST,
  PATCH_IN,
  PRESENCE_UPDATE,
  VIEW_REQUEST,
} from "./inbound_shape.ts";
import { inbound, type WireParser } from "./parser.ts";
import type {
  DefRequest,
  FullIn,
  JoinRequest,
  LeaveRequest,
  PatchIn,
  PresenceUpdate,
  ViewRequest,
} from "./types.ts";
import { part } from "./wire_shape.ts";

/**
 * Reads the payload of `bridge:join`.
 *
 * @example
 * ```ts
 * import { parseJoinRequest } from "@loom/protocol";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const join = parseJoinRequest({ role: "web", name: "Ann", colour: "red" });
 * assertEquals(join, { ok: true, value: { role: "web", name: "Ann" } });
 *
 * const refused = parseJoinRequest({ role: "robot" });
 * assert(!refused.ok);
 * assertEquals(refused.error.code, "bad_request");
 * assertEquals(
 *   refused.error.message,
 *   'Cannot read bridge:join: "role" must be "agent", "cli", "web" or "runtime", but it is "robot".',
 * );
 * ```
 */
export const parseJoinRequest: WireParser<JoinRequest> = inbound("bridge:join", part(JOIN_REQUEST));

/** Reads the payload of `bridge:leave`. */
export const parseLeaveRequest: WireParser<LeaveRequest> = inbound("bridge:leave", part(LEAVE_REQUEST));

/**
 * Reads the payload of `def:patch` from a client. Of an operation only its name is looked at:
 * {@linkcode parseMachineOps} does the rest, for the operations of machines.
 */
export const parsePatchIn: WireParser<PatchIn> = inbound("def:patch", part(PATCH_IN));

/** Reads the payload of `def:full` from a client; the document may be of any kind. */
export const parseFullIn: WireParser<FullIn> = inbound("def:full", part(FULL_IN));

/** Reads the payload of `def:request`. */
export const parseDefRequest: WireParser<DefRequest> = inbound("def:request", part(DEF_REQUEST));

/**
 * Reads the payload of `presence:update` from a client. Nobody says there who they are: only the cursor and the
 * selection are taken.
 */
export const parsePresenceUpdate: WireParser<PresenceUpdate> = inbound(
  "presence:update",
  part(PRESENCE_UPDATE),
);

/** Reads the payload of `view:show` from a client. */
export const parseViewRequest: WireParser<ViewRequest> = inbound("view:show", part(VIEW_REQUEST));
