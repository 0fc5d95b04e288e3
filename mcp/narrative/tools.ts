import {
  analyzeEvent,
  bodyIdentity,
  BUILT_IN_RULES,
  draftBeat,
  eventTime,
  explain,
  isStoryName,
  readBeatRequest,
  readEvent,
  readPosition,
  reclassifyStory,
  replayStory,
  storyBeats,
} from "@loom/bridge/narrative";
import type { JsonObject } from "@loom/protocol";
import * as z from "zod";
import type { NarrativeWork } from "./work.ts";
import { defineTool, type Tool, ToolError } from "../tool.ts";
import { generateEpisode, openStory } from "./document_tools.ts";

const OBJECT = z.looseObject({});
const VIEW = z.enum(["engineer", "ceremony", "story_engine"]);
/** Largest number of listed beats. */
const MOST_BEATS = 500;
/** Largest number of listed steps of a replay. */
const MOST_STEPS = 200;

/** The tools about the story of a repository. A server offers them only on request. */
export function narrativeTools(work: NarrativeWork): readonly Tool[] {
  // Each row was typed by its own fields where it was defined.
  return [
    analyze(work),
    createBeat(work),
    getPosition(work),
    listBeats(work),
    explainReading(work),
    replay(work),
    generateEpisode(work),
    openStory(work),
  ] as readonly unknown[] as readonly Tool[];
}

function analyze({ withStore, now, story, rules = BUILT_IN_RULES }: NarrativeWork) {
  return defineTool({
    name: "narrative_analyze",
    title: "Analyze event",
    description: "Reads a forge's event from three views, and keeps the analysis.",
    toolset: "narrative",
    effect: "set",
    input: {
      event_type: z.string(),
      action: z.string().optional(),
      payload: OBJECT,
      event_id: z.string().optional(),
    },
    output: { event_id: z.string(), key: z.string(), analysis: OBJECT },
    async run(values) {
      const time = now().toISOString();
      const eventId = bodyIdentity(new TextEncoder().encode(JSON.stringify(values)));
      const event = readEvent(values as JsonObject, { now: time, eventId });
      const record = analyzeEvent(event, { story, now: time, rules });
      await withStore((store) => store.putAnalysis(record));
      const { analysis, key, event_id } = record;
      const { engineer, ceremony, story_engine, lead_universe } = analysis;
      const intents = [engineer, ceremony, story_engine].map(({ intent }) => intent).join(" / ");
      const text =
        `${intents}; ${lead_universe} leads (${key}). Next: narrative_create_beat with event_id ${event_id}.`;
      return { text, data: { event_id, key, analysis: { ...analysis } } };
    },
  });
}

function createBeat({ withStore, now, story }: NarrativeWork) {
  return defineTool({
    name: "narrative_create_beat",
    title: "Create beat",
    description: "Makes the beat of an analysed event; an event has one.",
    toolset: "narrative",
    effect: "set",
    input: { event_id: z.string(), analysis: OBJECT, raw_payload: OBJECT.optional() },
    output: { beat_id: z.string(), beat: OBJECT },
    async run(values) {
      const request = readBeatRequest(values as JsonObject, { now: now().toISOString(), story });
      const { beat, created } = await withStore((store) => store.createBeat(story, draftBeat(request)));
      const text = `${
        created ? "Made" : "There was already"
      } ${beat.id}: ${beat.narrative_function}, ${beat.content}`;
      return { text, data: { beat_id: beat.id, beat: { ...beat } } };
    },
  });
}

function getPosition({ withStore, story }: NarrativeWork) {
  return defineTool({
    name: "narrative_get_position",
    title: "Get position",
    description: "Tells where the story stands.",
    toolset: "narrative",
    effect: "read",
    input: { story: z.string().optional() },
    output: {
      current_act: z.number(),
      current_phase: z.string(),
      beat_count: z.number(),
      recent_beats: z.array(OBJECT),
    },
    async run({ story: name = story }) {
      if (!isStoryName(name)) {
        throw new ToolError(
          "bad_parameter",
          `"${name}" is no name of a story: use at most 64 letters, digits, hyphens and underscores.`,
        );
      }
      const position = await withStore((store) => readPosition(store, name));
      const { current_act, current_phase, beat_count, recent_beats } = position;
      const lines = recent_beats.map(({ narrative_function, act, content }) =>
        `- ${narrative_function} (act ${act}): ${content}`
      );
      return {
        text: [`Act ${current_act} (${current_phase}), ${beat_count} beats.`, ...lines].join("\n"),
        data: { ...position, recent_beats: recent_beats.map((beat) => ({ ...beat })) },
      };
    },
  });
}

