/**
 * The command `loom`: hierarchical state machines at the shell. The whole program is a function of its words and
 * of the outside it is given; its commands are rows of one table.
 *
 * @module
 */
import { denoIo } from "./deno_io.ts";
import { runLoom } from "./run_loom.ts";

export type { Command } from "./command.ts";
export type {
  AnyValues,
  Argument,
  CommandGroup,
  CommandSpec,
  Example,
  Option,
  Options,
  Value,
  ValueSpec,
} from "./command_spec.ts";
export { commandsPage } from "./commands_page.ts";
export type { Context, HubGlobals } from "./context.ts";
export { denoIo } from "./deno_io.ts";
export { EXIT, type ExitCode, exitCodeOf } from "./exit_code.ts";
export {
  ClosedOutputError,
  type Input,
  type Io,
  type Output,
  type ProgramResult,
  type Terminal,
  type TerminalSize,
  type TerminalUse,
} from "./io.ts";
export type { Paint } from "./paint.ts";
export { runLoom, type RunLoomOptions } from "./run_loom.ts";
export { COMMANDS } from "./table.ts";

// A package of JSR is run by its name: `deno run -A jsr:@loom/cli`.
if (import.meta.main) Deno.exit(await runLoom(Deno.args, denoIo()));
