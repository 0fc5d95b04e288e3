import type { Run } from "../command.ts";
import type { CommandFamily, CommandSpec } from "../command_spec.ts";
import { commandOf, familyOf } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { commandHelp, familyHelp, type HelpOptions, programHelp } from "../help.ts";
import type { HELP } from "../table/shell.ts";

/** Tells about the program, about the commands of a family, or about one command. */
export const help: Run<typeof HELP> = (context, values) => {
  const { commands } = context;
  const topic = topicOf(values.command.join(" "), commands);
  const options = { paint: context.paint, width: context.io.stdout.columns };
  if (context.json) context.printJson(rowsOf(topic, commands));
  else context.print(textOf(topic, commands, options));
  return EXIT.done;
};

type Topic = CommandSpec | CommandFamily | undefined;

function topicOf(name: string, commands: readonly CommandSpec[]): Topic {
  return name === "" ? undefined : familyOf(name, commands) ?? commandOf(name, commands);
}

function textOf(topic: Topic, commands: readonly CommandSpec[], options: HelpOptions): string {
  if (topic === undefined) return programHelp(commands, options);
  return "members" in topic ? familyHelp(topic, options) : commandHelp(topic, options);
}

function rowsOf(topic: Topic, commands: readonly CommandSpec[]): unknown {
  if (topic === undefined) return commands;
  return "members" in topic ? topic.members : topic;
}
