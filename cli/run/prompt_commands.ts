import { advanceStep, millisecondsIn, type Simulation } from "@loom/engine";
import { didYouMean, oneLine } from "@loom/protocol";
import type { Context } from "../context.ts";
import { textColumns } from "../text_columns.ts";
import { UsageError } from "../usage_error.ts";
import { type OutcomeStyle, printOutcome, standText, stateText } from "./print_outcome.ts";

/** The context of a command of the prompt. */
export interface PromptState {
  /** The output. */
  readonly context: Context;
  /** The style of the output. */
  readonly style: OutcomeStyle;
  /** The machine that is run. */
  readonly session: Simulation;
  /** Puts a machine that begins again in its place. */
  restart(): void;
  /** Reports where the machine stands to those who watch it. */
  show(event?: string): void;
  /** Writes where the machine stands into a file. */
  save(path: string): Promise<void>;
}

/** A command of the prompt: a row of its table. */
export interface PromptCommand {
  /** The word behind the colon. */
  readonly name: string;
  /** Its placeholder in the help. */
  readonly argument?: string;
  /** Its effect. */
  readonly summary: string;
  /** Does it; `quit` ends the prompt. */
  readonly run: (state: PromptState, argument: string) => void | "quit" | Promise<void>;
}

/** The commands of the prompt, one row each. */
export const PROMPT_COMMANDS: readonly PromptCommand[] = [
  { name: "help", summary: "Tell what can be typed", run: ({ context }) => context.print(helpLines()) },
  {
    name: "events",
    summary: "List the events that the active states react to",
    run: ({ context, session }) => context.print(eventLines(session)),
  },
  {
    name: "state",
    summary: "Tell where the machine stands",
    run: ({ context, session: { machine } }) =>
      context.print([stateText(machine.state), ...machine.configuration.map((name) => `  ${oneLine(name)}`)]),
  },
  {
    name: "timers",
    summary: "List the timers that run",
    run: ({ context, session }) => {
      const { timers } = session.machine.snapshot();
      if (timers.length === 0) context.remark("No timer runs.");
      context.print(
        textColumns(timers.map(({ name, left }) => [oneLine(name), `expires in ${Math.round(left)} ms`])),
      );
    },
  },
  {
    name: "advance",
    argument: "[time]",
    summary: "Let time pass; without a time until the next timer expires",
    run: ({ context, session, style }, argument) => {
      const milliseconds = argument === "" ? session.untilNextTimer : millisecondsIn(argument);
      if (milliseconds === undefined) return context.remark("No timer runs.");
      const outcome = session.perform(advanceStep(milliseconds));
      printOutcome(context, outcome, style, session.machine.availableEvents());
    },
  },
  {
    name: "context",
    summary: "Show the data that guards and actions work on",
    run: ({ context, session }) => context.print(JSON.stringify(session.machine.snapshot().context, null, 2)),
  },
  {
    name: "undo",
    summary: "Take the last step back",
    run: ({ context, session }) => {
      if (session.undo()) context.print(standText(context, session.machine));
      else context.remark("There is nothing to take back.");
    },
  },
  {
    name: "restart",
    summary: "Begin again",
    run: (state) => {
      state.restart();
      printOutcome(state.context, state.session.start, state.style, []);
    },
  },
  {
    name: "save",
    argument: "<file>",
    summary: "Write where the machine stands, for --restore",
    run: async (state, argument) => {
      if (argument === "") throw new UsageError(":save needs a file: write :save <file>.");
      await state.save(argument);
      state.context.remark(`Saved to ${argument}.`);
    },
  },
  { name: "quit", summary: "End; so does the end of the input", run: () => "quit" },
];

/**
 * Does a line that begins with a colon.
 *
 * @returns Whether the prompt ends.
 * @throws {UsageError} For an unknown command.
 */
export async function runPromptCommand(state: PromptState, line: string): Promise<boolean> {
  const [word = "", ...others] = line.slice(1).trim().split(/\s+/);
  const names = PROMPT_COMMANDS.map((command) => command.name);
  const command = PROMPT_COMMANDS.find(({ name }) => name === word || (word !== "" && name.startsWith(word)));
  if (command === undefined) {
    throw new UsageError(`There is no command ":${word}".${didYouMean(word, names) || " :help lists them."}`);
  }
  return await command.run(state, others.join(" ")) === "quit";
}

function helpLines(): string[] {
  const rows = [
    ["<event>", "Send an event"],
    ["<event> {json}", "Send an event with a payload"],
    ["+<time>", "Let time pass: +500 (milliseconds), +5s, +2min"],
    ...PROMPT_COMMANDS.map(({ name, argument = "", summary }) => [`:${name} ${argument}`.trimEnd(), summary]),
  ];
  return textColumns(rows).map((line) => `  ${line}`);
}

function eventLines({ machine }: Simulation): string[] {
  const rows = machine.availableEvents().map((
    id,
  ) => [oneLine(id), machine.can(id) ? "" : "refused by its guard now"]);
  return rows.length === 0 ? ["There are none."] : textColumns(rows);
}
