import { isObject } from "../json/value.ts";
import { colorOf } from "../picture/tint.ts";
import { graphemesOf } from "../text/terminal_text.ts";

/** The look that a document gives a state. */
export interface StateLook {
  /** The colour, as `#rrggbb`; `undefined` for that of the theme. */
  readonly color: string | undefined;
  /** The sign before the name; `""` for none. */
  readonly icon: string;
}

/** Signs by the words that documents have for them; other icons are the text itself. */
const SIGNS: Readonly<Record<string, string>> = {
  check: "✓",
  cross: "×",
  star: "★",
  warning: "▲",
  dot: "●",
  circle: "○",
  play: "▶",
  stop: "■",
  repeat: "↻",
};

/** The most characters of an icon. */
const LONGEST_ICON = 2;

/**
 * Reads the looks of the states of a machine: those of their tags in the settings, and their own, `picture` in
 * `meta`: other members of `meta` belong to other programs, and change no picture.
 */
export function looksOf(definition: unknown): (state: Readonly<Record<string, unknown>>) => StateLook {
  const settings = isObject(definition) && isObject(definition.settings) ? definition.settings : {};
  const styles = Array.isArray(settings.styles) ? settings.styles.filter(isObject) : [];
  return ({ tags, meta }) => {
    const words: readonly unknown[] = Array.isArray(tags) ? tags : [];
    const own = isObject(meta) ? meta.picture : undefined;
    const looks = [own, ...styles.filter(({ tag }) => words.includes(tag))].filter(isObject);
    const first = <Value>(values: readonly (Value | undefined)[]) =>
      values.find((value) => value !== undefined);
    return {
      color: first(looks.map(({ color }) => colorOf(color))),
      icon: first(looks.map(({ icon }) => iconOf(icon))) ?? "",
    };
  };
}

function iconOf(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const word = value.trim();
  if (Object.hasOwn(SIGNS, word)) return SIGNS[word];
  return graphemesOf(word).length <= LONGEST_ICON ? word : undefined;
}
