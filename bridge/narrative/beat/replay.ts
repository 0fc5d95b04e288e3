import type { BeatStore } from "../store/beat_store.ts";
import { beatsOfStory } from "../story/read_story.ts";
import { StoryMachine, type StoryMachineOptions, type StoryStep } from "../story/story_machine.ts";
import type { Act, Beat } from "../types.ts";

/** Range and options of a replay. */
export interface ReplayOptions extends StoryMachineOptions {
  /** Only beats from this time on: ISO 8601, UTC, with milliseconds. */
  readonly from?: string | undefined;
  /** Only beats up to this time. */
  readonly to?: string | undefined;
  /** Other readings of beats, by event. */
  readonly changes?: ReadonlyMap<string, Pick<Beat, "narrative_function" | "act">>;
}

/** A step of a replay. */
export interface ReplayStep extends StoryStep {
  /** The act of the machine after it. */
  readonly act: Act;
  /** The beats of the episode after it. */
  readonly count: number;
}

/**
 * Runs the stored beats of a story through its machine, in the order of arrival; episodes close where they were closed.
 *
 * It ends with the first event that the machine refuses.
 */
export async function* replayStory(
  store: Pick<BeatStore, "list" | "episodes">,
  story: string,
  { from, to, changes, ...options }: ReplayOptions = {},
): AsyncGenerator<ReplayStep, void, void> {
  const machine = new StoryMachine(options);
  const ends = (await store.episodes(story)).filter(({ closed }) => closed).map(({ last_seq }) => last_seq)
    .sort((a, b) => a - b);
  for await (const { beat, seq } of beatsOfStory(store, story, { order: "arrival" })) {
    const isClosing = ends[0] !== undefined && ends[0] < seq;
    while (ends[0] !== undefined && ends[0] < seq) ends.shift();
    const isWithin = (from === undefined || beat.timestamp >= from) &&
      (to === undefined || beat.timestamp <= to);
    const closing = isClosing && machine.count > 0 ? [machine.closeEpisode()] : [];
    const told = isWithin ? machine.tell({ ...beat, ...changes?.get(beat.event_id) }) : [];
    for (const step of [...closing, ...told]) {
      yield { ...step, act: machine.act, count: machine.count };
      if (step.refused !== undefined) return;
    }
  }
  if (ends.length > 0 && machine.count > 0) {
    yield { ...machine.closeEpisode(), act: machine.act, count: machine.count };
  }
}
