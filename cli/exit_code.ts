/** Exit codes of the program. */
export const EXIT = {
  /** The work is done. */
  done: 0,
  /** The work found problems: an invalid document, an event that was not handled, a difference. */
  problems: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The work was refused: a conflict, an unknown name, a document of another kind. */
  refused: 3,
  /** A file cannot be read or written, or the output not be taken. */
  unreadable: 4,
  /** A live hub was needed and not reached. */
  notLive: 5,
} as const;

/** A number that the program ends with. */
export type ExitCode = typeof EXIT[keyof typeof EXIT];

/** The exit codes by error class and code; `*` stands for the other codes of the class. */
const EXIT_OF_ERROR: Readonly<Record<string, Readonly<Record<string, ExitCode>>>> = {
  UsageError: { "*": EXIT.usage },
  NameError: { "*": EXIT.refused },
  PatchError: { "*": EXIT.refused },
  RefusedError: { "*": EXIT.refused },
  DockerError: { "*": EXIT.notLive, docker_missing: EXIT.unreadable },
  DocumentError: {
    "*": EXIT.unreadable,
    stale_revision: EXIT.refused,
    exists: EXIT.refused,
    is_document: EXIT.usage,
    wrong_ending: EXIT.usage,
    locked: EXIT.refused,
    outside_root: EXIT.refused,
    wrong_kind: EXIT.refused,
    not_json: EXIT.refused,
    invalid_definition: EXIT.refused,
  },
  ForgeError: { "*": EXIT.unreadable, no_hook: EXIT.refused },
  HubStartError: { "*": EXIT.unreadable, token_required: EXIT.refused, bad_option: EXIT.usage },
  HubError: { "*": EXIT.notLive },
  LoomError: {
    "*": EXIT.problems,
    bad_notation: EXIT.usage,
    bad_style: EXIT.usage,
    bad_test_file: EXIT.unreadable,
    bad_url: EXIT.usage,
    unavailable: EXIT.unreadable,
  },
  NarrativeError: {
    "*": EXIT.problems,
    bad_store: EXIT.usage,
    invalid_rules: EXIT.unreadable,
    unreadable_store: EXIT.unreadable,
    unknown_beat: EXIT.refused,
    unknown_event: EXIT.refused,
  },
  DesignerStartError: { "*": EXIT.unreadable, token_required: EXIT.refused },
  NarrativeStartError: { "*": EXIT.unreadable, token_required: EXIT.refused, bad_option: EXIT.usage },
  StoreUnavailableError: { "*": EXIT.unreadable },
  OutputError: { "*": EXIT.unreadable },
  PictureError: { "*": EXIT.problems, bad_scale: EXIT.usage },
  ReadError: { "*": EXIT.unreadable },
  StepTextError: { "*": EXIT.usage },
  TokenFileError: { "*": EXIT.unreadable, token_not_private: EXIT.refused },
  JsonSyntaxError: { "*": EXIT.unreadable },
  ModuleNameError: { "*": EXIT.usage },
  MachineRuntimeError: { "*": EXIT.problems, bad_snapshot: EXIT.refused, unknown_state: EXIT.refused },
};

/** The graver of two exit codes. */
export function graver(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/**
 * The exit code for an error: that of its class and code, else 1.
 *
 * Classes go by their names, so that looking one up loads no package.
 */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof Error)) return EXIT.problems;
  const codes = Object.hasOwn(EXIT_OF_ERROR, error.name) ? EXIT_OF_ERROR[error.name] : undefined;
  if (codes === undefined) return EXIT.problems;
  const code = "code" in error ? String(error.code) : "*";
  return (Object.hasOwn(codes, code) ? codes[code] : codes["*"]) ?? EXIT.problems;
}
