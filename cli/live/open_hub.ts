import { BridgeError, createBridgeClient } from "@loom/hub/client";
import { WIRE_LIMITS } from "@loom/protocol";
import type { HubAccess } from "./hub_access.ts";
import { HubError } from "./hub_error.ts";
import type { HubLink, HubListener, WrittenChange } from "./hub_link.ts";

/** How long the program waits for a hub, in milliseconds: a person waits with it. */
const PATIENCE = { joinTimeoutMs: 3_000, ackTimeoutMs: 4_000, commitTimeoutMs: 5_000 };

/** What the client says when there is nothing that answers. */
const NO_ANSWER: ReadonlySet<string> = new Set(["connect_error", "timeout", "disconnected"]);
/** What a hub refuses of operations, and not of the file that they are in. */
const ABOUT_OPS: ReadonlySet<string> = new Set([
  "too_large",
  "bad_request",
  "apply_failed",
  "stale_base",
  "no_base",
]);

/** Makes the way to a hub, about one document. */
export function openHub({ url, token, name }: HubAccess, docId: string, listener: HubListener = {}): HubLink {
  const client = createBridgeClient({ url, role: "cli", docId, name, token, ...PATIENCE });
  listen(client, listener);
  const orHubError = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error) => {
      throw error instanceof BridgeError ? hubError(url, error) : error;
    });
  return {
    url,
    get document() {
      return client.document;
    },
    connect: () => orHubError(client.connect()),
    join: () =>
      orHubError(
        client.join().then(({ selfId, presence }) => presence.filter((one) => one.clientId !== selfId)),
      ),
    announce: (change) => orHubError(announce(client, change)),
    show: (view) => orHubError(client.showView({ ...view, ...(name === undefined ? {} : { origin: name }) })),
    close: () => client.close(),
  };
}

type Client = ReturnType<typeof createBridgeClient>;

function listen(client: Client, listener: HubListener): void {
  let isJoined = false;
  client.on("phase", (phase) => {
    const isIn = phase === "live" || phase === "resyncing";
    const was = isJoined;
    isJoined = isIn;
    if (isIn && !was) listener.onJoined?.({ selfId: client.selfId ?? "", document: client.document });
    else if (was && !isIn) listener.onLost?.();
  });
  client.on("patch", (envelope) => listener.onPatch?.(envelope));
  client.on("full", (envelope) => listener.onFull?.(envelope));
  client.on("file", (notice) => listener.onFile?.(notice));
  client.on("presence", (presence) => listener.onPresence?.(presence));
  client.on("view", (envelope) => listener.onView?.(envelope));
}

/** Tells a change by its operations where the hub can take them, else so that the hub reads the file. */
async function announce(client: Client, { ops, before, after, mtime }: WrittenChange): Promise<void> {
  if (ops.length <= WIRE_LIMITS.ops) {
    try {
      await client.announce(ops, { before, after, mtime });
      return;
    } catch (error) {
      if (!(error instanceof BridgeError) || !ABOUT_OPS.has(error.code)) throw error;
    }
  }
  await client.announce([], { after, mtime });
}

function hubError(url: string, error: BridgeError): HubError {
  if (!NO_ANSWER.has(error.code)) {
    return new HubError("hub_refused", `The hub at ${url} refuses: ${error.message}`, {
      cause: error,
      refusal: error.code,
    });
  }
  return new HubError("no_hub", `Nothing answers at ${url}: start a hub with "loom serve".`, {
    cause: error,
  });
}
