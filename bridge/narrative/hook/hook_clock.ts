import { pause } from "../pause.ts";

/** How time passes for the hook. */
export interface HookClock {
  /** A signal that is aborted after so many milliseconds. */
  readonly after: (ms: number) => AbortSignal;
  /** Waits so many milliseconds, or until the work is to end; never rejects. */
  readonly pause: (ms: number, stop: AbortSignal) => Promise<void>;
}

/** The time of the platform. */
export const PLATFORM_CLOCK: HookClock = { after: (ms) => AbortSignal.timeout(ms), pause };
