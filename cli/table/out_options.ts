/** The options of commands that write files made from documents. */
export const OUT_OPTIONS = {
  out: {
    type: "text",
    letter: "o",
    value: "path|-",
    summary: "The file or folder to write to, made where it is missing; - is standard output",
    completes: "file",
  },
  overwrite: { type: "flag", summary: "Replace a file that the loom did not make, or that was edited since" },
  check: {
    type: "flag",
    summary: "Write nothing; exit with 1, and a line for each file that is missing or differs",
  },
  /** The paragraph about what is replaced. */
  details:
    "A file that the loom made is replaced; one that it did not make, or that was edited since, only with --overwrite, and a document that is read never. The loom knows its files by a checksum in their last line, or in .made-loom beside them where the format has no comments.",
} as const;
