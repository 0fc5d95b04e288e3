import { receiveWebhook } from "./webhook/receive.ts";
import { analyze } from "./operations/analyze.ts";
import { createBeat } from "./operations/create_beat.ts";
import { describe } from "./operations/describe.ts";
import { getPosition, health, metrics, postPosition, stats } from "./operations/readings.ts";
import { listBeats, listEpisodes, readAnalysis, readBeat } from "./operations/reading.ts";
import { stream } from "./operations/stream.ts";
import { go } from "./refusals.ts";
import type { Route } from "./route.ts";

const STORY = { story: "the story (default: the bridge's own)" } as const;

/** The routes. The reference page and the self-description are made of the same rows. */
export const ROUTES: readonly Route[] = [
  {
    operation: "analyze",
    method: "POST",
    path: "/analyze",
    isAction: true,
    access: "token",
    summary: "Read an event from three views",
    run: analyze,
  },
  {
    operation: "create-beat",
    method: "POST",
    path: "/create-beat",
    isAction: true,
    access: "token",
    summary: "Make a beat of an event and its analysis",
    run: createBeat,
  },
  {
    operation: "get-position",
    method: "POST",
    path: "/get-position",
    isAction: true,
    access: "token",
    summary: "Tell where a story stands",
    run: postPosition,
  },
  {
    operation: "get-position",
    method: "GET",
    path: "/get-position",
    isAction: true,
    access: "token",
    summary: "Tell where a story stands",
    query: STORY,
    run: getPosition,
  },
  {
    operation: "webhook",
    method: "POST",
    path: "/webhook",
    access: "signature",
    summary: "Take a delivery of GitHub: check it, read it, make its beat",
    run: receiveWebhook,
  },
  {
    operation: "describe",
    method: "GET",
    path: "",
    access: "token",
    summary: "Tell what can be asked for, the version, and the words that are used",
    run: (_call, deps) => go(describe(ROUTES, deps)),
  },
  {
    operation: "beats",
    method: "GET",
    path: "/beats",
    access: "token",
    summary: "List the beats of a story",
    query: {
      ...STORY,
      limit: "how many at most, 1 to 500 (default: 100)",
      after: "the id of the beat to begin behind",
      order: "`time` (default) or `arrival`",
      newest: "`1` for the newest first",
      function: "only beats of this function",
      lead: "only beats that this view leads",
    },
    run: listBeats,
  },
  {
    operation: "beat",
    method: "GET",
    path: "/beats/{beat_id}",
    access: "token",
    summary: "Read a beat, and what it was before it was amended",
    run: readBeat,
  },
  {
    operation: "analysis",
    method: "GET",
    path: "/analyses/{event_id}",
    access: "token",
    summary: "Read the analysis of an event",
    query: STORY,
    run: readAnalysis,
  },
  {
    operation: "episodes",
    method: "GET",
    path: "/episodes",
    access: "token",
    summary: "List the episodes of a story",
    query: STORY,
    run: listEpisodes,
  },
  {
    operation: "stats",
    method: "GET",
    path: "/stats",
    access: "token",
    summary: "Tell what a story is like and how the bridge fares",
    query: STORY,
    run: stats,
  },
  {
    operation: "stream",
    method: "GET",
    path: "/stream",
    access: "token",
    summary: "Follow a story as server-sent events",
    query: { ...STORY, after: "the number behind which to begin, where no `Last-Event-ID` can be sent" },
    run: stream,
  },
  {
    operation: "health",
    method: "GET",
    path: "/health",
    access: "everybody",
    summary: "Tell whether the bridge and its store are well",
    run: health,
  },
  {
    operation: "metrics",
    method: "GET",
    path: "/metrics",
    access: "token",
    summary: "Tell what was counted, in the text format of Prometheus",
    run: metrics,
  },
];
