import type { Command, Option } from "../command.ts";
import { argumentOffers, type CompletedOption, offerFor, optionsOf } from "./words.ts";

/**
 * A script that lets fish complete commands, options and their values, with a word about each.
 *
 * @param commands The commands to complete.
 */
export function fishCompletions(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  return [
    "# Completion of loom for fish.",
    "complete -c loom -f",
    ...optionsOf(undefined).map((option) => optionLine(option, "")),
    ...commands.map(({ name, summary }) =>
      `complete -c loom -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quoted(summary)}`
    ),
    ...commands.flatMap((command) => commandLines(command, commands)),
  ].join("\n");
}

function commandLines(command: Command, commands: readonly Command[]): string[] {
  const condition = ` -n "__fish_seen_subcommand_from ${command.name}"`;
  const own = optionsOf({ ...command }).filter(({ option }) => !GLOBAL.has(option));
  const offers = argumentOffers(command, commands);
  const words = offers.flatMap((offer) => offer.kind === "words" ? offer.words : []);
  return [
    ...own.map((option) => optionLine(option, condition)),
    ...(words.length > 0 ? [`complete -c loom${condition} -a ${quoted(words.join(" "))}`] : []),
    ...(offers.some((offer) => offer.kind === "files") ? [`complete -c loom${condition} -F`] : []),
  ];
}

const GLOBAL: ReadonlySet<Option> = new Set(optionsOf(undefined).map(({ option }) => option));

function optionLine({ flag, letter, option }: CompletedOption, condition: string): string {
  const offer = offerFor(option);
  const short = letter === undefined ? "" : ` -s ${letter}`;
  const value = option.type === "flag" ? "" : offer.kind === "files" ? " -r -F" : " -x";
  const words = offer.kind === "words" ? ` -a ${quoted(offer.words.join(" "))}` : "";
  return `complete -c loom${condition} -l ${flag.slice(2)}${short}${value}${words} -d ${
    quoted(option.summary)
  }`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
