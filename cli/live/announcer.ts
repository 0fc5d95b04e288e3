import type { WriteResult } from "@loom/bridge/document";
import type { MachineOp } from "@loom/protocol";
import type { Context } from "../context.ts";
import { configuredHub, hubDocument, likelyHub } from "./hub_access.ts";
import { HubError } from "./hub_error.ts";
import type { HubLink } from "./hub_link.ts";

/** Whether the others saw a change at once. */
export type LiveOutcome =
  /** The hub has it. */
  | { readonly live: "sent"; readonly url: string }
  /** No hub is configured, or none answers. */
  | { readonly live: "no hub"; readonly url?: string; readonly error?: HubError }
  /** The hub refused it or broke off. */
  | { readonly live: "failed"; readonly url: string; readonly error: HubError };

/** What a change asks of the hub. */
export interface LiveValues {
  readonly dryRun: boolean;
  /** Whether nothing is to be changed without a hub. */
  readonly requireLive: boolean;
}

/** Tells a hub what was written to a document. */
export interface Announcer {
  /** Tells it; a hub that is of no use is no error here. */
  readonly announce: (written: WriteResult, ops: () => readonly MachineOp[]) => Promise<LiveOutcome>;
  /** Ends the connection. */
  readonly close: () => Promise<void>;
}

/** Without a hub nobody is told, and nothing is tried. */
const SILENT: Announcer = {
  announce: () => Promise.resolve({ live: "no hub" }),
  close: () => Promise.resolve(),
};

/**
 * Makes ready to tell a hub about a change, before it is written: the way there is taken while the document is edited.
 *
 * @throws {HubError} When a hub is required and of no use.
 * @throws {LoomError} When what is said about the hub is wrong.
 */
export async function announcerFor(
  context: Context,
  { dryRun, requireLive }: LiveValues,
): Promise<Announcer> {
  if (dryRun) return SILENT;
  const access = requireLive ? await likelyHub(context) : await configuredHub(context);
  if (access === undefined) return SILENT;
  // Loaded when there is a hub: the client is not small.
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
    announce: async ({ before, after, mtime }, ops) => {
      const { url } = link;
      try {
        const failure = await reached;
        if (failure !== undefined) throw failure;
        if (!isJoined) await link.join();
        await link.announce({ ops: ops(), before, after, mtime });
        return { live: "sent", url };
      } catch (error) {
        if (!(error instanceof HubError)) throw error;
        return { live: error.code === "no_hub" ? "no hub" : "failed", url, error };
      }
    },
    close: link.close,
  };
}

/** What a person is told about it; nothing when no hub is configured. */
export function liveText(outcome: LiveOutcome): string | undefined {
  if (outcome.live === "sent") return `live: sent to ${outcome.url}`;
  if (outcome.error === undefined) return undefined;
  return `live: ${outcome.live}. ${outcome.error.message} The document is saved.`;
}

/** What a program is told about it. */
export function liveObject({ live, ...outcome }: LiveOutcome): Record<string, unknown> {
  const error = "error" in outcome ? outcome.error : undefined;
  return {
    live,
    ...(error ? { liveError: { code: error.refusal ?? error.code, message: error.message } } : {}),
  };
}
