/** The longest title, in code points. */
const TITLE_LENGTH = 50;
/** The longest slug, in code points. */
const SLUG_LENGTH = 30;
/** Characters that some file systems forbid in names, or that lead to another folder. */
// deno-lint-ignore no-control-regex
const NOT_IN_FILE_NAMES = /[/\\?*|"<>\u0000-\u001f\u007f-\u009f]/g;

/** The beats that an episode can be named after. */
const NAMING_FUNCTIONS: ReadonlySet<string> = new Set(["inciting_incident", "climax"]);

/**
 * The id of an episode.
 *
 * @example
 * ```ts
 * import { episodeId } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(episodeId(1, 7), "s01e07");
 * ```
 */
export function episodeId(season: number, episode: number): string {
  return `s${twoDigits(season)}e${twoDigits(episode)}`;
}

/**
 * The title of an episode: the content of the first beat that opens or crowns it, else the day it is written.
 *
 * @param beats in their order
 * @param now when the episode is written
 */
export function episodeTitle(
  beats: readonly { readonly narrative_function: string; readonly content: string }[],
  now: Date,
): string {
  const named = beats.find((beat) => NAMING_FUNCTIONS.has(beat.narrative_function));
  const title = named === undefined ? "" : firstCodePoints(
    named.content.replaceAll("#", "").replaceAll(":", " -"),
    TITLE_LENGTH,
  );
  if (title.trim() !== "") return title;
  return `Episode ${now.toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/**
 * The part of a file's name that a title gives: lower case, a hyphen for each space, at most 30 long.
 *
 * Characters that file names cannot contain become hyphens too, so that no title leads out of its folder.
 *
 * @example
 * ```ts
 * import { episodeSlug } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(episodeSlug("Issue 1 - Spelling error in the README file"), "issue-1---spelling-error-in-th");
 * ```
 */
export function episodeSlug(title: string): string {
  const hyphenated = title.toLowerCase().replaceAll(" ", "-").replace(NOT_IN_FILE_NAMES, "-");
  return firstCodePoints(hyphenated, SLUG_LENGTH).replace(/\.+$/, "") || "episode";
}

/** A text without what lies behind its first code points; none is halved. */
export function firstCodePoints(text: string, most: number): string {
  return text.length <= most ? text : [...text].slice(0, most).join("");
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
