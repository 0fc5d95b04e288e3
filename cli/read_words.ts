import { didYouMean } from "@loom/protocol/words";
import { flagOf, type Option, type Options, type Value, type ValueSpec } from "./command_spec.ts";
import { UsageError } from "./usage_error.ts";

/** A command line taken apart. */
export interface Words {
  /** Values of the options by name, without those left out. */
  readonly given: ReadonlyMap<string, Value>;
  /** The words that are no options. */
  readonly words: readonly string[];
  /** The words after the one at which reading stopped. */
  readonly rest: readonly string[];
}

/** Syntax of a number. */
interface NumberForm {
  readonly form: RegExp;
  readonly isTaken: (number: number) => boolean;
}

const WHOLE: NumberForm = { form: /^[+-]?\d+$/, isTaken: Number.isSafeInteger };
const DECIMAL: NumberForm = { form: /^[+-]?(?:\d+\.?\d*|\.\d+)$/, isTaken: Number.isFinite };

/**
 * Takes words apart into options and others. `--name value`, `--name=value` and `-n` are options; what follows
 * `--` is none, nor is `-`, nor a negative number.
 *
 * @param args The words.
 * @param options The options that are known.
 * @param atWord Whether to stop behind the first word that is no option.
 * @throws {UsageError} For an unknown option, a missing or surplus value, a value that is no choice.
 */
export function readWords(
  args: readonly string[],
  options: Options,
  { stopAtWord = false }: { stopAtWord?: boolean } = {},
): Words {
  const given = new Map<string, Value>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!isOption(arg)) {
      words.push(arg);
      if (stopAtWord) return { given, words, rest: args.slice(at + 1) };
      continue;
    }
    const { name, option, inline } = lookUp(arg, options);
    if (option.type === "flag") {
      if (inline !== undefined) {
        throw new UsageError(`${flagOf(name)} takes no value: leave out "=${inline}".`);
      }
      given.set(name, true);
      continue;
    }
    const text = inline ?? args[++at];
    if (text === undefined || (inline === undefined && isKnown(text, options))) {
      throw needsValue(name, option);
    }
    addValue(given, name, option, valueOf(flagOf(name), option, text));
  }
  return { given, words, rest: [] };
}

/**
 * The value that a word stands for.
 *
 * @param subject What it is the value of, for the sentence.
 * @throws {UsageError} When it is not of the type, or none of the choices.
 */
export function valueOf(subject: string, spec: ValueSpec | Option, text: string): string | number {
  if (spec.choices !== undefined && !spec.choices.includes(text)) {
    throw new UsageError(
      `${subject} cannot be "${text}": choose ${choicesText(spec.choices)}.${didYouMean(text, spec.choices)}`,
    );
  }
  if (spec.type === "integer") return numberOf(text, WHOLE) ?? refuseNumber(subject, "a whole number", text);
  if (spec.type === "number") return numberOf(text, DECIMAL) ?? refuseNumber(subject, "a number", text);
  return text;
}

function numberOf(text: string, { form, isTaken }: NumberForm): number | undefined {
  const number = Number(text);
  return form.test(text) && isTaken(number) ? number : undefined;
}

function refuseNumber(subject: string, what: string, text: string): never {
  throw new UsageError(`${subject} must be ${what}, and "${text}" is none.`);
}

function isOption(arg: string): boolean {
  return /^-[^\d]/.test(arg);
}

function isKnown(arg: string, options: Options): boolean {
  return arg.startsWith("--") && nameOf(arg, options) !== undefined;
}

interface Found {
  readonly name: string;
  readonly option: Option;
  readonly inline: string | undefined;
}

function lookUp(arg: string, options: Options): Found {
  const name = nameOf(arg, options);
  const option = name === undefined ? undefined : options[name];
  if (name === undefined || option === undefined) throw unknown(arg, options);
  const equals = arg.indexOf("=");
  return { name, option, inline: equals < 0 ? undefined : arg.slice(equals + 1) };
}

function nameOf(arg: string, options: Options): string | undefined {
  const [flag] = arg.split("=", 1);
  return Object.keys(options).find((name) =>
    [flagOf(name), `-${options[name]?.letter}`, options[name]?.alias].includes(flag)
  );
}

function unknown(arg: string, options: Options): UsageError {
  const [flag = arg] = arg.split("=", 1);
  const hint = didYouMean(flag, Object.keys(options).map(flagOf));
  return new UsageError(`There is no option ${flag} here.${hint || " --help tells which there are."}`);
}

function needsValue(name: string, option: Option): UsageError {
  return new UsageError(`${flagOf(name)} needs a value: write ${flagOf(name)} <${option.value ?? "value"}>.`);
}

function addValue(given: Map<string, Value>, name: string, option: Option, value: string | number): void {
  const before = given.get(name);
  if (option.many) given.set(name, [...(Array.isArray(before) ? before : []), value]);
  else if (before === undefined) given.set(name, value);
  else throw new UsageError(`${flagOf(name)} is given twice: give it once.`);
}

/** Choices as a list for a sentence: `a, b or c`. */
export function choicesText(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
