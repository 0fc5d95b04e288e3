import story from "./documents/story.smdf.json" with { type: "json" };
import { Machine } from "@loom/engine/machine";
import { type IObserver, ObserverNull } from "@loom/engine/runtime";
import { actOfCount } from "../position.ts";
import type { Act, Beat } from "../types.ts";
import type { StateMachineDefinition } from "@loom/protocol";

/** The running story: acts are composites, beats are events. */
export const STORY_DEFINITION: StateMachineDefinition = story as StateMachineDefinition;

/** Rule for the next act: by the number of beats, or by their functions. */
export type StoryMode = "count" | "function";

/** Options of a story machine. */
export interface StoryMachineOptions {
  /** Default: `count`, as for positions. */
  readonly mode?: StoryMode;
}

/** One event that the machine was sent. */
export interface StoryStep {
  /** The event. */
  readonly event: string;
  /** The beat behind it; none for a change of act that the count brings. */
  readonly beat?: Beat;
  /** The active state before. */
  readonly from: string;
  /** The active state after. */
  readonly to: string;
  /** The states that were left, in order. */
  readonly exited: readonly string[];
  /** The states that were entered, in order. */
  readonly entered: readonly string[];
  /** Why the machine did not take the event; never, as long as its definition is the shipped one. */
  readonly refused?: string;
}

/** The events that a beat can be. */
const BEAT_EVENTS: ReadonlySet<string> = new Set([
  "inciting_incident",
  "rising_action",
  "turning_point",
  "climax",
  "resolution",
  "beat",
]);

/** The act of a function, if it has one. */
const ACT_OF_FUNCTION: ReadonlyMap<string, Act> = new Map([
  ["inciting_incident", 1],
  ["turning_point", 2],
  ["crisis", 2],
  ["climax", 3],
  ["resolution", 3],
]);

/**
 * The running story: the shipped definition, driven by beats.
 *
 * The machine's act is the act by count at every moment, and no event is refused.
 *
 * @example
 * ```ts
 * import { StoryMachine } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const story = new StoryMachine();
 * story.tell({
 *   id: "beat_1",
 *   event_id: "e1",
 *   timestamp: "2026-01-03T13:20:00.000Z",
 *   narrative_function: "inciting_incident",
 *   act: 1,
 *   perspectives: { engineer: "feature_request", ceremony: "co_creation", story_engine: "inciting_incident" },
 *   lead_universe: "story_engine",
 *   coherence: 0.78,
 *   content: "Issue #1: Spelling error",
 * });
 * assertEquals([story.state, story.act, story.count], ["Act1Incited", 1, 1]);
 * ```
 */
export class StoryMachine {
  readonly #mode: StoryMode;
  readonly #log = new MovementLog();
  readonly #machine: Machine;
  #count = 0;

  /** Makes a story in which nothing has happened yet. */
  constructor({ mode = "count" }: StoryMachineOptions = {}) {
    this.#mode = mode;
    this.#machine = new Machine(STORY_DEFINITION, { observer: this.#log });
  }

  /** The active state. */
  get state(): string {
    return this.#machine.state;
  }

  /** All active states, from the root to the leaf. */
  get configuration(): string[] {
    return this.#machine.configuration;
  }

  /** The beats of the open episode. */
  get count(): number {
    return this.#count;
  }

  /** The act that the machine is in; 3 after the end. */
  get act(): Act {
    const { configuration } = this.#machine;
    if (configuration.includes("Act1")) return 1;
    return configuration.includes("Act2") ? 2 : 3;
  }

  /**
   * Tells the machine a beat, and that an act is reached when the beat brings it there.
   *
   * @returns one step, or two
   */
  tell(beat: Beat): StoryStep[] {
    const name = beat.narrative_function;
    const steps = [this.#send(BEAT_EVENTS.has(name) ? name : "beat", beat)];
    this.#count++;
    const act = this.#mode === "count" ? actOfCount(this.#count) : actOfBeat(beat);
    // In `function` mode a beat of an earlier act comes late; the story does not go back for it.
    if (act > this.act) steps.push(this.#send(`act_${act}_reached`));
    return steps;
  }

  /** Closes the episode: the next one begins in its first act, with no beat. */
  closeEpisode(): StoryStep {
    this.#count = 0;
    return this.#send("episode_closed");
  }

  /** Ends the story. */
  closeStory(): StoryStep {
    return this.#send("story_closed");
  }

  #send(event: string, beat?: Beat): StoryStep {
    this.#log.clear();
    const payload = beat === undefined ? {} : payloadOf(beat);
    const { handled, from, to, reason } = this.#machine.send(event, payload);
    return {
      event,
      ...(beat === undefined ? {} : { beat }),
      from,
      to,
      exited: [...this.#log.exited],
      entered: [...this.#log.entered],
      ...(handled ? {} : { refused: reason ?? "not handled" }),
    };
  }
}

/** Keeps which states are left and entered. */
class MovementLog extends ObserverNull implements IObserver {
  readonly exited: string[] = [];
  readonly entered: string[] = [];

  clear(): void {
    this.exited.length = 0;
    this.entered.length = 0;
  }

  override onExit(_context: string, state: string): void {
    this.exited.push(state);
  }

  override onEntry(_context: string, state: string): void {
    this.entered.push(state);
  }
}

function payloadOf({ id, event_id, lead_universe, content, coherence }: Beat): Record<string, unknown> {
  return { beat_id: id, event_id, lead_universe, content, coherence };
}

function actOfBeat({ narrative_function, act }: Beat): Act {
  return ACT_OF_FUNCTION.get(narrative_function) ?? act;
}
