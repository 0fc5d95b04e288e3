import { type MeasuredText, measuredText, type Typeface } from "../../picture/drawn_text.ts";
import { wrappedText } from "../../picture/wrapped_text.ts";

/** The looks of the texts in a drawing. */
export const TYPEFACE = {
  name: { size: 14, weight: 600 },
  regionName: { size: 12, weight: 600 },
  historyName: { size: 12, weight: 500 },
  badge: { size: 10, weight: 400 },
  mark: { size: 9, weight: 500 },
  row: { size: 11, weight: 500 },
  rowDetail: { size: 10, weight: 400 },
  event: { size: 11, weight: 500 },
  guard: { size: 9, weight: 400 },
} as const satisfies Record<string, Typeface>;

/** Wraps long texts, or cuts them so that labels stay small. */
export type LabelWords = "wrapped" | "short";

/** Measures a text from a document. */
export type Measure = (source: string, typeface: Typeface, longest: number) => MeasuredText;

/** Measures a text of each kind of words. */
export const MEASURE: Readonly<Record<LabelWords, Measure>> = {
  wrapped: remembered(wrappedText),
  short: remembered(measuredText),
};

/** The most texts that are remembered. */
const MOST_TEXTS = 4_000;

/** A measure that remembers its texts: a canvas measures all states again with each edit. */
function remembered(measure: Measure): Measure {
  const known = new Map<string, MeasuredText>();
  return (source, typeface, longest) => {
    const key = `${typeface.size} ${typeface.weight} ${longest} ${source}`;
    const found = known.get(key) ?? measure(source, typeface, longest);
    if (known.size >= MOST_TEXTS) known.clear();
    known.set(key, found);
    return found;
  };
}
