import { nextTurn } from "../../pause.ts";
import { StatsOfBeats, type StoryStats } from "../../beat/stats.ts";
import { gauge, METRICS_TYPE, metricsText } from "../../../server/metrics.ts";
import type { BeatStore } from "../../store/beat_store.ts";
import type { Act, StoredAnalysis, StoredBeat } from "../../types.ts";
import { type NarrativeDeps, storeFailure } from "../deps.ts";
import { storyMember } from "../../read_members.ts";
import { parseOptionalBody } from "../parse_body.ts";
import { storyOf } from "../query.ts";
import { readPosition } from "../../story/read_story.ts";
import { go } from "../refusals.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Rows of one page. */
const PAGE = 1_000;

/** Statistics of a story and of the bridge. */
export const stats: Route["run"] = async ({ query }, deps) => {
  const story = storyOf(query, deps.story);
  if (!story.ok) return story;
  const { current_act, current_phase } = await readPosition(deps.store, story.value);
  const { meters } = deps;
  return go(json({
    story: story.value,
    current_act,
    current_phase,
    ...await statsOf(deps.store, story.value, current_act),
    repositories: await repositoriesOf(deps.store, story.value),
    duplicates: meters.duplicates.total,
    failures: meters.storeFailures.total + meters.defects.total,
    last_event: lastEvent(deps),
    lag_ms: meters.lastEvent?.lagMs ?? null,
  }));
};

async function statsOf(store: BeatStore, story: string, act: Act): Promise<StoryStats> {
  const sum = new StatsOfBeats();
  const beats = inPages<StoredBeat>((last) =>
    store.list(story, { limit: PAGE, ...(last === undefined ? {} : { after: last.beat.id }) })
  );
  for await (const { beat } of beats) sum.add(beat);
  return sum.stats(act);
}

/** The number of events of each repository. */
async function repositoriesOf(store: BeatStore, story: string): Promise<Record<string, number>> {
  const counts = new Map<string, number>();
  const analyses = inPages<StoredAnalysis>((last) =>
    store.analyses(story, { after: last?.seq ?? 0, limit: PAGE, withoutPayload: true })
  );
  for await (const { repository } of analyses) counts.set(repository, (counts.get(repository) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Reads rows page by page and yields to other tasks in between: a store may answer without waiting for anything. */
async function* inPages<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void, void> {
  let last: Row | undefined;
  while (true) {
    const page = await read(last);
    yield* page;
    if (page.length < PAGE) return;
    last = page.at(-1);
    await nextTurn();
  }
}

/** Health of the bridge and its store, for monitors: it shows nothing of the content. */
export const health: Route["run"] = async (_call, deps) => {
  const about = { last_event: lastEvent(deps), queue: deps.outgoing?.waiting ?? 0 };
  try {
    const { kind, seq } = await deps.store.health();
    return go(json({ ok: true, store: { kind, ok: true, seq }, ...about }));
  } catch (error) {
    storeFailure(error, deps);
    return go(json({ ok: false, store: { kind: deps.store.kind, ok: false }, ...about }, { status: 503 }));
  }
};

function lastEvent({ meters: { lastEvent } }: NarrativeDeps): string | null {
  return lastEvent === undefined ? null : new Date(lastEvent.at).toISOString();
}

/** The counts, for Prometheus. */
export const metrics: Route["run"] = async (_call, deps) => {
  const { meters, feed, outgoing, store } = deps;
  const isUp = await store.health().then(() => 1, () => 0);
  const measures = [
    ...meters.measures(),
    gauge("loom_narrative_store_up", "Whether the store can be reached.", isUp),
    gauge("loom_narrative_streams", "Streams of events that are open.", feed.followers),
    gauge(
      "loom_narrative_outgoing_waiting",
      "Webhooks of the bridge's own that wait.",
      outgoing?.waiting ?? 0,
    ),
    ...(meters.lastEvent === undefined ? [] : [
      gauge(
        "loom_narrative_last_event_seconds",
        "When the last event came in, in seconds since 1970.",
        meters.lastEvent.at / 1_000,
      ),
      gauge(
        "loom_narrative_lag_seconds",
        "How old the last event was when it came in.",
        meters.lastEvent.lagMs / 1_000,
      ),
    ]),
  ];
  return go({ body: { text: metricsText(measures), type: METRICS_TYPE } });
};

/** Answers the position of a story; the body may name the story. */
export const postPosition: Route["run"] = async ({ bytes }, { store, story }) => {
  const body = parseOptionalBody(bytes);
  if (!body.ok) return body;
  return go(json(await readPosition(store, storyMember(body.value) ?? story)));
};

/** Answers the position of a story; the query may name the story. */
export const getPosition: Route["run"] = async ({ query }, { store, story }) => {
  const named = storyOf(query, story);
  return named.ok ? go(json(await readPosition(store, named.value))) : named;
};
