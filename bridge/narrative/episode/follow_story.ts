import { openBeats } from "./close_episode.ts";
import type { BeatStore } from "../store/beat_store.ts";
import { pause as pauseFor } from "../pause.ts";
import { StoryMachine } from "../story/story_machine.ts";
import type { Beat } from "../types.ts";

/** Polling interval of the store, in milliseconds. */
const LOOK_MS = 1_000;

/** Options for following a story. */
export interface FollowStoryOptions {
  /** Aborted when there is nothing more to follow. */
  readonly stop: AbortSignal;
  /** Waits; the default is the platform's. */
  readonly pause?: (ms: number, stop: AbortSignal) => Promise<void>;
  /** Polling interval in milliseconds. Default: 1000. */
  readonly everyMs?: number;
  /** Told that the store cannot be reached now; it is tried again. */
  readonly onTrouble?: (error: unknown) => void;
}

/** A change of a story that is followed. */
export type StoryMove =
  /** Position at the start and after an episode was closed. */
  | { readonly type: "stands"; readonly configuration: readonly string[] }
  /** A beat arrived. */
  | {
    readonly type: "beat";
    readonly beat: Beat;
    readonly exited: readonly string[];
    readonly entered: readonly string[];
    readonly configuration: readonly string[];
  };

/**
 * Follows a story: first its position, then each beat with the states that it leaves and enters.
 *
 * A store that cannot be reached is asked again.
 */
export async function* followStory(
  store: BeatStore,
  story: string,
  { stop, pause = pauseFor, everyMs = LOOK_MS, onTrouble }: FollowStoryOptions,
): AsyncGenerator<StoryMove, void, void> {
  let followed: Followed | undefined;
  while (!stop.aborted) {
    try {
      if (followed === undefined) {
        const { seq } = await store.health();
        followed = { seq, ...await standing(store, story) };
        yield { type: "stands", configuration: followed.machine.configuration };
      }
      const entries = await store.since(followed.seq);
      for (const entry of entries) {
        const isOwn = entry.story === story;
        // Before the entry counts as looked at: where the store is away just now, it is looked at again.
        const again = isOwn && entry.type === "episode" ? await standing(store, story) : undefined;
        followed.seq = entry.seq;
        if (again !== undefined) {
          Object.assign(followed, again);
          yield { type: "stands", configuration: followed.machine.configuration };
        } else if (isOwn && entry.type === "beat" && entry.seq > followed.toldSeq) {
          yield told(followed.machine, entry.beat);
        }
      }
      if (entries.length > 0) continue;
    } catch (error) {
      onTrouble?.(error);
    }
    await pause(everyMs, stop);
  }
}

interface Standing {
  machine: StoryMachine;
  /** The last beat of the catch-up; the store lists it as an entry too. */
  toldSeq: number;
}

interface Followed extends Standing {
  /** The last entry that was looked at. */
  seq: number;
}

/** The machine in the state that the beats of the open episode bring it to. */
async function standing(store: BeatStore, story: string): Promise<Standing> {
  const machine = new StoryMachine();
  const beats = await openBeats(store, story);
  for (const { beat } of beats) machine.tell(beat);
  return { machine, toldSeq: beats.at(-1)?.seq ?? 0 };
}

function told(machine: StoryMachine, beat: Beat): StoryMove {
  const steps = machine.tell(beat);
  return {
    type: "beat",
    beat,
    exited: steps.flatMap(({ exited }) => exited),
    entered: steps.flatMap(({ entered }) => entered),
    configuration: machine.configuration,
  };
}
