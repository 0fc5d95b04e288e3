import { type BeatStore, followStory, layDownDocuments, type StoryMove } from "@loom/bridge/narrative";
import { createBridgeClient } from "@loom/hub/client";
import type { MachineOp } from "@loom/protocol";
import type { Context } from "../context.ts";
import { configuredHub } from "../live/hub_access.ts";
import { storyFolder } from "./story_store.ts";

/** The name that others at the hub see. */
const NAME = "narrative-bridge";

/** A story that is published to a hub. */
export interface StoryPublisher {
  /** The address of the hub. */
  readonly url: string;
  /** The document whose machine runs. */
  readonly doc: string;
  /** Ends it. */
  close(): Promise<void>;
}

/**
 * Publishes the position of a story to the hub of the environment: canvases that have the story's machine open show its active states, and
 * the events that led there. The definition is never changed. A hub that is away is updated when it is back.
 *
 * @returns `undefined` when no hub is configured
 */
export async function publishStory(
  context: Context,
  store: BeatStore,
  story: string,
): Promise<StoryPublisher | undefined> {
  const access = await configuredHub(context);
  if (access === undefined) return undefined;
  const { story: doc } = await layDownDocuments(storyFolder(context));
  const client = createBridgeClient({
    url: access.url,
    token: access.token,
    role: "runtime",
    name: NAME,
    docId: doc,
  });
  let configuration: readonly string[] = [];
  const send = (ops: readonly MachineOp[]) => {
    // What does not get through is made good when the client takes part again.
    if (ops.length > 0) client.commit(ops).catch(() => {});
  };
  const show = () => send(difference(client.document.active, configuration));
  client.on("phase", (phase) => {
    if (phase === "live") show();
  });
  // The client calls again by itself; what went wrong shows in its phase.
  client.on("error", () => {});
  client.join().catch(() => {});
  const stop = new AbortController();
  const following = (async () => {
    for await (const move of followStory(store, story, { stop: stop.signal })) {
      configuration = move.configuration;
      if (client.phase !== "live") continue;
      if (move.type === "stands") show();
      else send(opsOf(move));
    }
  })();
  return {
    url: access.url,
    doc,
    close: async () => {
      stop.abort();
      await following;
      await client.close();
    },
  };
}

/** Changes from the shown active states to the actual ones. */
function difference(shown: readonly string[], wanted: readonly string[]): MachineOp[] {
  return [
    ...shown.filter((state) => !wanted.includes(state)).map((state) =>
      ({ op: "runtime.exit", state }) as const
    ),
    ...wanted.filter((state) => !shown.includes(state)).map((state) =>
      ({ op: "runtime.enter", state }) as const
    ),
  ];
}

/** States that a beat left and entered. A beat without a transition enters its state again, to be visible. */
function opsOf({ beat, exited, entered, configuration }: Extract<StoryMove, { type: "beat" }>): MachineOp[] {
  const eventId = beat.narrative_function;
  const leaf = configuration.at(-1) ?? "";
  const states = entered.length > 0 ? entered : [leaf];
  const [from] = exited;
  return [
    ...exited.map((state) => ({ op: "runtime.exit", state }) as const),
    ...states.map((state) => ({ op: "runtime.enter", state, from: from ?? leaf, eventId }) as const),
  ];
}
