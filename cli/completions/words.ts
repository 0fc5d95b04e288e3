import {
  type Argument,
  type CommandSpec,
  firstWords,
  flagOf,
  type Option,
  usesHub,
} from "../command_spec.ts";
import { GLOBAL_OPTIONS, HUB_OPTIONS } from "../global_options.ts";

/** An option as shells know it. */
export interface CompletedOption {
  /** Its spelling, such as `--dry-run`. */
  readonly flag: string;
  /** Its one-letter form, without the dash. */
  readonly letter: string | undefined;
  readonly option: Option;
}

/** The options that can be given with a command, or before any. */
export function optionsOf(command: CommandSpec | undefined): CompletedOption[] {
  const hubOptions = command === undefined || usesHub(command) ? HUB_OPTIONS : {};
  const all: Readonly<Record<string, Option>> = { ...command?.options, ...hubOptions, ...GLOBAL_OPTIONS };
  return Object.entries(all).map(([name, option]) => ({ flag: flagOf(name), letter: option.letter, option }));
}

/** Completions of a value. */
export type Offer =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" }
  | { readonly kind: "nothing" };

/** Completions of a value. */
export function offerFor(value: Option | Argument | undefined): Offer {
  const words = value?.choices ?? value?.suggestions;
  if (words !== undefined) return { kind: "words", words };
  return value?.completes === undefined ? { kind: "nothing" } : { kind: "files" };
}

/** Completions of a command's words by position; the last one repeats when it takes many. */
export function argumentOffers(command: CommandSpec, commands: readonly CommandSpec[]): Offer[] {
  if (command.name === "help") return [{ kind: "words", words: firstWords(commands) }];
  return command.arguments.map(offerFor);
}
