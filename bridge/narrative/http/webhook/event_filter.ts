import { isObject } from "@loom/protocol";
import { NarrativeStartError } from "../../narrative_error.ts";

/** Selects the webhooks that become beats. */
export interface EventFilter {
  /** The types; `undefined` takes all. */
  readonly types: ReadonlySet<string> | undefined;
  /** True to skip events of programs. */
  readonly skipsBots: boolean;
  /** True to skip pushes that delete a branch or a tag. */
  readonly skipsDeletions: boolean;
  /** The labels whose coming and going is left out, in lower case. */
  readonly skippedLabels: ReadonlySet<string>;
}

/** The types that become beats when nobody says otherwise: the others would soon carry a story to its end. */
export const STANDARD_TYPES: readonly string[] = ["issues", "issue_comment", "pull_request", "push"];

/**
 * Reads which webhooks become beats.
 *
 * @param types their types, with commas between; `*` for all
 * @param skip what is left out: `bots`, `deletions`, `label:<name>`, with commas between
 * @throws {NarrativeStartError} `bad_option` for another word
 */
export function readEventFilter(types: string | undefined, skip: string | undefined): EventFilter {
  const names = partsOf(types);
  const skipped = partsOf(skip);
  const unknown = skipped.find((word) => !/^(?:bots|deletions|label:.+)$/.test(word));
  if (unknown !== undefined) {
    throw new NarrativeStartError(
      "bad_option",
      `LOOM_NARRATIVE_SKIP has ${JSON.stringify(unknown)}: it takes bots, deletions and label:<name>.`,
    );
  }
  const labels = skipped.filter((word) => word.startsWith("label:")).map((word) => word.slice(6).trim());
  return {
    types: names.includes("*") ? undefined : new Set(names.length === 0 ? STANDARD_TYPES : names),
    skipsBots: skipped.includes("bots"),
    skipsDeletions: skipped.includes("deletions"),
    skippedLabels: new Set(labels),
  };
}

/** Describes what a filter skips of the types that it takes, each in a few words. */
export function skippedBy({ skipsBots, skipsDeletions, skippedLabels }: EventFilter): string[] {
  return [
    ...(skipsBots ? ["what programs do"] : []),
    ...(skipsDeletions ? ["deletions of branches and tags"] : []),
    ...[...skippedLabels].map((label) => `the label ${JSON.stringify(label)} coming and going`),
  ];
}

/** True for a webhook that becomes a beat. */
export function isWanted(
  filter: EventFilter,
  type: string,
  payload: Readonly<Record<string, unknown>>,
): boolean {
  if (filter.types !== undefined && !filter.types.has(type.trim().toLowerCase())) return false;
  if (filter.skipsBots && isObject(payload.sender) && payload.sender.type === "Bot") return false;
  if (filter.skipsDeletions && payload.deleted === true) return false;
  return !filter.skippedLabels.has(labelOf(payload) ?? "");
}

/** The label that comes or goes, in lower case. */
function labelOf({ action, label }: Readonly<Record<string, unknown>>): string | undefined {
  if (action !== "labeled" && action !== "unlabeled") return undefined;
  return isObject(label) && typeof label.name === "string" ? label.name.trim().toLowerCase() : undefined;
}

function partsOf(text: string | undefined): string[] {
  return (text ?? "").split(",").map((part) => part.trim().toLowerCase()).filter((part) => part !== "");
}
