import { documentSource } from "@loom/bridge/document";
import type { RequestHandler } from "@loom/bridge/server";
import { type Bridge, type HubLog, HubStartError, startBridge } from "@loom/hub";
import type { KindTable } from "@loom/protocol";
import { readTokenFile } from "../live/token_file.ts";
import type { HubSettings } from "./hub_settings.ts";

/** Callbacks of a served hub, and its end. */
export interface HubService {
  /** Takes what happens. */
  readonly log?: HubLog;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
  /** Called when the hub listens. */
  readonly onListening: (hub: Bridge) => void | Promise<void>;
  /** Answers what is not the hub's, at its address. Default: the hub's own pages. */
  readonly beside?: RequestHandler | undefined;
  /** Settles when the hub is to stop. */
  readonly until: Promise<void>;
}

/**
 * Starts a hub on the documents of this machine, and stops it when it is time.
 *
 * @throws {HubStartError} when it may not, or cannot, be started
 * @throws {TokenFileError} when the token cannot be read
 */
export async function serveHub(
  settings: HubSettings,
  { log, kinds, onListening, beside, until }: HubService,
): Promise<void> {
  const { port, host, root, docId, origins, hosts } = settings;
  await checkRoot(root);
  const token = await tokenOf(settings);
  const redis = settings.redisUrl === undefined ? undefined : await redisStore(settings.redisUrl);
  try {
    const hub = await startBridge({
      documents: documentSource({
        ...(root === undefined ? {} : { root }),
        ...(kinds === undefined ? {} : { kinds }),
      }),
      ...(kinds === undefined ? {} : { kinds }),
      port,
      host,
      origins,
      hosts,
      ...(log === undefined ? {} : { log }),
      ...(beside === undefined ? {} : { beside }),
      ...(docId === undefined ? {} : { docId }),
      ...(token === undefined ? {} : { token }),
      ...(redis === undefined ? {} : { store: redis.store }),
    });
    try {
      await onListening(hub);
      await until;
    } finally {
      await hub.close();
    }
  } finally {
    await redis?.close();
  }
}

async function tokenOf({ token, tokenFile }: HubSettings): Promise<string | undefined> {
  return tokenFile === undefined ? token : await readTokenFile(tokenFile);
}

async function checkRoot(root: string | undefined): Promise<void> {
  if (root === undefined) return;
  const isFolder = await Deno.stat(root).then(({ isDirectory }) => isDirectory, () => false);
  if (!isFolder) {
    throw new HubStartError(
      "bad_option",
      `There is no folder "${root}" to find documents in: make it first.`,
    );
  }
}

/** Loaded when it is wanted: a hub without Redis needs nothing of it. */
async function redisStore(url: string) {
  const { connectRedis } = await import("@loom/hub/redis");
  return await connectRedis(url);
}
