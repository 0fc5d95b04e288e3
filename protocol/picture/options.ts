import { LoomError } from "../error.ts";
import type { PictureStyle } from "../kind.ts";
import { didYouMean } from "../suggest.ts";
import { fitOf } from "./fit.ts";

/** Options of pictures that the command line, the agent tools and the pages share. */
export const PICTURE_OPTIONS = {
  direction: {
    type: "text",
    value: "way",
    choices: ["auto", "down", "right"],
    summary:
      "The way transitions lead (default: auto, which is down unless that makes a ribbon; other kinds have one way; svg, png)",
  },
  fit: {
    type: "text",
    value: "space",
    suggestions: ["16:9", "a4", "readme", "1200"],
    summary: "Wrap and pack toward a ratio, a page, a README or a width in units (svg, png)",
  },
  lines: {
    type: "text",
    value: "style",
    choices: ["rounded", "straight"],
    summary:
      "Lines with right angles, rounded, or straight ones with few corners (default: rounded; svg, png)",
  },
  labels: {
    type: "text",
    value: "how",
    choices: ["wrapped", "short"],
    summary: "Wrap long texts, or cut them so that labels stay small (default: wrapped; svg, png)",
  },
  notes: { type: "flag", summary: "Show notes as text (svg, png)" },
  focus: {
    type: "text",
    value: "state",
    summary: "Draw this state, entity, participant or member and those near it (svg, png)",
  },
  depth: {
    type: "text",
    value: "n",
    summary: "How many transitions, relationships, messages or links away others may be (default: 1)",
  },
  collapse: {
    type: "text",
    value: "a,b",
    summary: "Draw these states without the states inside; other kinds have --focus for parts (svg, png)",
  },
  findings: {
    type: "flag",
    summary: "Mark the elements and lines with findings of the validator (svg, png)",
  },
  animate: { type: "flag", summary: "Play the walk over and over, without a script (svg, html)" },
  walk: {
    type: "text",
    value: "steps",
    summary: "Number the transitions of a machine that these steps take, such as open,+5s,close (svg, png)",
  },
} as const;

/** The name of an option in {@linkcode PICTURE_OPTIONS}. */
export type PictureOption = keyof typeof PICTURE_OPTIONS;

/** Values of {@linkcode PICTURE_OPTIONS}, as words; flags may be booleans. */
export type PictureValues = { readonly [Name in PictureOption]?: string | boolean | undefined };

/** The style that options of {@linkcode PICTURE_OPTIONS} set. */
export type PictureOptionStyle = Pick<
  PictureStyle,
  "direction" | "space" | "lineStyle" | "labels" | "notes" | "part" | "animate"
>;

/** Options that pages do not have: their pictures do not play. */
const NOT_OF_PAGES: ReadonlySet<string> = new Set(["animate"]);

const NAMES = Object.keys(PICTURE_OPTIONS) as PictureOption[];

/**
 * The style that values of {@linkcode PICTURE_OPTIONS} ask for.
 *
 * @throws {LoomError} `bad_style` when there is no such option or a word means nothing.
 *
 * @example
 * ```ts
 * import { pictureStyle } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(pictureStyle({ fit: "2:1" }), { space: { aspects: [2] } });
 * ```
 */
export function pictureStyle(values: PictureValues): PictureOptionStyle {
  const direction = choiceOf("direction", values);
  const fit = textOf(values.fit);
  const lineStyle = choiceOf("lines", values);
  const labels = choiceOf("labels", values);
  return {
    ...(direction === undefined ? {} : { direction }),
    ...(fit === undefined ? {} : { space: fitOf(fit) }),
    ...(lineStyle === undefined ? {} : { lineStyle }),
    ...(labels === undefined ? {} : { labels }),
    ...(isSet(values.notes) ? { notes: true } : {}),
    ...animationOf(values),
    ...partOf(values),
  };
}

/** The walk is played. */
function animationOf({ animate, walk }: PictureValues): Pick<PictureStyle, "animate"> {
  if (!isSet(animate)) return {};
  if (textOf(walk) === undefined) {
    throw new LoomError("bad_style", "An animation needs a walk to play: give its steps with walk.");
  }
  return { animate: true };
}

/** The part of the document that is drawn. */
function partOf({ focus, depth, collapse }: PictureValues): Pick<PictureStyle, "part"> {
  const state = textOf(focus);
  const names = listOf(collapse);
  const steps = textOf(depth);
  if (steps !== undefined && !/^\d{1,3}$/.test(steps)) {
    throw new LoomError("bad_style", `${JSON.stringify(steps)} is no depth: give a number from 0 to 999.`);
  }
  if (steps !== undefined && state === undefined) {
    throw new LoomError("bad_style", "A depth needs a state in focus: name one with focus.");
  }
  if (state === undefined && names.length === 0) return {};
  return { part: { focus: state, depth: steps === undefined ? undefined : Number(steps), collapse: names } };
}

/** The words of a list such as `a, b`. */
export function listOf(value: string | boolean | undefined): string[] {
  return (textOf(value) ?? "").split(",").map((word) => word.trim()).filter(Boolean);
}

/**
 * The values of {@linkcode PICTURE_OPTIONS} in a record of words.
 *
 * @throws {LoomError} `bad_style` for a name that is no option.
 */
export function pictureValues(words: Readonly<Record<string, string>>): PictureValues {
  for (const word of Object.keys(words)) {
    if (NAMES.some((name) => name === word)) continue;
    const message = `A picture has no option ${JSON.stringify(word)}: leave it out, or give one of ${
      NAMES.join(", ")
    }.`;
    throw new LoomError("bad_style", message + didYouMean(word, NAMES));
  }
  return words;
}

/**
 * The values of {@linkcode PICTURE_OPTIONS} in the query of an address, which may hold other things. A `focus` there is
 * `<type>:<name>`, and without a `depth` it only highlights.
 */
export function queryPictureValues(query: URLSearchParams): PictureValues {
  return Object.fromEntries(
    NAMES.filter((name) => !NOT_OF_PAGES.has(name)).flatMap((name) => {
      const word = query.get(name);
      if (word === null || (name === "focus" && !query.has("depth"))) return [];
      return [[name, name === "focus" ? word.slice(word.indexOf(":") + 1) : word]];
    }),
  );
}

/** Options with a list of words. */
type ChoiceOption = "direction" | "lines" | "labels";

function choiceOf<Name extends ChoiceOption>(
  name: Name,
  values: PictureValues,
): (typeof PICTURE_OPTIONS)[Name]["choices"][number] | undefined {
  const word = textOf(values[name]);
  if (word === undefined) return undefined;
  const choices: readonly (typeof PICTURE_OPTIONS)[Name]["choices"][number][] = PICTURE_OPTIONS[name].choices;
  const found = choices.find((choice) => choice === word);
  if (found !== undefined) return found;
  throw new LoomError(
    "bad_style",
    `${JSON.stringify(word)} is no ${name}: choose one of ${choices.join(", ")}.`,
  );
}

/** True when the pictures that values ask for show findings. */
export function showsFindings({ findings }: PictureValues): boolean {
  return isSet(findings);
}

/** True of a flag that is set: by itself, or with a word other than `false` and `no`. */
function isSet(value: string | boolean | undefined): boolean {
  return value === true || (typeof value === "string" && !/^(false|no|0)$/i.test(value.trim()));
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
