/** A small drawing in a box of 24 by 24, made of lines. */
export interface Glyph {
  /** The meaning. */
  readonly id: GlyphId;
  /** SVG path data, each to be stroked, not filled. */
  readonly paths: readonly string[];
  /** Circles that belong to it. */
  readonly circles?: readonly GlyphCircle[];
  /** The width of its lines, in units of the box. */
  readonly strokeWidth: number;
}

/** The meanings of glyphs. */
export type GlyphId =
  | "signal"
  | "confirm"
  | "complete"
  | "skip"
  | "flag"
  | "advance"
  | "pause"
  | "play"
  | "clock"
  | "change";

/** A circle of a {@linkcode Glyph}. */
export interface GlyphCircle {
  /** The centre, from the left. */
  readonly cx: number;
  /** The centre, from the top. */
  readonly cy: number;
  /** The radius. */
  readonly r: number;
  /** True if it is filled; by default it is stroked like a path. */
  readonly filled?: boolean;
}

const DIAL: GlyphCircle = { cx: 12, cy: 12, r: 8.5 };

/** The mark of an event without a special meaning: an arrow. */
export const SIGNAL_GLYPH: Glyph = {
  id: "signal",
  paths: ["M 4 12 H 19.5", "M 13.5 6 L 19.5 12 L 13.5 18"],
  strokeWidth: 2.2,
};

/** The words that call for a glyph, with their drawings; of several rows that fit, the first counts. */
export const GLYPH_VOCABULARY: readonly { readonly glyph: Glyph; readonly words: readonly string[] }[] = [
  {
    words: ["confirm", "approve", "accept", "commit"],
    glyph: { id: "confirm", paths: ["M 4.5 12.5 L 9.8 17.8 L 19.5 6.8"], strokeWidth: 2.4 },
  },
  {
    words: ["complete", "finish", "done", "close"],
    glyph: { id: "complete", paths: ["M 8 12.4 L 10.9 15.2 L 16 9.4"], circles: [DIAL], strokeWidth: 2.2 },
  },
  {
    words: ["skip", "ignore", "bypass"],
    glyph: {
      id: "skip",
      paths: ["M 3.5 16.5 C 4.5 6.5 16 4.5 19.8 14.6", "M 20.9 8.2 L 19.9 14.8 L 13.6 13"],
      strokeWidth: 2.2,
    },
  },
  {
    words: ["flag", "mark", "revisit", "review"],
    glyph: {
      id: "flag",
      paths: ["M 6 21 V 3.5", "M 6 4.5 H 18.8 L 15.6 9 L 18.8 13.5 H 6"],
      strokeWidth: 2.2,
    },
  },
  {
    words: ["advance", "next", "forward", "step"],
    glyph: {
      id: "advance",
      paths: ["M 4 6.2 L 10.6 12 L 4 17.8 Z", "M 13.4 6.2 L 20 12 L 13.4 17.8 Z"],
      strokeWidth: 2.2,
    },
  },
  {
    words: ["pause", "hold", "suspend", "stop"],
    glyph: { id: "pause", paths: ["M 8.5 5.5 V 18.5", "M 15.5 5.5 V 18.5"], strokeWidth: 2.6 },
  },
  {
    words: ["resume", "start", "begin", "play", "run", "restart", "startup", "replay", "rerun"],
    glyph: { id: "play", paths: ["M 7 4.8 L 19 12 L 7 19.2 Z"], strokeWidth: 2.2 },
  },
  {
    words: ["timeout", "timedout", "expire", "tick", "delay", "after", "elapse"],
    glyph: { id: "clock", paths: ["M 12 7 V 12 L 15.4 14.2"], circles: [DIAL], strokeWidth: 2.2 },
  },
  {
    words: ["change", "update", "edit", "modify", "set"],
    glyph: {
      id: "change",
      paths: ["M 3.5 12 C 5.8 5.2 9.2 5.2 12 12 C 14.8 18.8 18.2 18.8 20.5 12"],
      strokeWidth: 2.2,
    },
  },
];

/** The marks of a time that has passed, and of work that is complete. */
export const CLOCK_GLYPH: Glyph = glyphOf("clock");
/** See {@linkcode CLOCK_GLYPH}. */
export const COMPLETE_GLYPH: Glyph = glyphOf("complete");

function glyphOf(id: GlyphId): Glyph {
  return GLYPH_VOCABULARY.find(({ glyph }) => glyph.id === id)?.glyph ?? SIGNAL_GLYPH;
}

/** Every glyph there is: the signal, then the others in the order of their rows. */
export const ALL_GLYPHS: readonly Glyph[] = [SIGNAL_GLYPH, ...GLYPH_VOCABULARY.map((row) => row.glyph)];
