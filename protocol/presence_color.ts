/**
 * The colour of a participant, from the id alone, so that everybody sees the same one.
 *
 * @param clientId Any text.
 * @returns A CSS colour.
 *
 * @example
 * ```ts
 * import { colorFor } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(colorFor("abc"), "hsl(234, 65%, 55%)");
 * ```
 */
export function colorFor(clientId: string): string {
  return `hsl(${hueOf(clientId)}, 65%, 55%)`;
}

/**
 * The colour of an event, from its id alone: by the formula of {@linkcode colorFor}, so that one legend serves
 * people and events.
 */
export function eventColor(eventId: string): string {
  return colorFor(eventId);
}

/** A hue from 0 to 359: the text's hash (31 as multiplier, signed 32 bits) around the colour circle. */
function hueOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return ((hash % 360) + 360) % 360;
}
