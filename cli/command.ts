import type { AnyValues, CommandSpec, Values } from "./command_spec.ts";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit_code.ts";

/** Does the work of a command. */
export type Run<Spec extends CommandSpec> = (
  context: Context,
  values: Values<Spec>,
) => ExitCode | Promise<ExitCode>;

/** A command: its row, and the way to its work. */
export interface Command extends CommandSpec {
  /** Does the work; loads the module that does it first. */
  readonly run: (context: Context, values: AnyValues) => Promise<ExitCode>;
}

/**
 * Joins a row with the work behind it, which is loaded when the command is called and not before.
 *
 * @param spec The row.
 * @param load Gives the function that does the work.
 */
export function command<const Spec extends CommandSpec>(
  spec: Spec,
  load: () => Promise<Run<Spec>>,
): Command {
  return {
    ...spec,
    // The reader of the command line made the values after this very row.
    run: async (context, values) => await (await load())(context, values as Values<Spec>),
  };
}
