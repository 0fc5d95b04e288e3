import { didYouMean } from "@loom/protocol/words";
import type { Command } from "./command.ts";
import {
  type AnyValues,
  type Argument,
  type CommandFamily,
  type CommandSpec,
  familiesOf,
  flagOf,
  type Option,
  type Options,
  usesHub,
  type Value,
} from "./command_spec.ts";
import type { Globals } from "./context.ts";
import { GLOBAL_OPTIONS, HUB_OPTIONS } from "./global_options.ts";
import { readWords, valueOf, type Words } from "./read_words.ts";
import { EDIT_OPTIONS } from "./table/options.ts";
import { UsageError } from "./usage_error.ts";

/** Options of changes that may stand before the command as well. */
const EARLY_OPTIONS: Options = { dryRun: EDIT_OPTIONS.dryRun, requireLive: EDIT_OPTIONS.requireLive };

/** The request of a command line. */
export type Request =
  /** `about` is a command or the word of a family; `undefined` for the program. */
  | { readonly kind: "help"; readonly about: string | undefined; readonly globals: Globals }
  | { readonly kind: "version"; readonly globals: Globals }
  | {
    readonly kind: "command";
    readonly command: Command;
    readonly values: AnyValues;
    readonly globals: Globals;
  };

/**
 * Reads a command line strictly: everything in it has a meaning, or it is refused.
 *
 * @param args The words behind the program's name.
 * @param commands The commands there are.
 * @throws {UsageError} One sentence that says what is wrong, and what was probably meant.
 */
export function readCommandLine(args: readonly string[], commands: readonly Command[]): Request {
  // The hub may be named before any command, so that an alias can do it; most have no use for one.
  const early = { ...GLOBAL_OPTIONS, ...HUB_OPTIONS, ...EARLY_OPTIONS };
  const before = withSecondWord(readWords(args, early, { stopAtWord: true }), commands);
  if (before.words.length === 0) return programRequest(globalsOf(before.given));
  const family = familyOf(before.words.join(" "), commands);
  if (family !== undefined) {
    const { given } = readWords(before.rest, early);
    const all = new Map([...before.given, ...given]);
    if (all.has("help")) return { kind: "help", about: family.word, globals: globalsOf(all) };
  }
  const command = commandOf(before.words.join(" "), commands);
  refuseForeign(command, before.given);
  const hubOptions = usesHub(command) ? HUB_OPTIONS : {};
  const behind = readWords(before.rest, { ...GLOBAL_OPTIONS, ...hubOptions, ...command.options });
  const given = new Map([...meantFor(command, before.given), ...behind.given]);
  const globals = globalsOf(new Map([...before.given, ...behind.given]));
  if (given.has("help")) return { kind: "help", about: command.name, globals };
  if (given.has("version")) return { kind: "version", globals };
  const values = {
    ...optionValues(command.options, given),
    ...argumentValues(command, behind.words, documentFlag(command, given)),
  };
  return { kind: "command", command, values, globals };
}

/** Takes the second word of a name as well, where the first one is that of a family. */
function withSecondWord(before: Words, commands: readonly CommandSpec[]): Words {
  const { words: [first], rest: [second, ...rest] } = before;
  if (first === undefined || familyOf(first, commands) === undefined) return before;
  if (second === undefined || second.startsWith("-")) return before;
  return { ...before, words: [first, second], rest };
}

/** The global options before a command. */
function meantFor({ options }: CommandSpec, given: ReadonlyMap<string, Value>): [string, Value][] {
  const others = Object.entries(HUB_OPTIONS).filter(([name, option]) => options[name] !== option);
  const names = new Set(others.map(([name]) => name));
  return [...given].filter(([name]) => !names.has(name));
}

/** An option of every change may stand before the command; other commands have no use for it. */
function refuseForeign(command: Command, given: ReadonlyMap<string, Value>): void {
  for (const name of Object.keys(EARLY_OPTIONS)) {
    if (!given.has(name) || Object.hasOwn(command.options, name)) continue;
    throw new UsageError(`${command.name} has no option ${flagOf(name)}: leave it out.`);
  }
}

/**
 * Finds a command by its name.
 *
 * @throws {UsageError} Names the command that was probably meant.
 */
export function commandOf<Row extends CommandSpec>(name: string, commands: readonly Row[]): Row {
  const found = commands.find((command) => command.name === name) ??
    commands.find((command) => nameInKind(command) === name);
  if (found) return found;
  const family = familyOf(name, commands);
  if (family !== undefined) {
    const names = family.members.map((member) => `"${member.name}"`).join(", ");
    throw new UsageError(`"${name}" needs a second word: ${names}.`);
  }
  const hint = didYouMean(name, commands.flatMap((one) => [one.name, nameInKind(one) ?? one.name]));
  throw new UsageError(`There is no command "${name}".${hint || ' "loom help" lists them.'}`);
}

