import { isObject, type JsonObject } from "@loom/protocol";
import { actionOf } from "./classify/lookup_key.ts";
import { idMember, objectMember, ownMember, textMember, timeMember, wrongMember } from "../read_members.ts";
import type { WebhookEvent } from "../types.ts";

/** Defaults for members that an event leaves out. */
export interface EventDefaults {
  /** The time: ISO 8601, UTC, with milliseconds. */
  readonly now: string;
  /** The identity, made from the received bytes by `bodyIdentity`. */
  readonly eventId: string;
}

/**
 * Reads an event as analyze takes it. Members that are not known are left out.
 *
 * @throws {NarrativeError} `invalid_field` with the member that is missing or wrong
 *
 * @example
 * ```ts
 * import { readEvent } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const defaults = { now: "2026-01-03T13:20:00.000Z", eventId: "sha256:0" };
 * const event = readEvent({ event_type: "push", payload: { sender: { login: "ann" } } }, defaults);
 * assertEquals([event.sender, event.event_id, event.action], ["ann", "sha256:0", ""]);
 * ```
 */
export function readEvent(body: JsonObject, defaults: EventDefaults): WebhookEvent {
  const eventType = textMember(body, "event_type");
  if (eventType === undefined || eventType.trim() === "") throw wrongMember("event_type", "is required");
  const payload = objectMember(body, "payload");
  return {
    event_type: eventType,
    event_id: idMember(body, "event_id") ?? defaults.eventId,
    repository: textMember(body, "repository") || textIn(payload, "repository", "full_name"),
    action: actionOf(eventType, textMember(body, "action") ?? "", textOf(ownMember(payload, "action"))),
    timestamp: timeMember(body, "timestamp") ?? defaults.now,
    sender: textMember(body, "sender") || textIn(payload, "sender", "login"),
    payload,
  };
}

function textIn(payload: JsonObject, holder: string, member: string): string {
  const value = ownMember(payload, holder);
  return isObject(value) ? textOf(ownMember(value as JsonObject, member)) : "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
