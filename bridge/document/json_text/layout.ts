/** Layout of a container in a text: on one line, or each item on a line of its own. */
export type Layout = "inline" | "multi";

/** Traits that decide the layout of a container. */
export interface LayoutTraits {
  /** The role of the container in its document: the key that leads to it, `[]` added for each list around it. */
  readonly role: string;
  /** Which kind of container it is. */
  readonly type: "object" | "array";
  /** Its keys, or the types of its elements and whether there are several. */
  readonly signature: string;
  /** True when one of its items takes more than one line. */
  readonly tall: boolean;
  /** Number of columns it takes on one line, its indentation and key included. */
  readonly width: number;
}

/** A layout that was found, and whether all containers like this one agree. */
export interface LayoutGuess {
  readonly layout: Layout;
  readonly sure: boolean;
}

/** As wide as a line may get when nothing in the text says otherwise. */
const USUAL_WIDTH = 80;
/** A text with a container on one line wider than this does not break lines for their width. */
const WIDE = 120;
/** A container may be this much wider than the widest of those that are built like it. */
const STRETCH = 1.5;

/** The tally of all containers. */
const ALL = "";

/** The first tallies are of containers in the same role, the last of them of flat and tall ones together. */
const SAME_ROLE_LEVELS = 3;
const ANY_LEVEL = SAME_ROLE_LEVELS - 1;

interface Tally {
  inline: number;
  multi: number;
  widestInline: number;
  narrowestMulti: number;
}

/** Learns from the containers of a text how others like them would be laid out. */
export class LayoutTable {
  readonly #tallies = new Map<string, Tally>();

  /** Counts a container that stands in the text. */
  learn(traits: LayoutTraits, layout: Layout): void {
    for (const key of [...tallyKeys(traits), ALL]) {
      let tally = this.#tallies.get(key);
      if (!tally) {
        this.#tallies.set(key, tally = { inline: 0, multi: 0, widestInline: 0, narrowestMulti: Infinity });
      }
      tally[layout]++;
      if (layout === "inline") tally.widestInline = Math.max(tally.widestInline, traits.width);
      else tally.narrowestMulti = Math.min(tally.narrowestMulti, traits.width);
    }
  }

  /**
   * The layout of a container with these traits.
   *
   * @param own The layout of the container itself, when it is one of those counted and only the others may speak.
   */
  guess(traits: LayoutTraits, own?: Layout): LayoutGuess {
    for (const [level, key] of tallyKeys(traits).entries()) {
      // What flat ones do says nothing of a tall one.
      if (traits.tall && level === ANY_LEVEL) continue;
      const tally = withoutOne(this.#tallies.get(key), own);
      const layout = tally && this.#decide(tally, traits, level);
      if (layout) return { layout, sure: level === 0 && (tally.inline === 0 || tally.multi === 0) };
    }
    return { layout: this.#guessByHabit(traits), sure: false };
  }

  #decide(tally: Tally, { tall, width }: LayoutTraits, level: number): Layout | undefined {
    // What takes several lines anyway is not broken for its width.
    if (tall) return tally.inline > tally.multi ? "inline" : "multi";
    return decideByWidth(tally, width, this.#widest(tally, level));
  }

  /** Widest container on one line when all of its tally are on one line. */
  #widest({ widestInline }: Tally, level: number): number {
    const breaksLines = (this.#tallies.get(ALL)?.widestInline ?? 0) <= WIDE;
    if (!breaksLines && level < SAME_ROLE_LEVELS) return Infinity;
    return Math.max(USUAL_WIDTH, level === 0 ? widestInline * STRETCH : widestInline);
  }

  #guessByHabit(traits: LayoutTraits): Layout {
    const all = this.#tallies.get(ALL);
    if (!all) return "multi";
    if (all.multi === 0) return "inline";
    if (all.inline === 0 || traits.tall) return "multi";
    return traits.width <= USUAL_WIDTH ? "inline" : "multi";
  }
}

/** From the containers most like this one to those that share little with it. */
function tallyKeys({ role, type, signature, tall }: LayoutTraits): string[] {
  const build = tall ? "tall" : "flat";
  return [
    [build, type, role, signature],
    [build, type, role],
    ["any", type, role],
    [build, type, "", signature],
    [build, type],
  ].map((parts) => parts.join("\0"));
}

function withoutOne(tally: Tally | undefined, layout: Layout | undefined): Tally | undefined {
  if (!tally || !layout) return tally;
  const rest = { ...tally, [layout]: tally[layout] - 1 };
  return rest.inline + rest.multi === 0 ? undefined : rest;
}

/**
 * The layout that the containers of a tally suggest; `undefined` when they do not decide.
 *
 * @param widest How wide it may be when all of them stand on one line.
 */
function decideByWidth(tally: Tally, width: number, widest: number): Layout | undefined {
  const { inline, multi, widestInline, narrowestMulti } = tally;
  if (multi === 0) return width <= widest ? "inline" : undefined;
  if (inline === 0) return narrowestMulti > USUAL_WIDTH && width <= USUAL_WIDTH ? undefined : "multi";
  if (widestInline >= narrowestMulti) return inline > multi ? "inline" : "multi";
  if (width <= widestInline) return "inline";
  if (width >= narrowestMulti) return "multi";
  return width <= USUAL_WIDTH ? "inline" : "multi";
}
