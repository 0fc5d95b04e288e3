import {
  ACT_STARTS,
  actOfCount,
  type Beat,
  phaseOf,
  type Universe,
  UNIVERSES,
} from "@loom/bridge/narrative/story";
import { useEffect, useRef, useState } from "preact/hooks";
import type { HeardStory, Hearing } from "../live/follow_bridge.ts";
import { type BeatFilter, filtered, functionsOf, leadsOf, SHOWN_BEATS } from "../live/told_story.ts";
import { timeText } from "./time_text.ts";

const UNIVERSE_NAMES: Readonly<Record<Universe, string>> = {
  engineer: "Engineer",
  ceremony: "Ceremony",
  story_engine: "Story",
};

const HEARING_TEXTS: Readonly<Record<Hearing, string>> = {
  opening: "The story is being read.",
  stream: "Live: beats appear as they are told.",
  poll: "The stream is away: the story is asked for every 10 seconds.",
  away: "The narrative bridge does not answer; it is asked again every 10 seconds.",
  locked: "The narrative bridge asks for another token: load this page again to enter it.",
};

/** A story while it is told: who leads, how far it is, and its beats. */
export function StoryPanel({ story }: { readonly story: HeardStory }) {
  const [filter, setFilter] = useState<BeatFilter>({ lead: undefined, function: undefined });
  const beats = filtered(story.beats, filter);
  return (
    <aside class="panel" aria-label="Story">
      <p class="hearing" data-hearing={story.hearing} role="status">{HEARING_TEXTS[story.hearing]}</p>
      <NewBeat story={story} />
      {story.isKnown
        ? (
          <>
            <ActProgress count={story.count} />
            <LeadGauge beats={story.beats} />
            <Filters filter={filter} functions={functionsOf(story.beats)} onChange={setFilter} />
            <Feed beats={beats} total={story.beats.length} />
          </>
        )
        : null}
    </aside>
  );
}

/** Progress of the open episode, by its beats. */
function ActProgress({ count }: { readonly count: number }) {
  const act = actOfCount(count);
  const next = act === 1 ? ACT_STARTS[2] : ACT_STARTS[3];
  const missing = next - count;
  const ahead = act === 3 ? "the last act" : `${missing} more to act ${act + 1}`;
  return (
    <section aria-label="Acts">
      <h2>Act {act}: {phaseOf(act)}</h2>
      <div
        class="acts"
        role="progressbar"
        aria-label="Beats of the open episode"
        aria-valuemin={0}
        aria-valuemax={ACT_STARTS[3]}
        aria-valuenow={Math.min(count, ACT_STARTS[3])}
        aria-valuetext={`${count} beats, ${ahead}`}
      >
        <span class="acts-done" style={{ width: `${Math.min(1, count / ACT_STARTS[3]) * 100}%` }} />
        <span class="acts-mark" style={{ left: `${ACT_STARTS[2] / ACT_STARTS[3] * 100}%` }} />
      </div>
      <p class="quiet">{count === 1 ? "1 beat" : `${count} beats`}, {ahead}</p>
    </section>
  );
}

/** Which view leads how often. */
function LeadGauge({ beats }: { readonly beats: readonly Beat[] }) {
  const leads = leadsOf(beats);
  const text = leads.map(([universe, count]) => `${UNIVERSE_NAMES[universe]} ${count}`).join(", ");
  return (
    <section aria-label="Who leads">
      <h2>Who leads{beats.length < SHOWN_BEATS ? "" : ` of the last ${SHOWN_BEATS} beats`}</h2>
      <div class="gauge" role="img" aria-label={text}>
        {leads.map(([universe, count]) =>
          count === 0
            ? null
            : <span key={universe} class={`gauge-part ${universe}`} style={{ flexGrow: count }} />
        )}
      </div>
      <ul class="legend">
        {leads.map(([universe, count]) => (
          <li key={universe}>
            <span class={`dot ${universe}`} aria-hidden="true" /> {UNIVERSE_NAMES[universe]} {count}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FiltersProps {
  readonly filter: BeatFilter;
  readonly functions: readonly string[];
  readonly onChange: (filter: BeatFilter) => void;
}

/** Which beats are listed. */
function Filters({ filter, functions, onChange }: FiltersProps) {
  return (
    <form class="filters" aria-label="Which beats" onSubmit={(event) => event.preventDefault()}>
      <label>
        Lead
        <select
          value={filter.lead ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...filter, lead: UNIVERSES.find((universe) => universe === value) })}
        >
          <option value="">all</option>
          {UNIVERSES.map((universe) => (
            <option key={universe} value={universe}>{UNIVERSE_NAMES[universe]}</option>
          ))}
        </select>
      </label>
      <label>
        Function
        <select
          value={filter.function ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ ...filter, function: value || undefined })}
        >
          <option value="">all</option>
          {functions.map((name) => <option key={name} value={name}>{name}</option>)}
        </select>
      </label>
    </form>
  );
}

/** Says a beat that comes: neither those that were there before nor those that a filter brings back. */
function NewBeat({ story: { isKnown, beats: [newest] } }: { readonly story: HeardStory }) {
  const known = useRef<string | undefined>(undefined);
  const [text, setText] = useState("");
  useEffect(() => {
    if (!isKnown) return;
    const before = known.current;
    known.current = newest?.id ?? "";
    if (newest && before !== undefined && before !== newest.id) {
      setText(`${newest.narrative_function}: ${newest.content}`);
    }
  }, [isKnown, newest?.id]);
  return <p class="visually-hidden" aria-live="polite">{text}</p>;
}

/** The beats, the newest first. */
function Feed({ beats, total }: { readonly beats: readonly Beat[]; readonly total: number }) {
  if (beats.length === 0) {
    return (
      <p class="quiet">
        {total === 0
          ? "No beat yet: a delivery to the narrative bridge makes the first."
          : "No beat is like that."}
      </p>
    );
  }
  return (
    <section aria-label="Beats">
      <ol class="feed">{beats.map((beat) => <FeedItem key={beat.id} beat={beat} />)}</ol>
    </section>
  );
}

function FeedItem({ beat }: { readonly beat: Beat }) {
  const { timestamp, content, narrative_function, act, lead_universe, perspectives } = beat;
  return (
    <li class={`beat ${lead_universe}`}>
      <p class="beat-head">
        <time dateTime={timestamp}>{timeText(timestamp)}</time> <span class="chip">{narrative_function}</span>
        {" "}
        <span class="quiet">of act {act}, {UNIVERSE_NAMES[lead_universe] ?? lead_universe} leads</span>
      </p>
      <p class="beat-content">{content}</p>
      <dl class="intents">
        {UNIVERSES.map((universe) => (
          <div key={universe}>
            <dt>{UNIVERSE_NAMES[universe]}</dt>
            <dd>{perspectives[universe]}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
