/** The names of `@std/cli/parse-args` that the loom uses. */
export interface ParseOptions {
  "--"?: boolean;
  alias?: Record<string, string | readonly string[]>;
  boolean?: readonly string[];
  collect?: readonly string[];
  default?: Record<string, unknown>;
  negatable?: readonly string[];
  stopEarly?: boolean;
  string?: readonly string[];
  unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}
export interface Args {
  // deno-lint-ignore no-explicit-any
  [name: string]: any;
  _: (string | number)[];
}
export function parseArgs(args: string[], options?: ParseOptions): Args;
