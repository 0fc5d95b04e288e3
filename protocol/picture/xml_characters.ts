/** What XML 1.0 cannot hold, escaped or not: most control characters, halves of surrogate pairs, U+FFFE, U+FFFF. */
// deno-lint-ignore no-control-regex -- they are what must go
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** The text without the characters that XML cannot hold. */
export function xmlCharacters(text: string): string {
  return text.replace(FORBIDDEN, "");
}
