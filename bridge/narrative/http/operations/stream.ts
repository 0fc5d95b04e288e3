import { eventStream } from "../stream/event_stream.ts";
import { numberOf, storyOf } from "../query.ts";
import { go, refuse } from "../refusals.ts";
import type { Route } from "../route.ts";

/** Streams the events of a story. */
export const stream: Route["run"] = async ({ request, query }, { feed, store, story, maxStreams }) => {
  const named = storyOf(query, story);
  if (!named.ok) return named;
  const after = numberOf(query, "after", { standard: -1, most: Number.MAX_SAFE_INTEGER });
  if (query.get("after") && !after.ok) return after;
  if (feed.followers >= maxStreams) {
    return refuse("too_many_streams", "too many streams", { headers: { "retry-after": "5" } });
  }
  const known = lastEventId(request.headers) ?? (after.ok ? after.value : undefined);
  const follower = await feed.follow(known);
  return go({
    body: { stream: eventStream({ follower, store, story: named.value }), type: "text/event-stream" },
    headers: { "x-accel-buffering": "no" },
  });
};

/** The number of the last event that a client got; other texts are ignored. */
function lastEventId(headers: Headers): number | undefined {
  const text = headers.get("last-event-id") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
