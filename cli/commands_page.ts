import type { CommandSpec, Options } from "./command_spec.ts";
import { usageOf } from "./command_line.ts";
import { GLOBAL_OPTIONS, HUB_OPTIONS } from "./global_options.ts";
import { argumentText, COMMAND_GROUPS, HUB_TITLE, optionText, optionUsage } from "./help.ts";

/**
 * The page of all commands, as Markdown.
 *
 * @param commands The commands to write about.
 */
export function commandsPage(commands: readonly CommandSpec[]): string {
  const groups = COMMAND_GROUPS.map(({ group, title }) => ({
    title,
    members: commands.filter((command) => command.group === group),
  })).filter(({ members }) => members.length > 0);
  return [
    "<!-- Made by `deno task generate` from the table of commands; edit that. -->",
    "# Commands of `loom`",
    "`loom [options] <command> [arguments]`",
    ...groups.map(({ title, members }) => `${title}: ${members.map(linkTo).join(", ")}.`),
    ...kindWordsText(commands),
    "## Options of every command",
    optionTable(GLOBAL_OPTIONS),
    `## ${HUB_TITLE}`,
    "Those are the commands that change documents, and `watch`, `presence` and `open`.",
    optionTable(HUB_OPTIONS),
    ...groups.flatMap(({ title, members }) => [`## ${title}`, ...members.flatMap(commandParts)]),
  ].join("\n\n") + "\n";
}

/** The sentence about the words of kinds. */
function kindWordsText(commands: readonly CommandSpec[]): string[] {
  const examples = Map.groupBy(commands.filter(({ kindWord }) => kindWord), ({ kindWord }) => kindWord);
  const lines = [...examples].map(([word, [first]]) => `\`loom ${word} ${first?.name}\``);
  return lines.length === 0 ? [] : [`The word of a kind may stand before its commands: ${lines.join(", ")}.`];
}

function linkTo({ name }: CommandSpec): string {
  return `[\`${name}\`](#${name.replaceAll(" ", "-")})`;
}

function commandParts(command: CommandSpec): string[] {
  const words = command.arguments.map((one) => [`\`<${one.name}>\``, argumentText(one)]);
  const examples = command.examples.map(({ line, does }) => `# ${does}\nloom ${line}`);
  return [
    `### ${command.name}`,
    `\`${usageOf(command)}\``,
    `${command.summary}.`,
    ...(command.details ?? []),
    ...(words.length > 0 ? [table(["word", "what it is"], words)] : []),
    ...(Object.keys(command.options).length > 0 ? [optionTable(command.options)] : []),
    ...(examples.length > 0 ? ["```sh\n" + examples.join("\n\n") + "\n```"] : []),
  ];
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map((
    [name, option],
  ) => [`\`${optionUsage(name, option)}\``, optionText(option)]);
  return table(["option", "what it does"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
