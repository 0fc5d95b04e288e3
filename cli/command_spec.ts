import type { KindName } from "@loom/protocol";

/** An argument of a command. */
export interface ValueSpec {
  /** `text` is taken as it stands, `integer` must be a whole number, `number` any. Default: `text`. */
  readonly type?: "text" | "integer" | "number";
  /** The only values to accept. */
  readonly choices?: readonly string[];
  /** The values to offer where others are taken too. */
  readonly suggestions?: readonly string[];
  /** True when the choices are those of state machines, and other kinds of documents have their own. */
  readonly varies?: true;
  /** Completions that a shell offers: documents, or any file. */
  readonly completes?: "document" | "file";
}

/** A word that its place gives its meaning. */
export interface Argument extends ValueSpec {
  /** Its name in the help and in the values. */
  readonly name: string;
  /** Its meaning, in a few words. */
  readonly summary: string;
  /** True when it may be left out. */
  readonly optional?: true;
  /** True when it takes all the words that are left. */
  readonly many?: true;
  /** True when it cannot be empty, as the name of something new cannot. */
  readonly needsText?: true;
  /** True when it is the document of the command, which `--doc` can name as well. */
  readonly isDocument?: true;
}

/** A word that begins with `--`, alone or with a value behind it. */
export interface Option {
  /** `flag` takes no value. */
  readonly type: "flag" | "text" | "integer" | "number";
  /** Placeholder of the value in the help. */
  readonly value?: string;
  /** Its effect, in a few words. */
  readonly summary: string;
  /** The only values to accept. */
  readonly choices?: readonly string[];
  /** The values to offer where others are taken too. */
  readonly suggestions?: readonly string[];
  /** True when the choices are those of state machines, and other kinds of documents have their own. */
  readonly varies?: true;
  /** The value when it is not given. */
  readonly default?: string;
  /** True when it may be given several times. */
  readonly many?: true;
  /** A one-letter form, such as `h` for `-h`. */
  readonly letter?: string;
  /** An older spelling that is still read, such as `--output`; no help lists it. */
  readonly alias?: string;
  /** Completions that a shell offers for the value. */
  readonly completes?: "document" | "file";
  /** True when it names the document of the command, as `--doc` does. */
  readonly isDocument?: true;
}

/** Options by the name they have in programs: `dryRun` is `--dry-run`. */
export type Options = Readonly<Record<string, Option>>;

/** A command line to learn from. */
export interface Example {
  /** The line without the program's name. */
  readonly line: string;
  /** Its effect. */
  readonly does: string;
}

/** Groups of commands in the help. */
export type CommandGroup =
  | "read"
  | "whole"
  | "states"
  | "transitions"
  | "events"
  | "kinds"
  | "live"
  | "narrative"
  | "agents"
  | "shell";

/** All that is known of a command before it runs: a row of the table. */
export interface CommandSpec {
  /** The word that calls it, or two: that of its family and its own. */
  readonly name: string;
  /** The group in which the help lists it. */
  readonly group: CommandGroup;
  /** The kind of document that it is for. Default: every kind. */
  readonly kind?: KindName;
  /** A word of its kind that may stand before its name, as in `seq add-message`. */
  readonly kindWord?: string;
  /** Its effect, as a line without a full stop. */
  readonly summary: string;
  /** Further paragraphs. */
  readonly details?: readonly string[];
  /** The words behind it, by place. */
  readonly arguments: readonly Argument[];
  /** Its options beside the global ones. */
  readonly options: Options;
  /** True when its work is to ask a hub. */
  readonly asksHub?: true;
  /** True when it runs whatever its command line says: what is not understood there is told, and passed over. */
  readonly runsAnyway?: true;
  /** Command lines to learn from. */
  readonly examples: readonly Example[];
}

type Scalar<S> = S extends { readonly choices: readonly (infer Choice)[] } ? Choice
  : S extends { readonly type: "integer" | "number" } ? number
  : string;

type ArgumentValue<A> = A extends { readonly many: true } ? readonly Scalar<A>[]
  : A extends { readonly optional: true } ? Scalar<A> | undefined
  : Scalar<A>;

type OptionValue<O> = O extends { readonly type: "flag" } ? boolean
  : O extends { readonly many: true } ? readonly Scalar<O>[]
  : O extends { readonly default: string } ? Scalar<O>
  : Scalar<O> | undefined;

/** The values of a command's arguments and options by their names. */
export type Values<Spec extends CommandSpec> =
  & { readonly [A in Spec["arguments"][number] as A["name"]]: ArgumentValue<A> }
  & { readonly [Name in keyof Spec["options"]]: OptionValue<Spec["options"][Name]> };

/** One value as the command line gives it. */
export type Value = string | number | boolean | readonly (string | number)[] | undefined;

/** The values of a command whose row is not known. */
export type AnyValues = Readonly<Record<string, Value>>;

/** True when a command talks to a hub, and so takes the options for that. One that changes documents does. */
export function usesHub({ asksHub, options }: Pick<CommandSpec, "asksHub" | "options">): boolean {
  return asksHub === true || Object.hasOwn(options, "requireLive");
}

/** The spelling of an option on the command line: `dryRun` is `--dry-run`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Commands whose names begin with the same word: `narrative serve`, `narrative setup`. */
export interface CommandFamily {
  /** The word that the names begin with. */
  readonly word: string;
  /** The commands. */
  readonly members: readonly CommandSpec[];
}

/** The first words of all commands. */
export function firstWords(commands: readonly Pick<CommandSpec, "name">[]): string[] {
  return [...new Set(commands.map(({ name }) => wordsOf(name)[0]))];
}

/** The families among commands, in the order of the table. */
export function familiesOf(commands: readonly CommandSpec[]): CommandFamily[] {
  const members = Map.groupBy(commands.filter(({ name }) => wordsOf(name)[1] !== undefined), ({ name }) => {
    return wordsOf(name)[0];
  });
  return [...members].map(([word, members]) => ({ word, members }));
}

/** The words of a command's name: one, or the word of its family and its own. */
export function wordsOf(name: string): readonly [first: string, second: string | undefined] {
  const [first = name, second] = name.split(" ", 2);
  return [first, second];
}
