/**
 * Rates a title against a search text: 0 when its letters are not there in that order; more for beginnings of words and for
 * letters that stand together.
 */
export function matchScore(title: string, written: string): number {
  const [hay, needle] = [title.toLowerCase(), written.toLowerCase()];
  const whole = hay.indexOf(needle);
  if (whole >= 0) return 1000 - whole - hay.length / 100 + (isWordStart(title, whole) ? 500 : 0);
  let [at, score] = [-1, 0];
  for (const letter of needle.replaceAll(/\s/g, "")) {
    const next = hay.indexOf(letter, at + 1);
    if (next < 0) return 0;
    score += next === at + 1 ? 3 : isWordStart(title, next) ? 4 : 1;
    at = next;
  }
  return score / (1 + hay.length / 40);
}

function isWordStart(title: string, at: number): boolean {
  if (at === 0 || !/[A-Za-z0-9]/.test(title.charAt(at - 1))) return true;
  return /[A-Z]/.test(title.charAt(at)) && /[a-z]/.test(title.charAt(at - 1));
}
