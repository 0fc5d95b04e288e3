import { type BeatStore, DEFAULT_STORE, DEFAULT_STORY, isStoryName, openStore } from "@loom/bridge/narrative";
import { envAlias } from "@loom/protocol";
import type { Context } from "../context.ts";
import { UsageError } from "../usage_error.ts";
import { resolve } from "@std/path";

/** Store options of the command line. */
export interface StoreValues {
  readonly store: string | undefined;
  readonly story: string | undefined;
}

/** A story and its store. */
export interface StoryStore {
  readonly store: BeatStore;
  readonly story: string;
}

/** The address of the store that the command line or the environment names; `undefined` when neither does. */
export function namedStore({ io }: Context, { store }: Pick<StoreValues, "store">): string | undefined {
  return store ?? envAlias("NARRATIVE_STORE", io.env);
}

/**
 * The story that the command line or the environment names.
 *
 * @throws {UsageError} When it is no name.
 */
export function storyName({ io }: Context, { story }: Pick<StoreValues, "story">): string {
  const name = story ?? envAlias("NARRATIVE_STORY", io.env) ?? DEFAULT_STORY;
  if (isStoryName(name)) return name;
  throw new UsageError(
    `${JSON.stringify(name)} is no name of a story: use at most 64 letters, digits, hyphens and underscores.`,
  );
}

/** Works with a story, and closes its store. */
export async function withStory<Result>(
  context: Context,
  values: StoreValues,
  work: (kept: StoryStore) => Promise<Result>,
): Promise<Result> {
  return await withOpened(context, values, false, work);
}

/** As {@linkcode withStory}, for work that only looks: it makes no store where there is none. */
export async function lookAtStory<Result>(
  context: Context,
  values: StoreValues,
  work: (kept: StoryStore) => Promise<Result>,
): Promise<Result> {
  return await withOpened(context, values, true, work);
}

async function withOpened<Result>(
  context: Context,
  values: StoreValues,
  isLook: boolean,
  work: (kept: StoryStore) => Promise<Result>,
): Promise<Result> {
  const story = storyName(context, values);
  const address = namedStore(context, values) ?? DEFAULT_STORE;
  const { io, remark: notify } = context;
  const store = await openStore(address, { now: () => io.now().getTime(), isLook, notify });
  try {
    return await work({ store, story });
  } finally {
    await store.close();
  }
}

/** The folder of the story's documents: the one that is named, else that of the environment, else `.loom/narrative`. */
export function storyFolder({ io }: Context, named?: string): string {
  return resolve(named ?? envAlias("NARRATIVE_DOCUMENTS", io.env) ?? ".loom/narrative");
}
