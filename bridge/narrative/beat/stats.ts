import { actOfCount } from "../position.ts";
import { type Act, type Beat, type Universe, UNIVERSES } from "../types.ts";

/** Statistics of the beats of a story. */
export interface StoryStats {
  /** Number of beats. */
  readonly beat_count: number;
  /** Number of beats that each view leads. */
  readonly universe_distribution: Readonly<Record<Universe, number>>;
  /** Number of beats of each function. */
  readonly narrative_functions: Readonly<Record<string, number>>;
  /** The mean of their coherences; 0 without beats. */
  readonly average_coherence: number;
  /** The function that would carry the story on. */
  readonly suggested_next: string;
}

/** Functions that usually follow a function. */
const NEXT: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "rising_action"],
  ["rising_action", "turning_point"],
  ["complication", "turning_point"],
  ["turning_point", "climax"],
  ["crisis", "climax"],
  ["climax", "resolution"],
  ["resolution", "inciting_incident"],
  ["denouement", "inciting_incident"],
]);

/** Functions that usually follow, by act, when the last function is unknown. */
const NEXT_IN_ACT = { 1: "inciting_incident", 2: "turning_point", 3: "resolution" } as const;

/** Adds beats up as they are read, the earliest first. */
export class StatsOfBeats {
  readonly #leads = new Map<Universe, number>(UNIVERSES.map((universe) => [universe, 0]));
  readonly #functions = new Map<string, number>();
  #count = 0;
  #coherence = 0;
  #lastTelling: string | undefined;

  /** Counts a beat. */
  add({ lead_universe, narrative_function, coherence }: Beat): void {
    this.#count++;
    this.#coherence += coherence;
    this.#leads.set(lead_universe, (this.#leads.get(lead_universe) ?? 0) + 1);
    this.#functions.set(narrative_function, (this.#functions.get(narrative_function) ?? 0) + 1);
    if (NEXT.has(narrative_function)) this.#lastTelling = narrative_function;
  }

  /**
   * The statistics so far.
   *
   * @param act act of the position, which counts the open episode only
   */
  stats(act: Act = actOfCount(this.#count)): StoryStats {
    return {
      beat_count: this.#count,
      // Every view is in the map from the beginning on.
      universe_distribution: Object.fromEntries(this.#leads) as Record<Universe, number>,
      narrative_functions: Object.fromEntries(this.#functions),
      average_coherence: this.#count === 0 ? 0 : this.#coherence / this.#count,
      suggested_next: NEXT.get(this.#lastTelling ?? "") ?? NEXT_IN_ACT[act],
    };
  }
}
