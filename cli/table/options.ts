/** The options of every command that changes a document. */
export const EDIT_OPTIONS = {
  dryRun: { type: "flag", summary: "Show the change as a unified diff and write nothing" },
  revision: {
    type: "text",
    value: "revision",
    summary: "Refuse the change if the document is at another revision",
  },
  requireLive: {
    type: "flag",
    summary: "Change nothing if no hub can be reached (exit code 5)",
  },
} as const;

/** The option of every change that names something. */
export const NAMES_OPTION = {
  allowUnknown: { type: "flag", summary: "Accept names that the document does not have yet" },
} as const;

/** The option of every change that writes a guard or an action. */
export const TEXT_OPTION = {
  asKey: {
    type: "flag",
    summary: "Do not warn about text that does not parse: the host registers a function with that name",
  },
} as const;

/** The options of every command that changes the fields of something. */
export const FIELD_OPTIONS = {
  set: {
    type: "text",
    value: "field=value",
    many: true,
    summary: "Set a field; values other than text are JSON",
  },
  unset: { type: "text", value: "field", many: true, summary: "Take a field away" },
} as const;

/** The options of commands that write files made from documents. */
export const OUT_OPTIONS = {
  out: {
    type: "text",
    letter: "o",
    value: "path|-",
    summary: "The file or folder to write to, created if missing; - is standard output",
    completes: "file",
  },
  overwrite: { type: "flag", summary: "Replace a file that was edited, or was not written by the loom" },
  check: {
    type: "flag",
    summary: "Write nothing; list the files that are missing or differ, and exit with 1 if there are any",
  },
  /** The paragraph about what is replaced. */
  details:
    "A file written by the loom is replaced. A file that was edited since, or written by someone else, is replaced only with --overwrite, and an input document never. The loom recognizes its files by a checksum in their last line, or in .made-loom beside them where the format has no comments.",
} as const;

/** The options about where the stories are kept. */
export const STORE_OPTIONS = {
  store: {
    type: "text",
    value: "address",
    summary:
      "The store of beats: sqlite:<path>, redis://..., jsonl:<folder>, memory: (default: LOOM_NARRATIVE_STORE, else sqlite:.loom/narrative.db)",
  },
  story: {
    type: "text",
    value: "name",
    summary: "The story (default: LOOM_NARRATIVE_STORY, else main)",
  },
} as const;

/** The option about the rules of classification. */
export const RULES_OPTION = {
  rules: {
    type: "text",
    value: "path",
    summary:
      "A file with classification rules that override the built-in ones (default: LOOM_NARRATIVE_RULES)",
    completes: "file",
  },
} as const;
