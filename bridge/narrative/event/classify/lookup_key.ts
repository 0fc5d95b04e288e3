/** The prefix under which some dispatchers name the types of the forge. */
const FORGE_PREFIX = "github.";

/**
 * The lookup key of an event: its type, then a dot and its action if it has one. A type that ends in the action includes it. A
 * request that was closed by a merge has the action `merged`.
 *
 * @example
 * ```ts
 * import { lookupKey } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * assertEquals(lookupKey("Issues", " OPENED "), "issues.opened");
 * assertEquals(lookupKey("issues.opened", "opened"), "issues.opened");
 * assertEquals(lookupKey("github.push", ""), "push");
 * assertEquals(lookupKey("pull_request", "closed", true), "pull_request.merged");
 * ```
 */
export function lookupKey(eventType: string, action: string, isMerged: boolean = false): string {
  const name = withoutPrefix(eventType.trim().toLowerCase());
  const given = action.trim().toLowerCase();
  const [type, last] = given === "" || name.endsWith(`.${given}`) ? splitAtDot(name) : [name, given];
  const act = type === "pull_request" && last === "closed" && isMerged ? "merged" : last;
  return act === "" ? type : `${type}.${act}`;
}

/**
 * The action of an event that is to be read: the one that is given, else that of the payload. A type that names an action itself, such
 * as `issues.opened`, needs neither.
 */
export function actionOf(eventType: string, given: string, ofPayload: string): string {
  if (given.trim() !== "") return given;
  return splitAtDot(withoutPrefix(eventType.trim().toLowerCase()))[1] === "" ? ofPayload : "";
}

/** The rows that a key may have, the closest first: the key itself, then its type. */
export function rowsOf(key: string): [string] | [string, string] {
  const dot = key.indexOf(".");
  return dot < 0 ? [key] : [key, key.slice(0, dot)];
}

function withoutPrefix(name: string): string {
  return name.startsWith(FORGE_PREFIX) ? name.slice(FORGE_PREFIX.length) : name;
}

function splitAtDot(name: string): [type: string, action: string] {
  const dot = name.indexOf(".");
  return dot < 0 ? [name, ""] : [name.slice(0, dot), name.slice(dot + 1)];
}
