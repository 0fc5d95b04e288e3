/** So many moves are kept, the newest. */
export const KEPT_MOVES = 200;
