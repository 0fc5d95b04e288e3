import {
  type CommandFamily,
  type CommandSpec,
  familiesOf,
  firstWords,
  type Option,
  wordsOf,
} from "../command_spec.ts";
import { argumentOffers, type CompletedOption, offerFor, optionsOf } from "./words.ts";

/**
 * A script that lets fish complete commands, options and their values, with a word about each.
 *
 * @param commands The commands to complete.
 */
export function fishCompletions(commands: readonly CommandSpec[]): string {
  const names = firstWords(commands).join(" ");
  const families = familiesOf(commands);
  const single = commands.filter(({ name }) => wordsOf(name)[1] === undefined);
  return [
    "# Completion of loom for fish.",
    "complete -c loom -f",
    ...optionsOf(undefined).map((option) => optionLine(option, "")),
    ...single.map(({ name, summary }) =>
      `complete -c loom -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quoted(summary)}`
    ),
    ...families.flatMap((family) => familyLines(family, names)),
    ...commands.flatMap((command) => commandLines(command, commands, families)),
  ].join("\n");
}

function familyLines({ word, members }: CommandFamily, names: string): string[] {
  const own = members.map(({ name }) => wordsOf(name)[1]).join(" ");
  const after = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${own}`;
  return [
    `complete -c loom -n "not __fish_seen_subcommand_from ${names}" -a ${word} -d 'Commands of their own'`,
    ...members.map(({ name, summary }) =>
      `complete -c loom -n "${after}" -a ${wordsOf(name)[1]} -d ${quoted(summary)}`
    ),
  ];
}

function commandLines(
  command: CommandSpec,
  commands: readonly CommandSpec[],
  families: readonly CommandFamily[],
): string[] {
  const condition = ` -n "${isGiven(command, families)}"`;
  const own = optionsOf({ ...command }).filter(({ option }) => !GLOBAL.has(option));
  const offers = argumentOffers(command, commands);
  const words = offers.flatMap((offer) => offer.kind === "words" ? offer.words : []);
  return [
    ...own.map((option) => optionLine(option, condition)),
    ...(words.length > 0 ? [`complete -c loom${condition} -a ${quoted(words.join(" "))}`] : []),
    ...(offers.some((offer) => offer.kind === "files") ? [`complete -c loom${condition} -F`] : []),
  ];
}

/** True when a command is on the line; a word that is also the second one of a family counts without the first one only. */
function isGiven({ name }: CommandSpec, families: readonly CommandFamily[]): string {
  const seen = (word: string) => `__fish_seen_subcommand_from ${word}`;
  const [first, second] = wordsOf(name);
  if (second !== undefined) return `${seen(first)}; and ${seen(second)}`;
  const namesakes = families.filter(({ members }) =>
    members.some((member) => wordsOf(member.name)[1] === name)
  );
  return [seen(name), ...namesakes.map(({ word }) => `not ${seen(word)}`)].join("; and ");
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
