/** A vertical line beside the states of a level, to which all arrows to one target come. */
export interface Lane<Key> {
  readonly key: Key;
  /** Its uppermost row. */
  top: number;
  /** Its lowest row. */
  bottom: number;
}

/** Columns between neighbouring lanes. */
const PITCH = 2;
/** Columns between a lane and the content left of it. */
const GAP = 2;
/** More lanes side by side are unreadable. */
const MOST_ABREAST = 8;

/**
 * Gives every lane a column right of all content in its rows; short lanes come first, so that they are inside
 * of long ones. Not more than {@linkcode MOST_ABREAST} lanes share a row.
 *
 * @param extents The last column used, by row.
 * @param limit The last column a lane may have.
 * @returns The columns; a lane that finds none is missing.
 */
export function placeLanes<Key>(
  lanes: readonly Lane<Key>[],
  extents: readonly number[],
  limit: number,
): Map<Key, number> {
  const taken: Lane<Key>[][] = [];
  const abreast: number[] = [];
  const columns = new Map<Key, number>();
  const shortFirst = lanes.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top) || a.top - b.top);
  for (const lane of shortFirst) {
    if (mostIn(abreast, lane) >= MOST_ABREAST) continue;
    const column = freeColumn(lane, taken, GAP + mostIn(extents, lane), limit);
    if (column === undefined) continue;
    for (let row = lane.top; row <= lane.bottom; row++) abreast[row] = (abreast[row] ?? 0) + 1;
    columns.set(lane.key, column);
    (taken[column] ??= []).push(lane);
  }
  return columns;
}

/** The largest number of lanes that lie side by side. */
export function lanesAbreast(lanes: readonly Lane<unknown>[]): number {
  const ends = lanes.flatMap(({ top, bottom }) => [{ row: top, change: 1 }, { row: bottom + 1, change: -1 }]);
  ends.sort((a, b) => a.row - b.row || a.change - b.change);
  let [abreast, most] = [0, 0];
  for (const { change } of ends) {
    abreast += change;
    most = Math.max(most, abreast);
  }
  return most;
}

/** The columns that so many lanes side by side take. */
export function columnsOfLanes(count: number): number {
  return count === 0 ? 0 : GAP + (Math.min(count, MOST_ABREAST) - 1) * PITCH;
}

function freeColumn<Key>(
  lane: Lane<Key>,
  taken: readonly (readonly Lane<Key>[] | undefined)[],
  from: number,
  limit: number,
): number | undefined {
  for (let column = from; column <= limit; column++) {
    let free = true;
    for (let near = column - PITCH + 1; near < column + PITCH && free; near++) {
      free = !taken[near]?.some((other) => other.top <= lane.bottom + 1 && lane.top <= other.bottom + 1);
    }
    if (free) return column;
  }
  return undefined;
}

function mostIn(numbers: readonly number[], { top, bottom }: Lane<unknown>): number {
  let most = 0;
  for (let row = top; row <= bottom; row++) most = Math.max(most, numbers[row] ?? 0);
  return most;
}
