import type { Command } from "../command.ts";
import { argumentOffers, type CompletedOption, type Offer, offerFor, optionsOf } from "./words.ts";

/**
 * A script that lets zsh complete commands, options and their values, with a word about each.
 *
 * @param commands The commands to complete.
 */
export function zshCompletions(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n");
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
${commands.map((command) => commandCase(command, commands)).join("\n")}
      esac
      ;;
  esac
}
if [ "$funcstack[1]" = "_loom" ]; then _loom "$@"; else compdef _loom loom; fi`;
}

function commandCase(command: Command, commands: readonly Command[]): string {
  const words = argumentOffers(command, commands).map((offer, index) => {
    const argument = command.arguments[index];
    const place = argument?.many ? "*" : `${index + 1}`;
    const optional = argument?.optional && !argument.many ? "::" : ":";
    return quoted(`${place}${optional}${escaped(argument?.name ?? "")}:${actionText(offer)}`);
  });
  const specs = [...optionsOf(command).flatMap(specsOf), ...words];
  return `        ${command.name})
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
