import type { BeatStore, ListOptions } from "../store/beat_store.ts";
import type { StoredAnalysis, StoredBeat } from "../types.ts";

/** How many records are asked for at once. */
const PAGE = 500;

/** All beats of a story, page by page. */
export async function* beatsOfStory(
  store: Pick<BeatStore, "list">,
  story: string,
  options: Omit<ListOptions, "limit"> = {},
): AsyncGenerator<StoredBeat, void, void> {
  let after = options.after;
  while (true) {
    const page = await store.list(story, {
      ...options,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.beat.id;
  }
}

/** All analyses of a story in the order of arrival, page by page and without payloads: those of one page may be more than memory holds. */
export async function* analysesOfStory(
  store: Pick<BeatStore, "analyses">,
  story: string,
): AsyncGenerator<StoredAnalysis, void, void> {
  let after = 0;
  while (true) {
    const page = await store.analyses(story, { after, limit: PAGE, withoutPayload: true });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.seq ?? after;
  }
}