/** Finds the commands whose names begin with a word, or those of a kind by its word. */
export function familyOf(name: string, commands: readonly CommandSpec[]): CommandFamily | undefined {
  const members = commands.filter(({ kindWord }) => kindWord !== undefined && kindWord === name);
  const ofKind = members.length === 0 ? undefined : { word: name, members };
  return familiesOf(commands).find(({ word }) => word === name) ?? ofKind;
}

/** The name of a command behind the word of its kind: `seq add-message`. */
function nameInKind({ name, kind, kindWord }: CommandSpec): string | undefined {
  return kindWord && `${kindWord} ${name.startsWith(`${kind}-`) ? name.slice(`${kind}-`.length) : name}`;
}

/** True when errors are to be told as JSON, for a command line that may not be readable. */
export function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).includes("--json");
}

function programRequest(globals: Globals & { readonly isVersion: boolean }): Request {
  return globals.isVersion ? { kind: "version", globals } : { kind: "help", about: undefined, globals };
}

function globalsOf(given: ReadonlyMap<string, Value>): Globals & { readonly isVersion: boolean } {
  const color = given.get("color");
  const text = (name: string) => {
    const value = given.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    doc: text("doc"),
    hub: { url: text("bridge"), name: text("name"), token: text("token"), tokenFile: text("tokenFile") },
    json: given.has("json"),
    quiet: given.has("quiet"),
    color: color === "always" || color === "never" ? color : "auto",
    isVersion: given.has("version"),
  };
}

function optionValues(options: Options, given: ReadonlyMap<string, Value>): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const [name, option] of Object.entries(options)) {
    values[name] = given.get(name) ?? absentValue(name, option);
  }
  return values;
}

function absentValue(name: string, option: Option): Value {
  if (option.type === "flag") return false;
  if (option.many) return [];
  return option.default === undefined ? undefined : valueOf(flagOf(name), option, option.default);
}

/**
 * The option that names the document; `undefined` when none does.
 *
 * @throws {UsageError} When two of them do.
 */
function documentFlag({ options }: CommandSpec, given: ReadonlyMap<string, Value>): string | undefined {
  const names = Object.keys(options).filter((name) => options[name]?.isDocument);
  const [flag, other] = ["doc", ...names].filter((name) => given.has(name)).map(flagOf);
  if (other !== undefined) {
    throw new UsageError(`${flag} and ${other} both name the document: give one of them.`);
  }
  return flag;
}

/** Gives each word to its argument; with `--doc`, or what does the same, the document needs no word. */
function argumentValues(
  command: Command,
  words: readonly string[],
  docFlag: string | undefined,
): Record<string, Value> {
  const expected = command.arguments.filter((one) => !(one.isDocument && docFlag !== undefined));
  const values: Record<string, Value> = {};
  const left = [...words];
  for (const argument of command.arguments) {
    if (!expected.includes(argument)) values[argument.name] = argument.many ? [] : undefined;
    else values[argument.name] = takeValue(command, argument, left);
  }
  if (left.length > 0) throw surplus(command, expected, left, docFlag);
  return values;
}

function takeValue(command: Command, argument: Argument, left: string[]): Value {
  const subject = `<${argument.name}>`;
  const taken = argument.many ? left.splice(0) : left.splice(0, 1);
  if (taken.length === 0 && !argument.optional) {
    throw new UsageError(
      `${command.name} needs ${subject}: ${argument.summary}. Write "${usageOf(command)}".`,
    );
  }
  if (argument.needsText && taken.includes("")) {
    throw new UsageError(`${command.name} needs ${subject} to say something: ${argument.summary}.`);
  }
  const values = taken.map((word) => valueOf(subject, argument, word));
  return argument.many ? values : values[0];
}

/** The usage of a command without its options: `loom add-state <name>`. */
export function usageOf(command: Pick<Command, "name" | "arguments">): string {
  const parts = command.arguments.map((argument) => {
    const name = argument.many ? `${argument.name}...` : argument.name;
    return argument.optional ? `[${name}]` : `<${name}>`;
  });
  return ["loom", command.name, ...parts].join(" ");
}

function surplus(
  command: Command,
  expected: readonly Argument[],
  left: readonly string[],
  docFlag: string | undefined,
): UsageError {
  const takes = expected.length === 0 ? "no word" : expected.map(({ name }) => `<${name}>`).join(" ");
  const because = docFlag !== undefined && expected.length < command.arguments.length
    ? ` beside ${docFlag}, which names the document already`
    : "";
  return new UsageError(`${command.name} takes ${takes}${because}: "${left[0]}" is too much.`);
}
