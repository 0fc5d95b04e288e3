/** A repair of a common slip; gives the text itself where it does not apply. */
type Repair = (text: string) => string;

/** Texts between quotes stay as they are. */
const QUOTED = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/;

/** Patterns of slips with what was probably meant, for the text outside of quotes. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/`([^`$]*)`/g, '"$1"'],
  [/={4,}/g, "=="],
  [/<>|=!|!={3,}/g, "!="],
  [/=</g, "<="],
  [/=>/g, ">="],
  [/([<>!=])\s+=(?!=)/g, "$1="],
  [/:=/g, "="],
  [/(?<!&)&(?!&)|&{3,}/g, " and "],
  [/(?<!\|)\|(?!\|)|\|{3,}/g, " or "],
  [/[~¬]\s*/g, "not "],
  [/≠/g, "!="],
  [/≤/g, "<="],
  [/≥/g, ">="],
  [/\bAND\b/g, "and"],
  [/\bOR\b/g, "or"],
  [/\bNOT\b/g, "not"],
  [/\bis\s+not\b/gi, "!="],
  [/\b(?:is|equals?|eq)\b/gi, "=="],
  [/([\w$.\]]+)\s*\+\+/g, "$1 += 1"],
  [/([\w$.\]]+)\s*--/g, "$1 -= 1"],
  [/\+\+\s*([\w$.]+)/g, "$1 += 1"],
  [/--\s*([\w$.]+)/g, "$1 -= 1"],
  [/^\s*(?:let|const|var|return|if|when|await|set)\b\s*/i, ""],
  [/\s*(?:\/\/|#).*$/gm, ""],
  [/(?<![=!<>+\-*\/%:])=(?!=)/g, "=="],
  [/\s*[;,]\s*$/, ""],
  [/\s*(?:[-+*\/%<>=!&|.]+|\b(?:and|or|not|in))\s*$/, ""],
  [/^\s*(?:[+*\/%<>=&|.]+|(?:and|or|in)\b)\s*/, ""],
];

const REPAIRS: readonly Repair[] = [
  (text) => text.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'"),
  ...SLIPS.map(([slip, meant]): Repair => (text) => outsideQuotes(text, slip, meant)),
  closeQuote,
  closeBrackets,
];

/** The longest text to repair, and the most texts to try. */
const MOST_CHARACTERS = 300;
const MOST_TRIES = 200;

/**
 * The text nearest to one that does not parse: the fewest repairs of common slips after which it does.
 *
 * @param parses True for a text that parses.
 * @returns `undefined` where no repair helps.
 */
export function nearestText(text: string, parses: (text: string) => boolean): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const seen = new Set([text]);
  // A set is visited in the order of its insertions: texts with fewer repairs come first.
  for (const broken of seen) {
    for (const repair of REPAIRS) {
      const repaired = repair(broken).trim();
      if (repaired === "" || seen.has(repaired)) continue;
      if (parses(repaired)) return repaired;
      if (seen.size >= MOST_TRIES) return undefined;
      seen.add(repaired);
    }
  }
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const DURATION =
  /^\s*(\d+(?:\.\d+)?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)\s*$/i;

/**
 * The milliseconds of a duration with a unit, such as `5s`, `1.5 min` or `200 ms`.
 *
 * @returns `undefined` for any other text.
 */
export function millisecondsOf(text: string): number | undefined {
  const [, amount, word = ""] = DURATION.exec(text) ?? [];
  if (amount === undefined) return undefined;
  const unit = /^m(?:s|illi)/i.test(word) ? "ms" : word.charAt(0).toLowerCase();
  return Math.round(Number(amount) * (UNITS[unit] ?? 1));
}

function outsideQuotes(text: string, slip: RegExp, meant: string): string {
  return text.split(QUOTED).map((part, index) => {
    const repaired = index % 2 === 1 ? part : part.replace(slip, meant);
    return repaired === part ? part : repaired.replace(/ {2,}/g, " ");
  }).join("");
}

function closeQuote(text: string): string {
  const rest = text.split(QUOTED).filter((_, index) => index % 2 === 0).join("");
  const quote = /["']/.exec(rest)?.[0];
  return quote === undefined ? text : text + quote;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Adds the brackets that are missing at the end, and drops those that close nothing. */
function closeBrackets(text: string): string {
  const open: string[] = [];
  const parts = text.split(QUOTED).map((part, index) =>
    index % 2 === 1 ? part : part.replace(/[()[\]{}]/g, (bracket) => {
      const closing = CLOSING[bracket];
      if (closing !== undefined) open.push(closing);
      else if (open.at(-1) === bracket) open.pop();
      else return "";
      return bracket;
    })
  );
  return parts.join("") + open.reverse().join("");
}
