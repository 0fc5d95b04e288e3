import { actOfCount } from "../position.ts";
import { type Act, type Beat, type Universe, UNIVERSES } from "../types.ts";

/** What the beats of a story are like, all together. */
export interface StoryStats {
  /** How many there are. */
  readonly beat_count: number;
  /** How many each view leads. */
  readonly universe_distribution: Readonly<Record<Universe, number>>;
  /** How many there are of each function. */
  readonly narrative_functions: Readonly<Record<string, number>>;
  /** The mean of their coherences; 0 without beats. */
  readonly average_coherence: number;
  /** The function that would carry the story on. */
  readonly suggested_next: string;
}

/** What carries a story on behind a step. */
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

/** What carries a story on whose steps say nothing, by its act. */
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
   * What was added up so far.
   *
   * @param act where the story stands, which counts the open episode only
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
