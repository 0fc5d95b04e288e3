import type { OpLine } from "@loom/protocol";

/** The ways in which text can stand out. */
export interface Paint {
  /** Headings and names. */
  readonly strong: (text: string) => string;
  /** Less important text. */
  readonly faint: (text: string) => string;
  /** Good, active or new. */
  readonly good: (text: string) => string;
  /** Needs attention. */
  readonly warn: (text: string) => string;
  /** Wrong or gone. */
  readonly bad: (text: string) => string;
  /** Possible actions. */
  readonly live: (text: string) => string;
}

/** When to use colour. */
export type ColorMode = "auto" | "always" | "never";

const asIs = (text: string): string => text;
const PLAIN: Paint = { strong: asIs, faint: asIs, good: asIs, warn: asIs, bad: asIs, live: asIs };
const COLORED: Paint = {
  strong: style(1, 22),
  faint: style(2, 22),
  good: style(32, 39),
  warn: style(33, 39),
  bad: style(31, 39),
  live: style(36, 39),
};

/** Text between two codes of ECMA-48, "select graphic rendition". */
function style(open: number, close: number): (text: string) => string {
  return (text) => text === "" ? "" : `\x1b[${open}m${text}\x1b[${close}m`;
}

/**
 * The paint for a stream: with `auto` in colour when a person looks at it, unless `NO_COLOR` is set or the
 * terminal is a dumb one.
 */
export function paintFor(
  mode: ColorMode,
  stream: { readonly isTerminal: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  if (mode === "always") return COLORED;
  if (mode === "never" || !stream.isTerminal) return PLAIN;
  return env.NO_COLOR || env.TERM === "dumb" ? PLAIN : COLORED;
}

/** The line of an operation with its sign in colour. */
export function paintedOp({ sign, text }: OpLine, paint: Paint): string {
  const paints = { "+": paint.good, "-": paint.bad, "~": paint.warn, ">": paint.live };
  return `${paints[sign](sign)} ${text}`;
}
