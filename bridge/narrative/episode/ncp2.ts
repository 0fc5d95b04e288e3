import type { ToldBeat } from "./telling.ts";
import { DYNAMICS, perspectiveId, PERSPECTIVES, PLAYERS, STORYPOINT_FUNCTIONS, tonesOf } from "./cast.ts";
import {
  momentSummary,
  momentTiming,
  type NcpStorypoint,
  overviewsOf,
  perspectivesOf,
  storypointsOf,
  viewsOf,
} from "./ncp1.ts";
import type {
  Ncp2Document,
  Ncp2Dynamic,
  Ncp2Moment,
  Ncp2Narrative,
  Ncp2Player,
  Ncp2Storybeat,
  Ncp2Storypoint,
} from "./ncp2_shape.ts";
import { type EpisodeTelling, wholeSeconds } from "./telling.ts";

/** The most storybeats of the scope `event` that a narrative may have. */
const MOST_STORYBEATS = 64;

/** Value of the schema's closed list for each function. */
const APPRECIATIONS: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "Initial Story Driver"],
  ["turning_point", "Second Story Driver"],
  ["climax", "Concluding Story Driver"],
  ["resolution", "Story Outcome"],
]);

/** Expectation after a moment, by the function of its last beat. */
const IMPERATIVES: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "Answer the opened need"],
  ["rising_action", "Put an answer on the table"],
  ["complication", "Find the way around"],
  ["crisis", "Decide"],
  ["turning_point", "Bring the answer into the whole"],
  ["climax", "Lay the need to rest"],
  ["resolution", "Open the next need"],
  ["denouement", "Open the next need"],
]);

/** A beat and its place in the document. */
interface Placed {
  readonly beat: ToldBeat;
  /** Its id, as the schema lets it be. */
  readonly id: string;
  readonly narrativeId: string;
  /** From 1, in its narrative. */
  readonly sequence: number;
  readonly storypoint: NcpStorypoint | undefined;
}

/**
 * The document of an episode as the schema of NCP 2.0.0 wants it.
 *
 * The appreciations are a labelled mapping, so that the structure is valid; they claim no storyform.
 */
export function ncp2Document(telling: EpisodeTelling): Ncp2Document {
  const placed = place(telling);
  const narrativeIds = [...new Set(placed.map(({ narrativeId }) => narrativeId))];
  return {
    schema_version: "2.0.0",
    story: {
      id: `story_${telling.story}`,
      title: telling.storyTitle,
      genre: telling.genre,
      logline: telling.logline,
      created_at: wholeSeconds(telling.now),
      moments: momentsOf(telling, placed),
      narratives: narrativeIds.map((id) =>
        narrative(telling, id, placed.filter(({ narrativeId }) => narrativeId === id))
      ),
    },
  };
}

function place({ id, beats }: EpisodeTelling): Placed[] {
  const points = storypointsOf(beats);
  const turning = beats.filter((beat) => STORYPOINT_FUNCTIONS.has(beat.narrative_function));
  const isSplit = beats.length > MOST_STORYBEATS;
  const taken = new Set<string>();
  return beats.map((beat, index) => ({
    beat,
    id: storybeatId(beat.id, index, taken),
    narrativeId: isSplit ? `${id}-${Math.floor(index / MOST_STORYBEATS) + 1}` : id,
    sequence: index % MOST_STORYBEATS + 1,
    storypoint: points[turning.indexOf(beat)],
  }));
}

/** An id as the schema has them: a known beginning, then letters, digits, `_` and `-`; each once. */
function storybeatId(id: string, index: number, taken: Set<string>): string {
  const isFit = /^beat_[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id) && !taken.has(id);
  let fit = isFit ? id : `beat_n${index + 1}`;
  while (taken.has(fit)) fit += "x";
  taken.add(fit);
  return fit;
}

