import {
  type MachineProgram,
  MOST_EXPIRIES,
  numberedStep,
  Simulation,
  type SimulationOptions,
  type SimulationOutcome,
  type SimulationStep,
} from "@loom/engine";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import type { RunReport } from "../live/run_report.ts";
import { isFailed, type OutcomeStyle, printOutcome, standText } from "./print_outcome.ts";
import { runPrompt } from "./prompt.ts";
import type { PromptState } from "./prompt_commands.ts";
import { readLines } from "./read_lines.ts";
import type { MachineSnapshot } from "@loom/engine/runtime";
import { isObject } from "@loom/protocol";
import { writeText } from "../write_text.ts";

/** A machine that is run, and the way in which its steps are told. */
export class Runner implements PromptState {
  /** The output. */
  readonly context: Context;
  /** The style of the output. */
  readonly style: OutcomeStyle;
  #session: Simulation;
  #steps = 0;
  #failed = 0;
  readonly #begin: () => Simulation;
  readonly #report: RunReport;

  /** Starts a machine. */
  constructor(
    context: Context,
    style: OutcomeStyle,
    program: MachineProgram,
    options: SimulationOptions,
    report: RunReport,
  ) {
    this.context = context;
    this.style = style;
    this.#report = report;
    this.#begin = () =>
      new Simulation(program, {
        ...ownData(options),
        onTimer: (outcome) => this.#tell(outcome, []),
      });
    this.#session = this.#begin();
    this.show();
  }

  /** Reports where the machine stands to those who watch it. */
  show(event?: string): void {
    this.#report.show(this.session.machine.configuration, event);
  }

  /** The machine. */
  get session(): Simulation {
    return this.#session;
  }

  /** Puts a machine that begins again in its place. */
  restart(): void {
    this.#session.close();
    this.#session = this.#begin();
  }

  /** Does the steps, one after the other. */
  performAll(steps: readonly SimulationStep[]): void {
    printOutcome(this.context, this.session.start, this.style, []);
    for (const step of steps) this.#perform(step);
  }

  /** Does the steps that standard input names, a line each, as they come in. */
  async performLines(): Promise<void> {
    printOutcome(this.context, this.session.start, this.style, []);
    const { io } = this.context;
    let number = 0;
    for await (const line of readLines(io.stdin.readable, io.interrupted())) {
      const step = numberedStep(line, ++number);
      if (step !== undefined) this.#perform(step);
    }
  }

  /** Asks for steps at a prompt. */
  async prompt(): Promise<void> {
    await runPrompt(this, this.context.io.interrupted());
  }

  /** Lets time pass until no timer runs. */
  async finish(): Promise<void> {
    const outcomes = await this.session.finish(this.context.io.interrupted());
    for (const outcome of outcomes) this.#tell(outcome, []);
    if (outcomes.length < MOST_EXPIRIES || this.session.untilNextTimer === undefined) return;
    this.context.remark(`A timer still runs after ${MOST_EXPIRIES} expiries: no more time passes.`);
  }

  /** Writes where the machine stands into a file. */
  async save(path: string): Promise<void> {
    await writeSnapshot(path, this.session.machine.snapshot());
  }

  /** Tells where the machine stands at the end; the exit code says whether every step went well. */
  conclude(): ExitCode {
    if (!this.context.json && this.#steps > 0) {
      this.context.print(standText(this.context, this.session.machine));
    }
    return this.#failed === 0 ? EXIT.done : EXIT.problems;
  }

  #perform(step: SimulationStep): void {
    const available = this.session.machine.availableEvents();
    this.#tell(this.session.perform(step), available);
  }

  #tell(outcome: SimulationOutcome, available: readonly string[]): void {
    this.#steps++;
    if (isFailed(outcome)) this.#failed++;
    printOutcome(this.context, outcome, this.style, available);
    const { cause, expiries } = outcome;
    this.show(cause.kind === "event" ? cause.event : expiries.at(-1)?.timer);
  }
}

/** The options with data of their own, so that a machine that begins again finds what the first one found. */
function ownData(options: SimulationOptions): SimulationOptions {
  return options.context === undefined ? options : { ...options, context: structuredClone(options.context) };
}

/**
 * Writes where a machine stands, into a file of any name; only an older snapshot is replaced.
 *
 * @throws {DocumentError} `exists`, `is_document`, or why the file cannot be written.
 */
export async function writeSnapshot(path: string, snapshot: MachineSnapshot): Promise<void> {
  const text = JSON.stringify(snapshot, null, 2) + "\n";
  await writeText(path, text, { endings: [""], sources: [], isMarked: false, isOurs: isSnapshot });
}

function isSnapshot(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Array.isArray(value["configuration"]) && Array.isArray(value["timers"]);
  } catch {
    return false;
  }
}
