import type { Beat, Position } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Context } from "../context.ts";
import { textColumns } from "../text_columns.ts";

/** The lines of beats: time, id, function and act, lead, content. */
export function beatLines({ io, paint }: Context, beats: readonly Beat[]): string[] {
  const rows = beats.map((beat) => [
    timeText(beat.timestamp),
    oneLine(beat.id),
    oneLine(beat.narrative_function),
    `act ${beat.act}`,
    beat.lead_universe,
    oneLine(beat.content),
  ]);
  return textColumns(rows, {
    width: io.stdout.columns,
    paints: [paint.faint, paint.faint, paint.strong, undefined, paint.live],
  });
}

/** Position of a story as a line. Its act goes by the count, those of its beats by their functions. */
export function positionLine({ current_act, current_phase, beat_count }: Position): string {
  const beats = beat_count === 1 ? "1 beat" : `${beat_count} beats`;
  return `Act ${current_act} (${current_phase}), ${beats}`;
}

/** A time as a person reads it: UTC, to the minute. */
export function timeText(timestamp: string): string {
  const ms = Date.parse(timestamp);
  return Number.isNaN(ms) ? "undated" : new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}
