import { ObserverLines } from "../runtime/observers/lines.ts";

/** Observer callbacks during one step. */
export interface SeenInStep {
  /** A line for everything that happened. */
  readonly trace: string[];
  /** The lines of problems that did not stop the machine. */
  readonly problems: string[];
  /** The reason why a step was cut short, where no event result has it. */
  readonly errors: string[];
  /** The timers that expired. */
  readonly expired: string[];
  /** The guards that did not pass. */
  readonly refused: string[];
}

/** An observer that collects what it sees until `take` is called. */
export class StepLog extends ObserverLines {
  #seen: SeenInStep = nothing();

  /** Makes an empty log. */
  constructor() {
    super((line, level) => {
      // A machine without a name gives lines that begin with ": ", and those of the machines it invokes begin with ".".
      const text = line.replace(/^(?:: |\.)/, "");
      this.#seen.trace.push(text);
      if (level === "warn") this.#seen.problems.push(text);
    });
  }

  /** Keeps the line and the timer's name. */
  override onTimerExpired(context: string, timer: string): void {
    super.onTimerExpired(context, timer);
    this.#seen.expired.push(timer);
  }

  /** Keeps the line and the sentence. */
  override onError(context: string, message: string): void {
    super.onError(context, message);
    this.#seen.errors.push(message);
  }

  /** Keeps the line and the guard's text. */
  override onGuardRefused(context: string, state: string, condition: string, error?: string): void {
    super.onGuardRefused(context, state, condition, error);
    this.#seen.refused.push(condition);
  }

  /** Adds a line that comes from no callback. */
  note(line: string): void {
    this.#seen.trace.push(line);
  }

  /** The timers that expired since the last `take`. */
  get expired(): readonly string[] {
    return this.#seen.expired;
  }

  /** Returns the log and empties it. */
  take(): SeenInStep {
    const seen = this.#seen;
    this.#seen = nothing();
    return seen;
  }
}

function nothing(): SeenInStep {
  return { trace: [], problems: [], errors: [], expired: [], refused: [] };
}
