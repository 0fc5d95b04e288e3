import { nextTurn } from "../../pause.ts";
import type { StoredBeat } from "../../types.ts";
import type { NarrativeDeps } from "../deps.ts";
import { leadOf, numberOf, storyOf, wrong } from "../query.ts";
import { go, refuse } from "../refusals.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

const STANDARD_LIMIT = 100;
const MOST_LISTED = 500;

/** Lists the beats of a story; `next` is what to give as `after` for more. */
export const listBeats: Route["run"] = async ({ query }, deps) => {
  const story = storyOf(query, deps.story);
  if (!story.ok) return story;
  const limit = numberOf(query, "limit", { standard: STANDARD_LIMIT, least: 1, most: MOST_LISTED });
  if (!limit.ok) return limit;
  const lead = leadOf(query);
  if (!lead.ok) return lead;
  const order = query.get("order") || "time";
  if (order !== "time" && order !== "arrival") return wrong("order", "must be time or arrival");
  const fn = query.get("function") || undefined;
  const found = await search(deps, story.value, {
    order,
    newestFirst: query.get("newest") === "1",
    after: query.get("after") || undefined,
    limit: limit.value,
    fits: ({ beat }) =>
      (fn === undefined || beat.narrative_function === fn) &&
      (lead.value === undefined || beat.lead_universe === lead.value),
  });
  return go(json({ beats: found.beats.map(({ beat }) => beat), next: found.next }));
};

interface Search {
  readonly order: "time" | "arrival";
  readonly newestFirst: boolean;
  readonly after: string | undefined;
  readonly limit: number;
  readonly fits: (stored: StoredBeat) => boolean;
}

/** Pages through a story until enough beats match, or none are left. */
async function search(
  { store }: NarrativeDeps,
  story: string,
  { order, newestFirst, after, limit, fits }: Search,
): Promise<{ beats: StoredBeat[]; next: string | null }> {
  const beats: StoredBeat[] = [];
  let from = after;
  while (beats.length < limit) {
    const listed = await store.list(story, {
      order,
      newestFirst,
      limit: MOST_LISTED,
      ...(from === undefined ? {} : { after: from }),
    });
    for (const [at, stored] of listed.entries()) {
      if (!fits(stored)) continue;
      beats.push(stored);
      if (beats.length < limit) continue;
      const isLast = at === listed.length - 1 && listed.length < MOST_LISTED;
      return { beats, next: isLast ? null : stored.beat.id };
    }
    if (listed.length < MOST_LISTED) break;
    await nextTurn();
    from = listed.at(-1)?.beat.id;
  }
  return { beats, next: null };
}

/** One beat, with its state before amendments. */
export const readBeat: Route["run"] = async ({ params }, { store }) => {
  const stored = await store.getBeat(params.beat_id ?? "");
  return stored === undefined ? refuse("not_found", "no such beat") : go(json(stored));
};

/** The analysis of an event, with its rules. */
export const readAnalysis: Route["run"] = async ({ params, query }, { store, story }) => {
  const named = storyOf(query, story);
  if (!named.ok) return named;
  const stored = await store.getAnalysis(named.value, params.event_id ?? "");
  if (stored === undefined) return refuse("not_found", "no such event");
  const { payload_gzip: _, ...told } = stored;
  return go(json(told));
};

/** The episodes of a story. */
export const listEpisodes: Route["run"] = async ({ query }, { store, story }) => {
  const named = storyOf(query, story);
  return named.ok ? go(json({ episodes: await store.episodes(named.value) })) : named;
};
