import { NarrativeError } from "../narrative_error.ts";

/**
 * Checks the name of a repository, so that it can stand in an address.
 *
 * @throws {NarrativeError} `invalid_field` when it is not `owner/name`
 */
export function checkRepository(text: string): string {
  const isName = /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/.test(text) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(text);
  if (isName) return text;
  throw new NarrativeError(
    "invalid_field",
    `${JSON.stringify(text)} is no repository: write it as owner/name.`,
    "repository",
  );
}
