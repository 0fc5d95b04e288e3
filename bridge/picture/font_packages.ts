/** A font on npm, as the package that this release knows. */
export interface FontPackage {
  /** The word for it: its script. */
  readonly word: string;
  /** Its name. */
  readonly name: string;
  /** The characters that it is for. */
  readonly covers: RegExp;
  /** The version of its package. */
  readonly version: string;
  /** The SHA-512 of its package, in base 64. */
  readonly sha512: string;
}

/** Fonts for characters that Inter lacks, under the SIL Open Font License. */
export const FONT_PACKAGES: readonly FontPackage[] = [
  {
    word: "arabic",
    name: "Noto Sans Arabic",
    covers: /\p{Script=Arabic}/u,
    version: "0.4.3",
    sha512: "YvtxyuegxPegu2g5urXJ+gQxRp8i798nQswTmEjwXOWR/fqy0Gvey6h5IoNRBrc43SxRxPezqCiR9ivpfPAXSg==",
  },
  {
    word: "hebrew",
    name: "Noto Sans Hebrew",
    covers: /\p{Script=Hebrew}/u,
    version: "0.4.1",
    sha512: "NR3vP6GT/hSINLrk4JHJBQnuzh/C1mlMrphNlI2dQaO53a3oTjSRoG4JyYb1B6bHadjsGh0wPZbT4kMJBKjT/w==",
  },
  {
    word: "thai",
    name: "Noto Sans Thai",
    covers: /\p{Script=Thai}/u,
    version: "0.4.2",
    sha512: "PGBBBDGfJJ/5y2hNweLBZWD4YmVT4uOO4chsOPXyl0TktaBJamDKVKv/WbGiDTeBGdkegLiytsWo+lhnkHP5qA==",
  },
  {
    word: "devanagari",
    name: "Noto Sans Devanagari",
    covers: /\p{Script=Devanagari}/u,
    version: "0.4.1",
    sha512: "26boYPNKGP1r4R5MxsMAY/zCQOwiXLOJzX8sh1a2oEWyQurQsyniaCv4992c+9jjwshEEt2NNVv5GcnyzaL7QQ==",
  },
  {
    word: "bengali",
    name: "Noto Sans Bengali",
    covers: /\p{Script=Bengali}/u,
    version: "0.4.4",
    sha512: "Ya58tLTEdP4P5EF3ZXTM829/g57mbfW8OrD16MMZr2sC3nIKItl/3J9tZlk1nrtqfFGzIgxb+zt/hLjAaTAQgQ==",
  },
  {
    word: "tamil",
    name: "Noto Sans Tamil",
    covers: /\p{Script=Tamil}/u,
    version: "0.4.3",
    sha512: "1TBkwJ8gJPnt1UIC+um987hYb/QmRDATGKbtwDW6dajISxr8b7+EVjwMESMJaQxfNS8VWE4IBT2jYmpBGw4D+w==",
  },
  {
    word: "telugu",
    name: "Noto Sans Telugu",
    covers: /\p{Script=Telugu}/u,
    version: "0.4.2",
    sha512: "t5wZI1/2u69ugVr2v9P4Qqt9BHHwDQ/26+1p9MLrwf1lNSW64Mw16AIRzGWIOcRMd0drYWeZzZO1DqoFts3KiA==",
  },
  {
    word: "armenian",
    name: "Noto Sans Armenian",
    covers: /\p{Script=Armenian}/u,
    version: "0.4.2",
    sha512: "AHnwnabRI64hwenSeePxp2TICbYK6Wg56o2y5shFTLWLWzwnPXv30r4LGy6NQYk9PliXizDU9Qeyvob6e3tsgQ==",
  },
  {
    word: "georgian",
    name: "Noto Sans Georgian",
    covers: /\p{Script=Georgian}/u,
    version: "0.4.3",
    sha512: "qvQ/DE/F10hZPD/vYSm68aNWjOLyxGrCC3NzZR3L0RWpo2njqePvNjXcAcR9yvLwrREOmlWGtUD7GTAuIjlkzA==",
  },
  {
    word: "japanese",
    name: "Noto Sans JP",
    covers: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
    version: "0.4.3",
    sha512: "Fl+Z6vtD24HFAYsvzB0S9Nery1ly16B9PesdY0wBd+wEHAvkNglnkTUspU0HqGOubkmoa8zusJrKv6vDx1o70A==",
  },
  {
    word: "chinese",
    name: "Noto Sans SC",
    covers: /\p{Script=Han}/u,
    version: "0.4.3",
    sha512: "9rAwdFTFHbO/u6Cs0gj2jZbW74TGIiaFNQnXYH2s5wA1bzVkwbaviL4t8YUV642eGYjg86eH6DkAEQmfNHDncQ==",
  },
  {
    word: "korean",
    name: "Noto Sans KR",
    covers: /\p{Script=Hangul}/u,
    version: "0.4.3",
    sha512: "EVS/uJPcf1TgJtjmQmrFr0oGdcl7ml09CSu0E/AyGzR0UfzdR2pBbzWWPsnuzZiGUl643ODYwYiXK5+B+fLjhQ==",
  },
  {
    word: "emoji",
    name: "Noto Emoji",
    covers: /\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
    version: "0.4.7",
    sha512: "Gs7URwtKmCzzdGUTYbG8MIohyaQPgGxIaQG5hvyEAaQiEGJpQy6gyP3NDICE0EJkOJFoe1JFD3Hf1L4a3qe4KA==",
  },
];

/** The words that `loom fonts add` takes for characters that are missing; none for those of other scripts. */
export function fontsToAdd(missing: readonly string[]): string[] {
  const words = missing.flatMap((character) =>
    FONT_PACKAGES.find(({ covers }) => covers.test(character))?.word ?? []
  );
  return [...new Set(words)];
}
