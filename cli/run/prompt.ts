import { parseStep } from "@loom/engine";
import { LoomError, oneLine } from "@loom/protocol";
import { ClosedOutputError } from "../io.ts";
import { printOutcome } from "./print_outcome.ts";
import { type PromptState, runPromptCommand } from "./prompt_commands.ts";
import { readLines } from "./read_lines.ts";

/** Asks for events on a terminal until the input ends. */
export async function runPrompt(state: PromptState, signal: AbortSignal): Promise<void> {
  const { context } = state;
  const { io, remarkPaint } = context;
  context.remark(remarkPaint.faint("Type an event, or :help."));
  printOutcome(context, state.session.start, state.style, []);
  const ask = () => {
    context.remark(remarkPaint.faint(`  ${availableText(state)}`));
    io.stderr.write(remarkPaint.live("› "));
  };
  ask();
  for await (const line of readLines(io.stdin.readable, signal)) {
    if (await answer(state, line)) return;
    ask();
  }
  io.stderr.write("\n");
}

/** Does what a line asks for; mistakes are told, and the prompt goes on. */
async function answer(state: PromptState, line: string): Promise<boolean> {
  const { context, style } = state;
  try {
    if (line.trimStart().startsWith(":")) {
      const isOver = await runPromptCommand(state, line.trim());
      state.show();
      return isOver;
    }
    const step = parseStep(line);
    if (step === undefined) return false;
    const available = state.session.machine.availableEvents();
    printOutcome(context, state.session.perform(step), style, available);
    state.show(step.kind === "event" ? step.event : undefined);
  } catch (error) {
    if (error instanceof ClosedOutputError || !(error instanceof LoomError)) throw error;
    context.io.stderr.write(`${context.remarkPaint.bad("error:")} ${error.message}\n`);
  }
  return false;
}

function availableText({ session: { machine } }: PromptState): string {
  if (machine.done) return "The machine is done: :restart, :undo or :quit.";
  const events = machine.availableEvents().map((id) => machine.can(id) ? oneLine(id) : `(${oneLine(id)})`);
  return events.join("  ") || "no event can be handled";
}
