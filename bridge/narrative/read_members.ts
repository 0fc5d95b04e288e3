import { isObject, type JsonObject } from "@loom/protocol";
import { eventTime } from "./event/event_time.ts";
import { NarrativeError } from "./narrative_error.ts";

/** An identity that is longer is no identity. */
const LONGEST_ID = 512;

/** The first of the names that a story may have. */
export const DEFAULT_STORY = "main";

const STORY_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** A text member; `undefined` when it is missing or `null`. */
export function textMember(body: JsonObject, member: string): string | undefined {
  const value = ownMember(body, member);
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw wrongMember(member, "must be a string");
}

/** An identity: a text that is neither blank nor endless; `undefined` when it is missing or empty. */
export function idMember(body: JsonObject, member: string): string | undefined {
  const value = textMember(body, member);
  if (value === undefined || value.trim() === "") return undefined;
  if (value.length > LONGEST_ID) throw wrongMember(member, `must have at most ${LONGEST_ID} characters`);
  if (value.includes("\0")) throw wrongMember(member, "must not contain the character NUL");
  // Written as UTF-8, two such ids would be one.
  if (!value.isWellFormed()) throw wrongMember(member, "must not contain half of a surrogate pair");
  return value;
}

/** A normalised time; `undefined` when it is missing or empty. */
export function timeMember(body: JsonObject, member: string): string | undefined {
  const value = textMember(body, member);
  if (value === undefined || value === "") return undefined;
  const time = eventTime(value);
  if (time === undefined) throw wrongMember(member, "must be a date and time as in ISO 8601");
  return time;
}

/** An object member; an empty one when it is missing or `null`. */
export function objectMember(body: JsonObject, member: string): JsonObject {
  const value = ownMember(body, member);
  if (value === undefined || value === null) return {};
  if (isObject(value)) return value as JsonObject;
  throw wrongMember(member, "must be an object");
}

/** The name of a story; `undefined` when it is missing or empty. */
export function storyMember(body: JsonObject): string | undefined {
  const value = textMember(body, "story");
  if (value === undefined || value === "") return undefined;
  if (!isStoryName(value)) {
    throw wrongMember("story", "must be a name of at most 64 letters, digits, hyphens and underscores");
  }
  return value;
}

/** Returns `true` if a text can be the name of a story. */
export function isStoryName(name: string): boolean {
  return STORY_NAME.test(name);
}

/** A member that the object itself has. */
export function ownMember(body: JsonObject, member: string): JsonObject[string] | undefined {
  return Object.hasOwn(body, member) ? body[member] : undefined;
}

/** The error for a member that is missing or wrong. */
export function wrongMember(member: string, why: string): NarrativeError {
  return new NarrativeError("invalid_field", `${member} ${why}`, member);
}

/** The first code points of a text: no character is halved. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return [...text.slice(0, longest * 2)].slice(0, longest).join("");
}
