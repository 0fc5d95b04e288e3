import { envAlias, type Environment } from "@loom/protocol";
import { pause } from "../pause.ts";

/** Default address of the bridge. */
export const BRIDGE_URL = "http://127.0.0.1:4600/api/narrative-bridge";

/** Settings of the hook from its environment. */
export interface HookSettings {
  /** The address of the bridge, without a slash at its end. */
  readonly url: string;
  /** The token that the bridge asks for. */
  readonly token: string | undefined;
  /** The folder that holds the programs of the flows. */
  readonly flows: string | undefined;
  /** The folder where events wait that no bridge took. */
  readonly spool: string | undefined;
  /** The file that each result is appended to. */
  readonly log: string | undefined;
  /** Event members from the environment; `""` where unset. */
  readonly event: {
    readonly event_type: string;
    readonly event_id: string;
    readonly repository: string;
    readonly action: string;
    readonly timestamp: string;
    readonly sender: string;
  };
}

/** Reads what the environment says; nothing in it is wrong. */
export function hookSettings(env: Environment): HookSettings {
  return {
    url: bridgeUrl(env),
    token: envAlias("NARRATIVE_TOKEN", env),
    flows: envAlias("NARRATIVE_FLOWS", env),
    spool: envAlias("NARRATIVE_SPOOL", env),
    log: envAlias("NARRATIVE_LOG", env),
    event: {
      event_type: (env.WEBHOOK_EVENT_TYPE ?? "").trim(),
      event_id: (env.WEBHOOK_EVENT_ID ?? "").trim(),
      repository: env.WEBHOOK_REPOSITORY ?? "",
      action: env.WEBHOOK_ACTION ?? "",
      timestamp: (env.WEBHOOK_TIMESTAMP ?? "").trim(),
      sender: env.WEBHOOK_SENDER ?? "",
    },
  };
}

/** The address of the bridge, without a slash at its end. */
export function bridgeUrl(env: Environment): string {
  return (env.NARRATIVE_BRIDGE_URL || BRIDGE_URL).trim().replace(/\/+$/, "");
}

/** Clock and timers of the hook. */
export interface HookClock {
  /** A signal that is aborted after so many milliseconds. */
  readonly after: (ms: number) => AbortSignal;
  /** Waits so many milliseconds, or until the work is to end; never rejects. */
  readonly pause: (ms: number, stop: AbortSignal) => Promise<void>;
}

/** The time of the platform. */
export const PLATFORM_CLOCK: HookClock = { after: (ms) => AbortSignal.timeout(ms), pause };
