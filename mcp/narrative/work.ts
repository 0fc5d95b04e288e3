import {
  type BeatStore,
  DEFAULT_STORE,
  DEFAULT_STORY,
  isStoryName,
  openStore,
  readRulesFile,
  type Rules,
} from "@loom/bridge/narrative";
import { envAlias, type Environment, LoomError } from "@loom/protocol";

/** Dependencies of the narrative tools. */
export interface NarrativeWork {
  /** The story of all calls that name none. */
  readonly story: string;
  readonly rules?: Rules;
  readonly now: () => Date;
  /** Works with the store, which is open as long. */
  readonly withStore: <Result>(work: (store: BeatStore) => Promise<Result>) => Promise<Result>;
  /** Folder of episodes. */
  readonly episodesFolder: string;
  /** Folder of the story's documents. */
  readonly documentsFolder: string;
}

/**
 * Reads from the environment what the narrative tools work with; it is that of the narrative bridge.
 *
 * @throws {LoomError} When the rules cannot be read, or the story has no name.
 */
export async function narrativeWork(env: Environment): Promise<NarrativeWork> {
  const read = (suffix: string) => envAlias(suffix, env);
  const address = read("NARRATIVE_STORE") ?? DEFAULT_STORE;
  const rules = read("NARRATIVE_RULES");
  return {
    story: storyOf(read("NARRATIVE_STORY") ?? DEFAULT_STORY),
    ...(rules === undefined ? {} : { rules: await readRulesFile(rules) }),
    now: () => new Date(),
    withStore: address === "memory:" ? keptOpen(address) : openedEachTime(address),
    episodesFolder: read("EPISODES_DIR") ?? "episodes",
    documentsFolder: read("NARRATIVE_DOCUMENTS") ?? ".loom/narrative",
  };
}

function storyOf(name: string): string {
  if (isStoryName(name)) return name;
  throw new LoomError(
    "bad_option",
    `LOOM_NARRATIVE_STORY is ${
      JSON.stringify(name)
    }: use at most 64 letters, digits, hyphens and underscores.`,
  );
}

/** Opens the store for each call: a bridge and other programs use it as well and must not wait. */
function openedEachTime(address: string): NarrativeWork["withStore"] {
  return async (work) => {
    const store = await openStore(address);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
}

/** A memory store stays open: closing it would lose its content. */
function keptOpen(address: string): NarrativeWork["withStore"] {
  let store: Promise<BeatStore> | undefined;
  return async (work) => await work(await (store ??= openStore(address)));
}
