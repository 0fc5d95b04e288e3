const WORKING = "The work moves on";

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ["inciting_incident", "A new need enters the work"],
  ["rising_action", "The need takes shape"],
  ["turning_point", "An answer is put on the table"],
  ["climax", "The answer joins the whole"],
  ["resolution", "The need is laid to rest"],
  ["beat", WORKING],
]);

/** What a function says of the story as a whole. */
export function throughlineOf(intent: string): string {
  return SENTENCES.get(intent) ?? WORKING;
}
