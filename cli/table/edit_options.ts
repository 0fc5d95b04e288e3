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
