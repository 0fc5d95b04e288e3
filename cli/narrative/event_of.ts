import { readEvent, type WebhookEvent } from "@loom/bridge/narrative";
import type { JsonObject } from "@loom/protocol";
import type { Context } from "../context.ts";
import { UsageError } from "../usage_error.ts";
import type { InputObject } from "./read_input.ts";

/** What the command line says of an event. */
export interface EventWords {
  readonly type?: string | undefined;
  readonly action?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * The event in a file: as the bridge takes it, or what the forge sent.
 *
 * @throws {UsageError} When its type is not told.
 */
export function eventOf({ io }: Context, { value, identity }: InputObject, words: EventWords): WebhookEvent {
  const { type, action, id } = words;
  const isWhole = typeof value.event_type === "string";
  if (!isWhole && type === undefined) {
    throw new UsageError(
      'The file names no "event_type": give the type of the event with --type, such as issues.',
    );
  }
  const body: JsonObject = {
    ...(isWhole ? value : { payload: value }),
    ...(type === undefined ? {} : { event_type: type }),
    ...(action === undefined ? {} : { action }),
    ...(id === undefined ? {} : { event_id: id }),
  };
  return readEvent(body, { now: io.now().toISOString(), eventId: identity });
}
