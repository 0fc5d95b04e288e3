import { oneLine } from "@loom/protocol";
import { actOfCount } from "../position.ts";
import type { Act, Universe } from "../types.ts";
import type { ToldBeat } from "./telling.ts";
import { PERSPECTIVES } from "./cast.ts";
import { momentSummary, momentTiming, storypointsOf } from "./ncp1.ts";
import { countsOf, type EpisodeTelling } from "./telling.ts";

const ACT_TITLES: Readonly<Record<Act, string>> = {
  1: "Act 1 - Setup",
  2: "Act 2 - Confrontation",
  3: "Act 3 - Resolution",
};

/** An episode for people, as Markdown. Ends with one line end. */
export function episodeMarkdown(telling: EpisodeTelling): string {
  const blocks = [
    `# ${telling.id.toUpperCase()} - ${plain(telling.title)}`,
    factsLine(telling.beats),
    "## Logline",
    plain(telling.logline),
    ...actBlocks(telling.beats),
    ...turningPoints(telling.beats),
    "## Moments",
    telling.moments.map((beats) => `- ${plain(momentSummary(beats))} (${plain(momentTiming(beats))})`).join(
      "\n",
    ),
    "## Perspectives",
    perspectivesTable(telling.beats),
    "## Beats",
    beatsTable(telling.beats),
  ];
  return blocks.join("\n\n") + "\n";
}

/** Escapes a text for Markdown, in one line. */
function plain(text: string): string {
  // Within a word "_" is no mark.
  return oneLine(text).replace(/[\\|`<[*]|(?<!\w)_|_(?!\w)/g, "\\$&");
}

/** Facts of an episode: time, number of beats, acts, coherence, leads. */
function factsLine(beats: readonly ToldBeat[]): string {
  const known = beats.flatMap(({ coherence }) => coherence ?? []);
  const mean = known.reduce((sum, coherence) => sum + coherence, 0) / known.length;
  const leads = countsOf(beats.map(({ lead_universe }) => lead_universe));
  return [
    daysOf(beats),
    beats.length === 1 ? "1 beat" : `${beats.length} beats`,
    `act ${actOfCount(beats.length)}`,
    known.length === 0 ? "coherence unknown" : `coherence ${mean.toFixed(2)}`,
    leads.map(([lead, count]) => `${plain(lead)} ${count}`).join(", "),
  ].join(" · ");
}

function daysOf(beats: readonly ToldBeat[]): string {
  const days = [beats[0], beats.at(-1)].map((beat) => timeText(beat?.timestamp ?? "").slice(0, 10));
  return days[0] === days[1] ? `${days[0]}` : days.join(" to ");
}

/** The beats by act, in the order of time: an act that has begun goes on until a later one begins. */
function actBlocks(beats: readonly ToldBeat[]): string[] {
  const acts = new Map<Act, string[]>();
  let reached: Act = 1;
  for (const beat of beats) {
    if (beat.act > reached) reached = beat.act;
    acts.set(reached, [...acts.get(reached) ?? [], beatLine(beat)]);
  }
  return [...acts].flatMap(([act, lines]) => [`## ${ACT_TITLES[act]}`, lines.join("\n")]);
}

function beatLine({ timestamp, narrative_function, content, perspectives }: ToldBeat): string {
  const { engineer, ceremony } = perspectives;
  const readings = `engineer: ${plain(engineer)}, ceremony: ${plain(ceremony)}`;
  return `- ${timeText(timestamp)} **${plain(narrative_function)}** ${plain(content)} (${readings})`;
}

function turningPoints(beats: readonly ToldBeat[]): string[] {
  const points = storypointsOf(beats);
  if (points.length === 0) return [];
  const lines = points.map(({ type, description, timestamp }) =>
    `- ${timeText(timestamp)} **${plain(type)}** ${plain(description)}`
  );
  return ["## Turning points", lines.join("\n")];
}

function perspectivesTable(beats: readonly ToldBeat[]): string {
  const rows = PERSPECTIVES.flatMap(({ universe, title }) =>
    intentCounts(beats, universe).map(([intent, count]) => [title, plain(intent), String(count)])
  );
  return table(["Perspective", "Intent", "Beats"], rows);
}

function intentCounts(beats: readonly ToldBeat[], universe: Universe): [string, number][] {
  return countsOf(beats.map(({ perspectives }) => perspectives[universe]));
}

function beatsTable(beats: readonly ToldBeat[]): string {
  const rows = beats.map((beat, index) => [
    String(index + 1),
    plain(beat.id),
    plain(beat.event_id),
    plain(beat.narrative_function),
    String(beat.act),
    plain(beat.lead_universe),
    beat.coherence?.toFixed(2) ?? "",
  ]);
  return table(["#", "Beat", "Event", "Function", "Act", "Lead", "Coherence"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A time as a person reads it, UTC to the minute; the text itself when it is none. */
function timeText(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms)
    ? plain(timestamp) || "undated"
    : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}
