import { type Setting, SettingsReader, type SettingTable } from "@loom/bridge/server";
import { envAlias, type Environment } from "@loom/protocol";
import { parseArgs } from "@std/cli/parse-args";
import { UsageError } from "../usage_error.ts";

/** Settings of the program `loom-hub`. */
export interface HubSettings {
  readonly port: number;
  readonly host: string;
  /** The document of clients that name none. */
  readonly docId: string | undefined;
  /** The folder that documents may not lie outside of. */
  readonly root: string | undefined;
  readonly token: string | undefined;
  /** A file that holds the token. */
  readonly tokenFile: string | undefined;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
  readonly redisUrl: string | undefined;
}

/** A setting that the command line can give. */
interface FlagSetting extends Setting {
  readonly flag: string;
  /** The name of the value in the help text. */
  readonly value: string;
  readonly isList?: true;
}

const TABLE = {
  port: {
    variable: "LOOM_BRIDGE_PORT",
    flag: "port",
    value: "number",
    standard: "4599",
    meaning: "the port; 0 takes a free one; 4599 without",
  },
  host: {
    variable: "LOOM_BRIDGE_HOST",
    flag: "host",
    value: "address",
    standard: "127.0.0.1",
    meaning: "the address to listen on; 127.0.0.1 without",
  },
  root: {
    variable: "LOOM_BRIDGE_ROOT",
    flag: "root",
    value: "folder",
    standard: "",
    meaning: "the folder that documents may not lie outside of",
  },
  doc: {
    variable: "LOOM_PROJECT_FILE",
    flag: "doc",
    value: "path",
    standard: "",
    meaning: "the document of clients that name none; ./statemachine.smdf.json without",
  },
  tokenFile: {
    variable: "",
    flag: "token-file",
    value: "path",
    standard: "",
    meaning: "a file with the token that clients must give; or LOOM_BRIDGE_TOKEN",
  },
  origins: {
    variable: "LOOM_BRIDGE_ORIGINS",
    flag: "origin",
    value: "origin",
    isList: true,
    standard: "loopback",
    meaning: "pages that may connect: https://host, loopback for this machine's, * for all; loopback without",
  },
  hosts: {
    variable: "LOOM_BRIDGE_HOSTS",
    flag: "allow-host",
    value: "name",
    isList: true,
    standard: "",
    meaning: "a name that the hub may be called by, besides addresses and localhost",
  },
  redisUrl: {
    variable: "LOOM_REDIS_URL",
    flag: "redis",
    value: "url",
    standard: "",
    meaning: "rooms in Redis, shared with other hubs",
  },
} as const satisfies SettingTable<string> & Readonly<Record<string, FlagSetting>>;

type Name = keyof typeof TABLE;

// `Object.entries` gives the keys as plain strings.
const ROWS = Object.entries(TABLE) as [Name, FlagSetting][];

const SWITCHES = { version: "print the version", help: "print this" } as const;

/** The help text of the program. */
export function hubHelp(): string {
  const rows = ROWS.map(([, { flag, value, variable, meaning, isList }]) => {
    const more = variable === "" ? "" : ` (${variable})`;
    return `  ${`--${flag} <${value}>`.padEnd(24)} ${meaning}${
      isList ? "; may be given more than once" : ""
    }${more}\n`;
  });
  const switches = Object.entries(SWITCHES).map(([name, help]) => `  ${`--${name}`.padEnd(24)} ${help}\n`);
  return `loom-hub: keeps all who work on a document at the same state of it, and in step with its file.

Usage: loom-hub [options]

Options, and the variables that say the same:
${[...rows, ...switches].join("")}
The address is printed when the hub listens; what happens goes to stderr, as lines of JSON. Ctrl-C stops it.
`;
}

/**
 * Reads the words and the environment of the program.
 *
 * @returns the settings, or the text that is asked for
 * @throws {UsageError} when something is not understood
 */
export function readHubSettings(args: readonly string[], env: Environment): HubSettings | "help" | "version" {
  const flags = ROWS.map(([, { flag }]) => flag);
  const words = parseArgs([...args], {
    string: flags,
    boolean: Object.keys(SWITCHES),
    collect: flags,
    alias: { help: "h" },
    unknown: (word) => {
      throw new UsageError(`"${word}" is not understood: see loom-hub --help.`);
    },
  });
  if (words["help"]) return "help";
  if (words["version"]) return "version";
  const given = Object.fromEntries(ROWS.map(([name, row]) => [name, givenOf(row, words[row.flag])]));
  const read = new SettingsReader<Name>(TABLE, { env, given, error: (message) => new UsageError(message) });
  return {
    port: read.port("port"),
    host: read.text("host"),
    docId: read.optional("doc"),
    root: read.optional("root"),
    token: envAlias("BRIDGE_TOKEN", env),
    tokenFile: read.optional("tokenFile"),
    origins: read.words("origins"),
    hosts: read.words("hosts"),
    redisUrl: read.optional("redisUrl"),
  };
}

/** The words of a flag; `undefined` without any. */
function givenOf({ flag, isList }: FlagSetting, given: unknown): string | readonly string[] | undefined {
  const words = Array.isArray(given) ? given.map(String) : [];
  if (words.includes("")) throw new UsageError(`--${flag} needs a value: see loom-hub --help.`);
  if (isList) return words.length > 0 ? words : undefined;
  if (words.length > 1) throw new UsageError(`--${flag} is given twice: give it once.`);
  return words[0];
}
