/** Tests of the public suites that do not pass here, by the end of their path, with the reason. */
export const EXPECTED: Readonly<Record<string, string>> = {
  ...named("functions of ECMAScript cannot be called: the language of guards and actions is safe to run", [
    "error/error",
    "script-src/test3",
    "test224",
    "test303-2",
    "test452",
    "test453",
  ]),
  ...named(
    "the parallel state stays active where the Recommendation leaves it: its domain is a compound state",
    [
      "more-parallel/test10",
      "more-parallel/test10b",
    ],
  ),
  ...named("needs an HTTP server", [
    "test201",
    "test509",
    "test510",
    "test518",
    "test519",
    "test520",
    "test522",
    "test531",
    "test532",
    "test534",
    "test567",
  ]),
  ...named("data are plain values, and no XML", ["test557", "test561"]),
  test229: "no event is forwarded by itself: send the events that the machine needs",
  test344:
    "a condition that fails is told to the observer: as an event it would come again with every evaluation",
  test444: "a condition sets no variable",
  test446: "no expression asks for the class of a value",
};

/** Tests that a person judges by what they log. */
export const MANUAL: ReadonlySet<string> = new Set(
  ["test178", "test230", "test250", "test301", "test307", "test313", "test314", "test415", "test513"],
);

function named(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

/** True for a test that the machine itself judges. */
export function isJudged(name: string): boolean {
  return !MANUAL.has(name.slice(name.lastIndexOf("/") + 1));
}

/** The reason why a test is left out; `undefined` for one that has to pass. */
export function reasonFor(name: string): string | undefined {
  if (!isJudged(name)) return "a person judges it by what it logs";
  return Object.entries(EXPECTED).find(([key]) => name === key || name.endsWith(`/${key}`))?.[1];
}
