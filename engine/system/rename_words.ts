/** The parts that can be renamed in all documents of a system. */
export const RENAMED_WORDS = [
  "entity",
  "attribute",
  "state",
  "event",
  "participant",
  "machine",
  "actor",
] as const;

/** One of {@linkcode RENAMED_WORDS}. */
export type RenamedWord = typeof RENAMED_WORDS[number];
