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
