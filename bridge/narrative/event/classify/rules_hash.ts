import { sha256 } from "../../sha256.ts";
import type { Rules } from "./rules.ts";

/** The SHA-256 of what rules say, in whatever order they say it. */
export function rulesHash(
  { engineer, ceremony, story_engine, confidence, flows, match }: Omit<Rules, "sha256">,
): string {
  return sha256(JSON.stringify([
    rows(engineer),
    rows(ceremony),
    rows(story_engine).map(([key, { intent, act }]) => [key, intent, act]),
    [confidence.engineer, confidence.ceremony, confidence.story_engine],
    [flows.engineer, flows.ceremony, flows.story_engine],
    match,
  ]));
}

function rows<Value>(table: ReadonlyMap<string, Value>): [string, Value][] {
  return [...table].sort(([a], [b]) => a < b ? -1 : 1);
}