function narrative(telling: EpisodeTelling, id: string, placed: readonly Placed[]): Ncp2Narrative {
  const beats = placed.map(({ beat }) => beat);
  const isResolved = beats.some((beat) => beat.narrative_function === "resolution");
  return {
    id,
    title: telling.title,
    status: isResolved ? "complete" : "draft",
    subtext: {
      perspectives: perspectivesOf(beats).map(({ id, summary, storytelling }, index) => ({
        id,
        author_structural_pov: PERSPECTIVES[index]?.structuralPov ?? "they",
        summary,
        storytelling,
      })),
      players: players(),
      dynamics: dynamics(isResolved),
      storypoints: placed.flatMap(({ storypoint }) => storypoint === undefined ? [] : [point(storypoint)]),
      storybeats: placed.map(storybeat),
    },
    storytelling: { overviews: overviewsOf(telling) },
  };
}

function players(): Ncp2Player[] {
  return PLAYERS.map(({ id, name, archetype, universe, characteristics, portrait }) => ({
    id,
    name,
    role: archetype,
    visual: portrait.visual,
    audio: portrait.audio,
    summary: characteristics.join(", "),
    bio: portrait.bio,
    storytelling: portrait.storytelling,
    motivations: [{
      narrative_function: portrait.motivation.function,
      illustration: portrait.motivation.illustration,
      storytelling: portrait.storytelling,
    }],
    perspectives: [{ perspective_id: perspectiveId(universe) }],
  }));
}

function dynamics(isResolved: boolean): Ncp2Dynamic[] {
  const canonical: Readonly<Record<string, readonly [dynamic: string, vector: string]>> = {
    integration: ["story_driver", "action"],
    collaboration: ["problem_solving_style", "holistic"],
    coherence: ["story_outcome", isResolved ? "success" : "failure"],
  };
  return DYNAMICS.map(({ id, type, description, resolutionPath }) => {
    const [dynamic, vector] = canonical[type] ?? ["story_driver", "action"];
    return {
      id,
      dynamic,
      vector,
      summary: description,
      storytelling: resolutionPath,
      custom_dynamic: type,
      custom_dynamic_namespace: { loom: type },
    };
  });
}

function point({ id, type, act, description, timestamp }: NcpStorypoint): Ncp2Storypoint {
  return {
    id,
    throughline: "Objective Story",
    appreciation: APPRECIATIONS.get(type) ?? "Story Outcome",
    illustration: description,
    summary: description,
    storytelling: timestamp === "" ? `In act ${act}.` : `In act ${act}, at ${timestamp}.`,
    perspectives: PERSPECTIVES.map(({ id }) => ({ perspective_id: id })),
    custom_appreciation: type,
    custom_appreciation_namespace: { loom: type },
  };
}

function storybeat({ beat, id, sequence }: Placed): Ncp2Storybeat {
  const tones = tonesOf(beat.narrative_function, beat.lead_universe).join(" and ");
  return {
    id,
    scope: "event",
    sequence,
    summary: beat.content,
    storytelling: `Told in a ${tones} tone.`,
    perspectives: viewsOf(beat).map((universe) => ({ perspective_id: perspectiveId(universe) })),
    custom_narrative_function: beat.narrative_function,
    custom_narrative_function_namespace: { loom: beat.narrative_function },
  };
}

function momentsOf({ moments, setting }: EpisodeTelling, placed: readonly Placed[]): Ncp2Moment[] {
  let at = 0;
  return moments.map((beats, order) => {
    const own = placed.slice(at, at += beats.length);
    const last = beats.at(-1) ?? beats[0];
    return {
      id: `moment_${order + 1}`,
      act: beats[0].act,
      order,
      summary: momentSummary(beats),
      synopsis: beats.map(({ content }) => content).join("; "),
      setting,
      timing: momentTiming(beats),
      imperatives: IMPERATIVES.get(last.narrative_function) ?? "Carry the work on",
      storybeats: own.map(({ id, narrativeId }, index) => ({
        sequence: index + 1,
        narrative_id: narrativeId,
        storybeat_id: id,
      })),
      storypoints: own.filter(({ storypoint }) => storypoint !== undefined).map(
        ({ storypoint, narrativeId }, index) => ({
          sequence: index + 1,
          narrative_id: narrativeId,
          storypoint_id: storypoint?.id ?? "",
        }),
      ),
      maximum_steps: own.length,
    };
  });
}
