import { envAlias, type Environment } from "@loom/protocol";
import { parseArgs } from "@std/cli/parse-args";
import { UsageError } from "../usage_error.ts";

/** The port of a hub that is given none. */
const PORT = 4599;

/** What the program `loom-hub` is told by its words and by the environment. */
export interface HubSettings {
  readonly port: number;
  readonly host: string;
  /** The document of clients that name none. */
  readonly docId: string | undefined;
  /** The folder that documents may not lie outside of. */
  readonly root: string | undefined;
  readonly token: string | undefined;
  /** The file that the token stands in. */
  readonly tokenFile: string | undefined;
  readonly origins: readonly string[];
  readonly hosts: readonly string[];
  readonly redisUrl: string | undefined;
}

/** An option of the program. */
interface Flag {
  readonly name: string;
  readonly value?: string;
  /** The variable that says the same, without its prefix. */
  readonly variable?: string;
  readonly isList?: true;
  readonly help: string;
}

/** The options, one row each. */
const FLAGS: readonly Flag[] = [
  {
    name: "port",
    value: "number",
    variable: "BRIDGE_PORT",
    help: `the port; 0 takes a free one; ${PORT} without`,
  },
  {
    name: "host",
    value: "address",
    variable: "BRIDGE_HOST",
    help: "the address to listen on; 127.0.0.1 without",
  },
  {
    name: "root",
    value: "folder",
    variable: "BRIDGE_ROOT",
    help: "the folder that documents may not lie outside of",
  },
  {
    name: "doc",
    value: "path",
    variable: "PROJECT_FILE",
    help: "the document of clients that name none; ./statemachine.smdf.json without",
  },
  {
    name: "token-file",
    value: "path",
    help: "a file with the token that clients must give; or LOOM_BRIDGE_TOKEN",
  },
  {
    name: "origin",
    value: "origin",
    variable: "BRIDGE_ORIGINS",
    isList: true,
    help: "pages that may connect: https://host, loopback for this machine's, * for all; loopback without",
  },
  {
    name: "allow-host",
    value: "name",
    variable: "BRIDGE_HOSTS",
    isList: true,
    help: "a name that the hub may be called by, besides addresses and localhost",
  },
  { name: "redis", value: "url", variable: "REDIS_URL", help: "rooms in Redis, shared with other hubs" },
  { name: "version", help: "print the version" },
  { name: "help", help: "print this" },
];

/** How the program is used. */
export function hubHelp(): string {
  const rows = FLAGS.map(({ name, value, help, variable, isList }) => {
    const words = `--${name}${value === undefined ? "" : ` <${value}>`}`;
    const more = variable === undefined ? "" : ` (LOOM_${variable})`;
    return `  ${words.padEnd(24)} ${help}${isList ? "; may be given more than once" : ""}${more}\n`;
  });
  return `loom-hub: keeps all who work on a document at the same state of it, and in step with its file.

Usage: loom-hub [options]

Options, and the variables that say the same:
${rows.join("")}
The address is printed when the hub listens; what happens goes to stderr, as lines of JSON. Ctrl-C stops it.
`;
}

/**
 * Reads the words and the environment of the program.
 *
 * @returns the settings, or which text is asked for
 * @throws {UsageError} when something is not understood
 */
export function readHubSettings(args: readonly string[], env: Environment): HubSettings | "help" | "version" {
  const given = parseArgs([...args], {
    string: FLAGS.filter(({ value }) => value !== undefined).map(({ name }) => name),
    boolean: FLAGS.filter(({ value }) => value === undefined).map(({ name }) => name),
    collect: FLAGS.filter(({ value }) => value !== undefined).map(({ name }) => name),
    alias: { help: "h" },
    unknown: (word) => {
      throw new UsageError(`"${word}" is not understood: see loom-hub --help.`);
    },
  });
  if (given["help"]) return "help";
  if (given["version"]) return "version";
  const all = (name: string): readonly string[] => valuesOf(name, given[name], env);
  const one = (name: string): string | undefined => all(name).at(-1);
  return {
    port: portOf(one("port")),
    host: one("host") ?? "127.0.0.1",
    docId: one("doc"),
    root: one("root"),
    token: envAlias("BRIDGE_TOKEN", env),
    tokenFile: one("token-file"),
    origins: all("origin").length === 0 ? ["loopback"] : all("origin"),
    hosts: all("allow-host"),
    redisUrl: one("redis"),
  };
}

/** The values of an option: of the words, else of the environment. */
function valuesOf(name: string, given: unknown, env: Environment): readonly string[] {
  const flag = FLAGS.find((flag) => flag.name === name);
  const words: readonly unknown[] = Array.isArray(given) ? given : [];
  if (words.some((word) => word === "")) {
    throw new UsageError(`--${name} needs a value: see loom-hub --help.`);
  }
  if (words.length > 1 && !flag?.isList) throw new UsageError(`--${name} is given twice: give it once.`);
  if (words.length > 0) return words.map(String);
  const value = flag?.variable === undefined ? undefined : envAlias(flag.variable, env);
  if (value === undefined) return [];
  return flag?.isList ? value.split(/[\s,]+/).filter((word) => word !== "") : [value];
}

function portOf(text: string | undefined): number {
  if (text === undefined) return PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`"${text}" is no port: give a whole number from 0 to 65535.`);
}
