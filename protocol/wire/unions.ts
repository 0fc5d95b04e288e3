import type {
  EditAccepted,
  EditRefused,
  FullEnvelope,
  JoinAccepted,
  JoinRefused,
  PatchEnvelope,
} from "./types.ts";

/** The ack of `bridge:join`. */
export type JoinAck = JoinAccepted | JoinRefused;

/** The ack of `def:patch` and of `def:full`. */
export type EditAck = EditAccepted | EditRefused;

/** The counterpart of {@linkcode PatchIn}. */
export type PatchOut = PatchEnvelope;

/** The counterpart of {@linkcode FullIn}. */
export type FullOut = FullEnvelope;
