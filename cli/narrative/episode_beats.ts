import {
  beatsOf,
  type BeatStore,
  episodeBeats,
  openRedisReader,
  readBeats,
  redisBeats,
  type StoredBeat,
  type ToldBeat,
  toldBeats,
} from "@loom/bridge/narrative";
import type { Context } from "../context.ts";
import { UsageError } from "../usage_error.ts";
import { fileText } from "./read_input.ts";
import { namedStore, type StoreValues, storyName, withStory } from "./story_store.ts";

/** The beats of an episode. */
export interface EpisodeBeats {
  /** In the order of the telling. */
  readonly beats: readonly ToldBeat[];
  readonly warnings: readonly string[];
  /** Store of the beats, for those of a store. */
  readonly kept?: {
    readonly store: BeatStore;
    readonly story: string;
    readonly stored: readonly StoredBeat[];
    /** `true` if the episode was closed before. */
    readonly isClosed: boolean;
  };
}

/** Source of beats. */
export interface BeatSource {
  readonly kind: "file" | "redis" | "store";
  /** Works with the beats; the source stays open as long. */
  readonly use: <Result>(work: (found: EpisodeBeats) => Promise<Result>) => Promise<Result>;
}

interface SourceValues extends StoreValues {
  readonly eventsFile: string | undefined;
  readonly redisUrl: string | undefined;
}

/**
 * The source that the command line names; the file goes before the others.
 *
 * @param episodeId the episode that is to be written
 * @throws {UsageError} When it names none.
 */
export function beatSource(context: Context, values: SourceValues, episodeId: string): BeatSource {
  const { eventsFile, redisUrl } = values;
  const named = [eventsFile, redisUrl, values.store].filter((source) => source !== undefined);
  const warnings = named.length > 1
    ? [`Several sources are named: ${eventsFile !== undefined ? "--events-file" : "--redis-url"} is taken.`]
    : [];
  if (eventsFile !== undefined) {
    return {
      kind: "file",
      use: async (work) => {
        const read = readBeats(await fileText(eventsFile));
        return await work({ beats: read.beats, warnings: [...warnings, ...read.warnings] });
      },
    };
  }
  if (redisUrl !== undefined) {
    return {
      kind: "redis",
      use: async (work) => {
        const reader = await openRedisReader(redisUrl);
        const found = await redisBeats(reader, storyName(context, values), context.io.now())
          .finally(() => reader.close());
        const read = beatsOf(found);
        return await work({ beats: read.beats, warnings: [...warnings, ...read.warnings] });
      },
    };
  }
  const store = namedStore(context, values);
  if (store === undefined) {
    throw new UsageError(
      "narrative episode needs beats: name them with --events-file, --redis-url or --store.",
    );
  }
  return {
    kind: "store",
    use: (work) =>
      withStory(context, { ...values, store }, async ({ store, story }) => {
        const { stored, isClosed } = await episodeBeats(store, story, episodeId);
        const beats = await toldBeats(store, story, stored);
        return await work({ beats, warnings, kept: { store, story, stored, isClosed } });
      }),
  };
}
