import type { WrittenEdit } from "@loom/bridge/document";
import type { Context } from "../context.ts";
import { configuredHub, hubDocument, likelyHub } from "./hub_access.ts";
import { HubError } from "./hub_error.ts";
import type { HubLink } from "./hub_link.ts";

/** The outcome of announcing a change to the hub. */
export type LiveOutcome =
  /** The hub has it. */
  | { readonly live: "sent"; readonly url: string }
  /** No hub is configured, or none answers. */
  | { readonly live: "no hub"; readonly url?: string; readonly error?: HubError }
  /** The hub refused it or broke off. */
  | { readonly live: "failed"; readonly url: string; readonly error: HubError };

/** The options of a change that concern the hub. */
export interface LiveValues {
  readonly dryRun: boolean;
  /** True to change nothing without a hub. */
  readonly requireLive: boolean;
}

/** Announces to a hub what was written to a document. */
export interface Announcer {
  /** Announces an edit; a hub that cannot be used is an outcome, not an error. */
  readonly announce: (edit: WrittenEdit) => Promise<LiveOutcome>;
  /** Ends the connection. */
  readonly close: () => Promise<void>;
}

/** The announcer without a hub. */
const SILENT: Announcer = {
  announce: () => Promise.resolve({ live: "no hub" }),
  close: () => Promise.resolve(),
};

/**
 * Connects to the hub before a change is written, while the document is edited.
 *
 * @throws {HubError} When a hub is required and cannot be used.
 * @throws {LoomError} When the settings of the hub are wrong.
 */
export async function announcerFor(
  context: Context,
  { dryRun, requireLive }: LiveValues,
): Promise<Announcer> {
  if (dryRun) return SILENT;
  const access = requireLive ? await likelyHub(context) : await configuredHub(context);
  if (access === undefined) return SILENT;
  // Lazy import: the client is large, and needed only with a hub.
  const { openHub } = await import("./open_hub.ts");
  const link = openHub(access, hubDocument(context.doc));
  if (requireLive) {
    await link.join().catch(async (error) => {
      await link.close();
      throw error;
    });
    return announcerOn(link, Promise.resolve(), true);
  }
  return announcerOn(link, link.connect(), false);
}

function announcerOn(link: HubLink, connected: Promise<void>, isJoined: boolean): Announcer {
  const reached = connected.then(() => undefined, (error: unknown) => error);
  return {
    announce: async ({ ops, ...written }) => {
      const { url } = link;
      try {
        const failure = await reached;
        if (failure !== undefined) throw failure;
        if (!isJoined) await link.join();
        await link.announce({ ...written, ops: ops() });
        return { live: "sent", url };
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        return { live: error.code === "no_hub" ? "no hub" : "failed", url, error };
      }
    },
    close: link.close,
  };
}

/** The outcome for a person; nothing when no hub is configured. */
export function liveText(outcome: LiveOutcome): string | undefined {
  if (outcome.live === "sent") return `live: sent to ${outcome.url}`;
  if (outcome.error === undefined) return undefined;
  return `live: ${outcome.live}. ${outcome.error.message} The document is saved.`;
}

/** The outcome for a program. */
export function liveObject({ live, ...outcome }: LiveOutcome): Record<string, unknown> {
  const error = "error" in outcome ? outcome.error : undefined;
  return {
    live,
    ...(error ? { liveError: { code: error.refusal ?? error.code, message: error.message } } : {}),
  };
}
