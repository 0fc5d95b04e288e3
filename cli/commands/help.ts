import type { Command, Run } from "../command.ts";
import { commandOf } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { commandHelp, programHelp } from "../help.ts";
import { COMMANDS } from "../table.ts";
import type { HELP } from "../table/shell.ts";

/** Tells about the program, or about one command. */
export const help: Run<typeof HELP> = (context, values) => {
  const command = values.command.length === 0 ? undefined : commandOf(values.command.join(" "), COMMANDS);
  const { paint } = context;
  const width = context.io.stdout.columns;
  if (context.json) context.printJson(command ? rowOf(command) : COMMANDS.map(rowOf));
  else {context.print(
      command ? commandHelp(command, { paint, width }) : programHelp(COMMANDS, { paint, width }),
    );}
  return EXIT.done;
};

function rowOf({ run: _, ...row }: Command): Omit<Command, "run"> {
  return row;
}
