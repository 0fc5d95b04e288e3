import { ObserverLines } from "../runtime/observers/lines.ts";

/** Observer callbacks during one step. */
export interface SeenInStep {
  /** A line for everything that happened. */
  readonly trace: string[];
  /** Of these, what went wrong without keeping the machine from running. */
  readonly problems: string[];
  /** The reason why a step was cut short, where no event result has it. */
  readonly errors: string[];
  /** The timers that expired. */
  readonly expired: string[];
  /** The guards that did not pass. */
  readonly refused: string[];
}

/** An observer that keeps what it sees until it is asked for. */
export class StepLog extends ObserverLines {
  #seen: SeenInStep = nothing();

  /** Makes an observer that has seen nothing. */
  constructor() {
    super((line, level) => {
      // A machine without a name gives lines that begin with ": ".
      const text = line.slice(": ".length);
      this.#seen.trace.push(text);
      if (level === "warn") this.#seen.problems.push(text);
    });
  }

  /** Keeps the timer's name besides the line. */
  override onTimerExpired(context: string, timer: string): void {
    super.onTimerExpired(context, timer);
    this.#seen.expired.push(timer);
  }

  /** Keeps the sentence besides the line. */
  override onError(context: string, message: string): void {
    super.onError(context, message);
    this.#seen.errors.push(message);
  }

  /** Keeps the guard's text besides the line. */
  override onGuardRefused(context: string, state: string, condition: string, error?: string): void {
    super.onGuardRefused(context, state, condition, error);
    this.#seen.refused.push(condition);
  }

  /** Keeps a line that no callback gives. */
  note(line: string): void {
    this.#seen.trace.push(line);
  }

  /** The timers that expired since what was seen was taken. */
  get expired(): readonly string[] {
    return this.#seen.expired;
  }

  /** Gives what was seen, and forgets it. */
  take(): SeenInStep {
    const seen = this.#seen;
    this.#seen = nothing();
    return seen;
  }
}

function nothing(): SeenInStep {
  return { trace: [], problems: [], errors: [], expired: [], refused: [] };
}
