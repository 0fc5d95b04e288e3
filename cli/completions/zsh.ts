import { type CommandFamily, type CommandSpec, familiesOf, wordsOf } from "../command_spec.ts";
import { argumentOffers, type CompletedOption, type Offer, offerFor, optionsOf } from "./words.ts";

/**
 * A script that lets zsh complete commands, options and their values, with a word about each.
 *
 * @param commands The commands to complete.
 */
export function zshCompletions(commands: readonly CommandSpec[]): string {
  const families = familiesOf(commands);
  const single = commands.filter(({ name }) => wordsOf(name)[1] === undefined);
  const named = [
    ...single.map(({ name, summary }) => `${name}:${summary}`),
    ...families.map(({ word }) => `${word}:Commands of their own`),
  ];
  const rows = named.map((row) => `    ${quoted(row)}`).join("\n");
  const globals = optionsOf(undefined).flatMap(specsOf).map((spec) => `    ${spec} \\`).join("\n");
  return `#compdef loom
# Completion of loom for zsh.
_loom() {
  local -a commands
  commands=(
${rows}
  )
  local context state line
  typeset -A opt_args
  _arguments -C \\
${globals}
    '1: :->command' \\
    '*:: :->words'
  case "$state" in
    command) _describe command commands ;;
    words)
      case "$line[1]" in
${
    [
      ...single.map((command) => commandCase(command.name, command, commands)),
      ...families.map((family) => familyCase(family, commands)),
    ].join("\n")
  }
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = "_loom" ]; then _loom "$@"; else compdef _loom loom; fi`;
}

/** The second word is completed as the first one is, in a state of its own. */
function familyCase({ word, members }: CommandFamily, commands: readonly CommandSpec[]): string {
  const rows = members.map(({ name, summary }) => quoted(`${wordsOf(name)[1]}:${summary}`)).join(" ");
  const cases = members.map((member) => commandCase(wordsOf(member.name)[1] ?? "", member, commands));
  return `        ${word})
          commands=(${rows})
          _arguments -C '1: :->command' '*:: :->words'
          case "$state" in
            command) _describe command commands ;;
            words)
              case "$line[1]" in
${cases.join("\n")}
              esac
              ;;
          esac
          ;;`;
}

function commandCase(word: string, command: CommandSpec, commands: readonly CommandSpec[]): string {
  const words = argumentOffers(command, commands).map((offer, index) => {
    const argument = command.arguments[index];
    const place = argument?.many ? "*" : `${index + 1}`;
    const optional = argument?.optional && !argument.many ? "::" : ":";
    return quoted(`${place}${optional}${escaped(argument?.name ?? "")}:${actionText(offer)}`);
  });
  const specs = [...optionsOf(command).flatMap(specsOf), ...words];
  return `        ${word})
          _arguments ${specs.map((spec) => `\\\n            ${spec}`).join(" ")}
          ;;`;
}

function specsOf({ flag, letter, option }: CompletedOption): string[] {
  const value = option.type === "flag"
    ? ""
    : `:${escaped(option.value ?? "value")}:${actionText(offerFor(option))}`;
  const repeat = option.many ? "*" : "";
  const spellings = letter === undefined ? [flag] : [flag, `-${letter}`];
  return spellings.map((one) => quoted(`${repeat}${one}[${escaped(option.summary)}]${value}`));
}

function actionText(offer: Offer): string {
  if (offer.kind === "words") return `(${offer.words.join(" ")})`;
  return offer.kind === "files" ? "_files" : "";
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, (character) => `\\${character}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
