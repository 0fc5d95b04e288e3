import type { KindTable } from "@loom/protocol";
import { KINDS } from "@loom/protocol/kinds";
import { asksForJson, readCommandLine, type Request } from "./command_line.ts";
import type { Command } from "./command.ts";
import type { AnyValues } from "./command_spec.ts";
import { type Context, makeContext } from "./context.ts";
import { EXIT, type ExitCode } from "./exit_code.ts";
import { ClosedOutputError, type Io } from "./io.ts";
import { COMMANDS } from "./table.ts";
import { commandsFor } from "./kind_commands.ts";
import { UsageError } from "./usage_error.ts";

/** Options for {@linkcode runLoom}. */
export interface RunLoomOptions {
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
}

/**
 * Runs a command line: the whole program, with everything outside it passed in.
 *
 * @param args The words after the program's name.
 * @param io The outside.
 * @returns The exit code. Never throws: errors go to `io.stderr`.
 */
export async function runLoom(
  args: readonly string[],
  io: Io,
  { kinds }: RunLoomOptions = {},
): Promise<ExitCode> {
  // A command line that cannot be read still says in which form its error is reported.
  const globals = { doc: undefined, json: asksForJson(args), quiet: false, color: "auto" } as const;
  const named = kinds ?? KINDS;
  const commands = commandsFor(named, COMMANDS);
  let context = makeContext(io, globals, named, commands);
  const run = async (command: Command, values: AnyValues) =>
    await command.run({ ...context, kinds: kinds ?? await completeKinds(), kind: command.kind }, values);
  try {
    const request = readCommandLine(args, commands);
    context = makeContext(io, request.globals, named, commands);
    return request.kind === "command"
      ? await run(request.command, request.values)
      : await answer(request, context);
  } catch (error) {
    if (error instanceof ClosedOutputError) return EXIT.done;
    const { reportError } = await import("./report_error.ts");
    const exit = reportError(error, context);
    const command = error instanceof UsageError ? commandAnyway(args, commands) : undefined;
    return command === undefined ? exit : await run(command, {});
  }
}

/** The command of a line that cannot be read, when it is one that runs all the same: it has no words of its own. */
function commandAnyway(args: readonly string[], commands: readonly Command[]): Command | undefined {
  const line = ` ${args.join(" ")} `;
  return commands.find(({ runsAnyway, name }) => runsAnyway && line.includes(` ${name} `));
}

/** The kinds with what needs the engine. Lazy import: it is large, and no part of reading a command line. */
async function completeKinds(): Promise<KindTable> {
  return (await import("@loom/engine/kinds")).LOOM_KINDS;
}

async function answer(
  request: Exclude<Request, { readonly kind: "command" }>,
  context: Context,
): Promise<ExitCode> {
  if (request.kind === "version") {
    const { VERSION } = await import("./version.ts");
    const { programVersion, versionLine } = await import("@loom/bridge/server");
    if (context.json) context.printJson(await programVersion(VERSION));
    else context.print(await versionLine("loom", VERSION));
    return EXIT.done;
  }
  const { help } = await import("./commands/help.ts");
  return await help(context, { command: request.about === undefined ? [] : [request.about] });
}
