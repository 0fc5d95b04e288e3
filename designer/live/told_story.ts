import {
  type Beat,
  type Position,
  StoryMachine,
  type Universe,
  UNIVERSES,
} from "@loom/bridge/narrative/story";

/** The most beats that are shown, the newest. */
export const SHOWN_BEATS = 200;

/** A story as a page shows it. */
export interface ToldStory {
  /** Its newest beats, the newest first. */
  readonly beats: readonly Beat[];
  /** The beats of the open episode. */
  readonly count: number;
  /** The active states of its machine, from the root to the leaf. */
  readonly configuration: readonly string[];
}

/**
 * Keeps a story as far as it was told: what a bridge has of it, and each beat as it comes.
 *
 * @example
 * ```ts
 * import { StoryTeller } from "@loom/designer/live";
 * import { assertEquals } from "@std/assert";
 *
 * const teller = new StoryTeller();
 * assertEquals(teller.story, { beats: [], count: 0, configuration: ["Root", "Act1", "Act1Opening"] });
 * ```
 */
export class StoryTeller {
  #machine = new StoryMachine();
  #beats: readonly Beat[] = [];
  /** Number of beats of the open episode were not read, since they are too old. */
  #unread = 0;
  /** The newest beat by the time of events, which need not be among the newest that arrived. */
  #newest: string | undefined;

  /** The story as it is now. */
  get story(): ToldStory {
    return { beats: this.#beats, count: this.#count, configuration: this.#machine.configuration };
  }

  get #count(): number {
    return this.#unread + this.#machine.count;
  }

  /**
   * Begins with what a bridge has.
   *
   * @param beats The newest beats in the order of arrival, the newest first: of a long open episode the last act at least.
   * @param position Where the story stands: how many beats are of the open episode.
   */
  begin(
    beats: readonly Beat[],
    { beat_count, recent_beats: [newest] }: Pick<Position, "beat_count" | "recent_beats">,
  ): void {
    const open = beats.slice(0, beat_count);
    this.#machine = new StoryMachine();
    this.#unread = beat_count - open.length;
    for (const beat of open.reverse()) this.#machine.tell(beat);
    this.#beats = beats.slice(0, SHOWN_BEATS);
    this.#newest = newest?.id;
  }

  /** Goes on with a beat; one that is known is not told twice. */
  tell(beat: Beat): void {
    if (this.#beats.some(({ id }) => id === beat.id)) return;
    this.#machine.tell(beat);
    this.#beats = [beat, ...this.#beats].slice(0, SHOWN_BEATS);
  }

  /** True when a position is that of the story as it is kept: no beat is missing, and of those that it shows none was amended. */
  isAt({ beat_count, recent_beats }: Position): boolean {
    if (beat_count !== this.#count) return false;
    return recent_beats.every((recent, at) => {
      const kept = this.#beats.find(({ id }) => id === recent.id);
      return kept === undefined ? at > 0 || recent.id === this.#newest : isToldAlike(kept, recent);
    });
  }
}

/** True when a beat says what another one says; an amendment gives it another function and act. */
function isToldAlike(a: Beat, b: Beat): boolean {
  return a.narrative_function === b.narrative_function && a.act === b.act;
}

/** Which beats a person wants to see; `undefined` is all. */
export interface BeatFilter {
  /** The view that leads. */
  readonly lead: Universe | undefined;
  /** Their function in the story. */
  readonly function: string | undefined;
}

/** The beats that pass a filter. */
export function filtered(beats: readonly Beat[], filter: BeatFilter): readonly Beat[] {
  return beats.filter((beat) =>
    (filter.lead ?? beat.lead_universe) === beat.lead_universe &&
    (filter.function ?? beat.narrative_function) === beat.narrative_function
  );
}

/** Number of beats each view leads, in the order of the views. */
export function leadsOf(beats: readonly Beat[]): readonly (readonly [universe: Universe, count: number])[] {
  return UNIVERSES.map((universe) =>
    [universe, beats.filter(({ lead_universe }) => lead_universe === universe).length] as const
  );
}

/** The functions of beats, each once, in the order of the alphabet. */
export function functionsOf(beats: readonly Beat[]): readonly string[] {
  return [...new Set(beats.map(({ narrative_function }) => narrative_function))].sort();
}
