import { announceWritten, BridgeError, createBridgeClient, hubTrouble } from "@loom/hub/client";
import type { HubAccess } from "./hub_access.ts";
import { HubError } from "./hub_error.ts";
import type { HubLink, HubListener } from "./hub_link.ts";

/** Longest wait for a hub, in milliseconds: a person waits with it. */
const PATIENCE = { joinTimeoutMs: 3_000, ackTimeoutMs: 4_000, commitTimeoutMs: 5_000 };

/** The remedy for a hub that wants a token. */
const TOKEN_ADVICE = " Give it with --token-file or LOOM_BRIDGE_TOKEN.";

/** Makes the way to a hub, about one document. */
export function openHub(
  { url, token, name, kinds }: HubAccess,
  docId: string,
  listener: HubListener = {},
): HubLink {
  const client = createBridgeClient({ url, role: "cli", docId, name, token, kinds, ...PATIENCE });
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
    announce: (change) => orHubError(announceWritten(client, change).then(() => {})),
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
  const { onView } = listener;
  if (onView) client.on("view", onView);
}

function hubError(url: string, error: BridgeError): HubError {
  const { kind, message } = hubTrouble(error, url);
  if (kind === "refused") {
    const advice = error.code === "unauthorized" ? TOKEN_ADVICE : "";
    return new HubError("hub_refused", message + advice, { cause: error, refusal: error.code });
  }
  return new HubError("no_hub", `${message.replace(/\.$/, "")}: start a hub with "loom serve".`, {
    cause: error,
  });
}
