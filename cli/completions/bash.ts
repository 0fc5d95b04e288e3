import { type CommandFamily, type CommandSpec, familiesOf, firstWords, wordsOf } from "../command_spec.ts";
import { argumentOffers, type CompletedOption, type Offer, offerFor, optionsOf } from "./words.ts";

/**
 * A script that lets bash complete commands, options and their values.
 *
 * @param commands The commands to complete.
 */
export function bashCompletions(commands: readonly CommandSpec[]): string {
  const names = firstWords(commands).join(" ");
  const families = familiesOf(commands);
  const familyWords = families.map(({ word }) => word).join("|") || "-";
  const globals = optionsOf(undefined);
  const taking = [undefined, ...commands].flatMap(takingPattern).join("|");
  return `# Completion of loom for bash.
_loom() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" place=0 index
  COMPREPLY=()
  # Bash takes --name=value for three words.
  if [[ $previous == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [[ $current == "=" ]]; then current=""; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    if [[ \${COMP_WORDS[index+1]} == "=" ]]; then ((index += 2)); continue; fi
    case "$command:\${COMP_WORDS[index]}" in
      ${taking}) ((index++)) ;;
      *:-*) ;;
      *)
        case "$command" in
          "") command="\${COMP_WORDS[index]}" ;;
          ${familyWords}) command="$command \${COMP_WORDS[index]}" ;;
          *) ((place++)) ;;
        esac
        ;;
    esac
  done
  case "$command" in
    "")
      case "$previous" in
${optionCases(undefined, "        ")}
      esac
      _loom_words "${names} ${globals.map(({ flag }) => flag).join(" ")}"
      ;;
${families.map(familyCase).join("\n")}
${commands.map((command) => commandCase(command, commands)).join("\n")}
  esac
}
_loom_words() {
  COMPREPLY=($(compgen -W "$1" -- "$current"))
}
_loom_files() {
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _loom loom`;
}

/** The pattern of a command and one of its options with a value: `"add-state:--kind"`. */
function takingPattern(command: CommandSpec | undefined): string[] {
  const own = command === undefined
    ? optionsOf(undefined)
    : optionsOf(command).filter(({ flag }) => !EVERYWHERE.has(flag));
  const name = (spelling: string) =>
    command === undefined ? `*:${spelling}` : `"${command.name}:${spelling}"`;
  return own.filter(({ option }) => option.type !== "flag").flatMap(spellingsOf).map(name);
}

function spellingsOf({ flag, letter }: CompletedOption): string[] {
  return letter === undefined ? [flag] : [flag, `-${letter}`];
}

/** The options that stand before any command too, and mean the same there. */
const EVERYWHERE: ReadonlySet<string> = new Set(optionsOf(undefined).map(({ flag }) => flag));

function familyCase({ word, members }: CommandFamily): string {
  return `    ${word}) _loom_words "${members.map(({ name }) => wordsOf(name)[1]).join(" ")}" ;;`;
}

function commandCase(command: CommandSpec, commands: readonly CommandSpec[]): string {
  const flags = optionsOf(command).map(({ flag }) => flag).join(" ");
  const offers = argumentOffers(command, commands);
  const places = offers.map((offer, index) =>
    `        ${placePattern(command, index)}) ${offerText(offer)} ;;`
  );
  return `    "${command.name}")
      case "$previous" in
${optionCases(command, "        ")}
      esac
      if [[ $current == -* ]]; then _loom_words "${flags}"; return; fi
      case "$place" in
${[...places, "        *) ;;"].join("\n")}
      esac
      ;;`;
}

/** Words that go on and on match every further place. */
function placePattern(command: CommandSpec, index: number): string {
  const isLast = index === command.arguments.length - 1;
  return isLast && command.arguments[index]?.many ? "*" : String(index);
}

function optionCases(command: CommandSpec | undefined, margin: string): string {
  return optionsOf(command)
    .filter(({ option }) => option.type !== "flag")
    .map((one) => `${margin}${spellingsOf(one).join("|")}) ${offerText(offerFor(one.option))}; return ;;`)
    .join("\n");
}

function offerText(offer: Offer): string {
  if (offer.kind === "words") return `_loom_words "${offer.words.join(" ")}"`;
  return offer.kind === "files" ? "_loom_files" : ":";
}
