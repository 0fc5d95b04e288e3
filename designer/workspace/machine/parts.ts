import type { KindParts } from "../kind_parts.ts";
import { EventParts } from "./event_parts.tsx";
import { RunMode } from "./run_mode.tsx";
import { MachineParts } from "./machine_parts.tsx";
import { StateParts } from "./state_parts.tsx";
import { TransitionParts } from "./transition_parts.tsx";

/** The properties that only machines have. */
export const PARTS: KindParts = {
  element: { state: StateParts, transition: TransitionParts, event: EventParts },
  Document: MachineParts,
  Run: RunMode,
};
