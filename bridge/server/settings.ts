import { envAlias, type Environment } from "@loom/protocol";

/** A setting: one row of a server's table. Help texts and reference pages are made of the same rows. */
export interface Setting {
  /** The variable of the environment, whole; one that begins with `LOOM_` has older spellings too. */
  readonly variable: string;
  /** The value that holds without a setting; empty for none. */
  readonly standard: string;
  /** The meaning, for people. */
  readonly meaning: string;
  /** The flag of the command line that says the same, without dashes. */
  readonly flag?: string;
  /** True for a value that no message may show. */
  readonly isSecret?: true;
}

/** A table of settings by the names that the program uses. */
export type SettingTable<Name extends string> = Readonly<Record<Name, Setting>>;

/** Sources of values for a {@linkcode SettingsReader}. */
export interface SettingSources<Name extends string> {
  /** The variables of the environment. */
  readonly env: Environment;
  /** Values of the command line or of a caller, which win; a list for settings of several words. */
  readonly given?: { readonly [Key in Name]?: string | readonly string[] | undefined };
  /** Makes the error of a value that is not understood. */
  readonly error: (message: string) => Error;
}

/**
 * Reads the settings of a server: what is given, else the environment, else the table's standard. Each method throws the error of the
 * sources when a value is not understood; the sentence names the variable and, unless it is secret, the value.
 *
 * @example
 * ```ts
 * import { SettingsReader } from "@loom/bridge/server";
 * import { LoomError } from "@loom/protocol";
 * import { assertEquals, assertThrows } from "@std/assert";
 *
 * const table = { port: { variable: "LOOM_SHOP_PORT", standard: "4700", meaning: "the port" } };
 * const reader = (env: Record<string, string>) =>
 *   new SettingsReader(table, { env, error: (message) => new LoomError("bad_option", message) });
 * assertEquals([reader({}).port("port"), reader({ LOOM_SHOP_PORT: "0" }).port("port")], [4700, 0]);
 * assertThrows(() => reader({ LOOM_SHOP_PORT: "http" }).port("port"), LoomError, 'LOOM_SHOP_PORT is "http"');
 * ```
 */
export class SettingsReader<Name extends string> {
  readonly #table: SettingTable<Name>;
  readonly #sources: SettingSources<Name>;

  /** Makes a reader; nothing is read yet. */
  constructor(table: SettingTable<Name>, sources: SettingSources<Name>) {
    this.#table = table;
    this.#sources = sources;
  }

  /** The text that is set; `undefined` without one, whatever the standard is. */
  optional(name: Name): string | undefined {
    const given = this.#sources.given?.[name];
    if (given !== undefined) return typeof given === "string" ? given : given.join(",");
    const { variable } = this.#table[name];
    const { env } = this.#sources;
    // An empty value counts as not set.
    return variable.startsWith("LOOM_")
      ? envAlias(variable.slice("LOOM_".length), env)
      : env[variable] || undefined;
  }

  /** The text that is set, else the standard. */
  text(name: Name): string {
    return this.optional(name) ?? this.#table[name].standard;
  }

  /** Words with commas or spaces between. */
  words(name: Name): readonly string[] {
    const given = this.#sources.given?.[name];
    if (Array.isArray(given)) return given;
    const words = wordsOf(this.text(name));
    return words.length > 0 ? words : wordsOf(this.#table[name].standard);
  }

  /**
   * The number of a port.
   *
   * @param more Further advice for the sentence of a refusal.
   */
  port(name: Name, more = ""): number {
    const read = (text: string) => wholeNumber(text.trim(), { least: 0, most: 65_535 });
    return this.parse(name, read, `is no port: set a whole number from 0 to 65535${more}.`);
  }

  /** A whole number within bounds. */
  integer(name: Name, bounds: { readonly least: number; readonly most: number }): number {
    const { least, most } = bounds;
    const complaint = `is no whole number from ${least} to ${most}: set one, or unset it.`;
    return this.parse(name, (text) => wholeNumber(text, bounds), complaint);
  }

  /** A switch; what could be a slip is refused, since it may be about safety. */
  isOn(name: Name): boolean {
    return this.parse(name, switchOf, "is neither yes nor no: set it to 1, or to 0.");
  }

  /** A token that a header can carry; `undefined` without one. */
  token(name: Name): string | undefined {
    const read = (text: string) => /^[\x21-\x7e]+$/.test(text) ? text : undefined;
    const complaint =
      "has spaces or characters that no header can carry: use letters, digits and signs of ASCII only.";
    return this.optional(name) === undefined ? undefined : this.parse(name, read, complaint);
  }

  /**
   * A value of any other type.
   *
   * @param read Gives `undefined` for a text that is not understood.
   * @param complaint The end of a sentence that begins with the variable and its value.
   */
  parse<Value>(name: Name, read: (text: string) => Value | undefined, complaint: string): Value {
    const text = this.text(name);
    const value = read(text);
    if (value !== undefined) return value;
    const { variable, flag, isSecret } = this.#table[name];
    const isFlag = flag !== undefined && this.#sources.given?.[name] !== undefined;
    const subject = isFlag ? `--${flag}` : variable;
    throw this.#sources.error(
      isSecret ? `${subject} ${complaint}` : `${subject} is ${JSON.stringify(text)}, which ${complaint}`,
    );
  }
}

function wordsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

function wholeNumber(
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  const number = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : undefined;
}

function switchOf(text: string): boolean | undefined {
  if (/^(?:1|true|yes)$/i.test(text.trim())) return true;
  return /^(?:0|false|no|off)?$/i.test(text.trim()) ? false : undefined;
}
