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
