const PREFIX = "beat_";

/** The id of the beat of that millisecond. */
export function beatId(ms: number): string {
  return `${PREFIX}${ms}`;
}

/** The millisecond in an id; it may run ahead of the clock and tells no time. */
export function msOfBeatId(id: string): number {
  return Number(id.slice(PREFIX.length));
}