function listBeats({ withStore, story }: NarrativeWork) {
  return defineTool({
    name: "narrative_list_beats",
    title: "List beats",
    description: "Lists beats by time.",
    toolset: "narrative",
    effect: "read",
    input: {
      after: z.string().describe("beat id").optional(),
      limit: z.number().int().min(1).optional(),
      function: z.string().optional(),
      lead: VIEW.optional(),
    },
    output: { beats: z.array(OBJECT) },
    async run({ limit = 50, ...wanted }) {
      const beats = await withStore((store) =>
        storyBeats(store, story, { ...wanted, limit: Math.min(limit, MOST_BEATS) })
      );
      const lines = beats.map(({ id, narrative_function, act, content }) =>
        `${id} ${narrative_function} (act ${act}): ${content}`
      );
      return {
        text: lines.join("\n") || "There is no such beat.",
        data: { beats: beats.map((beat) => ({ ...beat })) },
      };
    },
  });
}

function explainReading({ withStore, story, rules = BUILT_IN_RULES }: NarrativeWork) {
  return defineTool({
    name: "narrative_explain",
    title: "Explain reading",
    description: "Tells which rows and words gave an event its reading.",
    toolset: "narrative",
    effect: "read",
    input: { event_id: z.string() },
    output: { key: z.string(), intents: OBJECT, words: OBJECT },
    async run({ event_id }) {
      const record = await withStore((store) => store.getAnalysis(story, event_id));
      if (record === undefined) {
        throw new ToolError(
          "unknown_event",
          `No analysis of "${event_id}" is kept: narrative_list_beats tells the ids of events.`,
        );
      }
      const { key, intents, words } = explain(record.facts, rules);
      const rows = Object.entries(intents).map(([view, { intent, row }]) =>
        `${view}: ${intent} (${row === null ? "the default" : `row ${row}`})`
      );
      const hits = Object.entries(words).map(([name, { value, word }]) =>
        `${name}: ${value} (${word === null ? "no word of the list" : `the word "${word}"`})`
      );
      return {
        text: [`Looked up as ${key}.`, ...rows, ...hits].join("\n"),
        data: { key, intents: { ...intents }, words: { ...words } },
      };
    },
  });
}

function replay({ withStore, now, story, rules = BUILT_IN_RULES }: NarrativeWork) {
  return defineTool({
    name: "narrative_replay",
    title: "Replay story",
    description: "Runs the beats through the story's machine; changes nothing.",
    toolset: "narrative",
    effect: "read",
    input: {
      from: z.string().optional(),
      to: z.string().optional(),
      reclassify: z.boolean().optional(),
    },
    output: { steps: z.array(OBJECT), moved: z.array(OBJECT) },
    async run({ from, to, reclassify }) {
      const range = { from: timeOf("from", from), to: timeOf("to", to) };
      return await withStore(async (store) => {
        const moved = reclassify ? await reclassifyStory(store, story, { rules, now }) : [];
        const changes = new Map(
          moved.filter(({ beat_id }) => beat_id !== undefined).map((one) => [
            one.event_id,
            { narrative_function: one.after.intents.story_engine, act: one.after.act },
          ]),
        );
        const steps = await Array.fromAsync(
          replayStory(store, story, { ...range, changes }),
          ({ beat, event, to, act, count, refused }) => ({
            event,
            state: to,
            act,
            count,
            ...(beat === undefined ? {} : { beat_id: beat.id }),
            ...(refused === undefined ? {} : { refused }),
          }),
        );
        const last = steps.at(-1);
        const end = last === undefined ? "nowhere" : `${last.state}, act ${last.act}`;
        return {
          text: `${steps.length} steps, ending in ${end}; ${moved.length} events read otherwise.`,
          data: {
            steps: steps.slice(-MOST_STEPS),
            moved: moved.map((one) => ({ ...one })),
          },
        };
      });
    },
  });
}

/** A time as beats have theirs, for they are compared as texts. */
function timeOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = eventTime(text);
  if (time !== undefined) return time;
  throw new ToolError("bad_parameter", `"${text}" of ${name} is no time: write it as 2026-01-03T13:20:00Z.`);
}
