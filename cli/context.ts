import type { KindName, KindTable } from "@loom/protocol";
import { envAlias } from "@loom/protocol/words";
import type { CommandSpec } from "./command_spec.ts";
import type { Io } from "./io.ts";
import { type ColorMode, type Paint, paintFor } from "./paint.ts";
import { progressOn } from "./progress.ts";

/** The document of commands that are not given one. */
export const DEFAULT_DOCUMENT = "./statemachine.smdf.json";

/** The options that every command takes. */
export interface Globals {
  /** The value of `--doc`. */
  readonly doc: string | undefined;
  /** True when the result is to be JSON. */
  readonly json: boolean;
  /** True when remarks are to be left out. */
  readonly quiet: boolean;
  /** When to use colour. */
  readonly color: ColorMode;
  /** Options about the hub. Default: none. */
  readonly hub?: HubGlobals;
}

/** Options about the hub. */
export interface HubGlobals {
  /** The value of `--bridge`. */
  readonly url?: string | undefined;
  /** The name that the others see. */
  readonly name?: string | undefined;
  /** The token itself. */
  readonly token?: string | undefined;
  /** The file that holds the token. */
  readonly tokenFile?: string | undefined;
}

/** The context of a command. */
export interface Context {
  /** The outside. */
  readonly io: Io;
  /** The kinds of documents. */
  readonly kinds: KindTable;
  /** The commands of the program, those of the kinds among them. */
  readonly commands: readonly CommandSpec[];
  /** The kind of document that the command is for. Default: every kind. */
  readonly kind?: KindName | undefined;
  /** The document: that of `--doc`, of the environment, or the default one. */
  readonly doc: string;
  /** True when the result is to be JSON. */
  readonly json: boolean;
  /** Options about the hub. */
  readonly hub: HubGlobals;
  /** Colours of results. */
  readonly paint: Paint;
  /** Colours of remarks. */
  readonly remarkPaint: Paint;
  /** Writes a line of the result, or all of several; nothing for an empty list. */
  readonly print: (lines: string | readonly string[]) => void;
  /** Writes a value of the result as JSON. */
  readonly printJson: (value: unknown) => void;
  /** Writes a line beside the result, unless remarks are not wanted. */
  readonly remark: (line: string) => void;
  /** Shows on a terminal what takes long, in place of what was shown before; `""` takes it away. */
  readonly progress: (line: string) => void;
}

/** Makes the context of a command from the global options and the outside. */
export function makeContext(
  io: Io,
  globals: Globals,
  kinds: KindTable,
  commands: readonly CommandSpec[] = [],
): Context {
  const progress = globals.quiet ? () => {} : progressOn(io.stderr, io.env);
  return {
    io,
    kinds,
    commands,
    doc: globals.doc ?? envAlias("PROJECT_FILE", io.env) ?? DEFAULT_DOCUMENT,
    json: globals.json,
    hub: globals.hub ?? {},
    paint: paintFor(globals.color, io.stdout, io.env),
    remarkPaint: paintFor(globals.color, io.stderr, io.env),
    print: (lines) => {
      if (typeof lines === "string") io.stdout.write(lines + "\n");
      else if (lines.length > 0) io.stdout.write(lines.join("\n") + "\n");
    },
    printJson: (value) => io.stdout.write(JSON.stringify(value, null, 2) + "\n"),
    remark: (line) => {
      if (globals.quiet) return;
      progress("");
      io.stderr.write(line + "\n");
    },
    progress,
  };
}
