/** The longest text that a header carries, in characters. */
const LONGEST = 200;

/** A text as a header can carry it: what is no printable ASCII is written in percents. */
export function headerText(text: string): string {
  const short = text.slice(0, LONGEST).toWellFormed();
  return short.replace(/[^\x21-\x7e]|%/gu, encodeURIComponent);
}
