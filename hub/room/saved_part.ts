import { type AnyOp, isObject, type JsonObject } from "@loom/protocol";
import type { Unsaved } from "./room.ts";

/** The number of latest changes that are tried as the last saved one. */
const MAX_TRIED = 32;

/**
 * The number of unsaved changes that the file has already, from the oldest on: a save may be seen in the file before it is announced,
 * and someone else may have written since.
 *
 * Compares what the changes added with what the file has, and takes the best match. A change that adds nothing can be applied twice
 * without harm.
 *
 * @param states the old content, then the document after each of the changes
 * @param now the new content
 * @param across what leads from the old content to the new one
 */
export function savedPart(
  unsaved: readonly Pick<Unsaved, "ops">[],
  states: readonly JsonObject[],
  now: JsonObject,
  across: readonly AnyOp[],
): number {
  const [before] = states;
  const isAdding = unsaved.some(({ ops }) => ops?.some(({ op }) => ADDS.test(op)));
  if (!isAdding || before === undefined || !across.some(({ op }) => BRINGS.test(op))) return 0;
  const inventory = new Inventory();
  const old = inventory.of(before);
  const there = inventory.of(now);
  let best = { count: 0, score: 0 };
  for (let count = Math.max(1, unsaved.length - MAX_TRIED); count <= unsaved.length; count++) {
    let score = 0;
    for (const word of inventory.of(states[count] ?? before)) {
      if (!old.has(word)) {
        score += there.has(word) ? 1 : -1;
      }
    }
    if (score > best.score) best = { count, score };
  }
  return best.count;
}

const ADDS = /\.add$/;
/** Operations that can bring something new. */
const BRINGS = /\.(?:add|update|set)$/;

/** The items in documents, each as a word. */
class Inventory {
  /** Documents share most of their parts. */
  readonly #words = new Map<object, readonly string[]>();

  /** The items in a document, as JSON text without their own lists. */
  of(def: JsonObject): ReadonlySet<string> {
    const found = new Set<string>();
    this.#add(def, found);
    return found;
  }

  #add(value: object, found: Set<string>): void {
    let words = this.#words.get(value);
    if (words === undefined) this.#words.set(value, words = this.#wordsOf(value));
    for (const word of words) found.add(word);
  }

  #wordsOf(value: object): readonly string[] {
    const found = new Set<string>();
    if (Array.isArray(value)) {
      for (const item of value) {
        if (!isObject(item)) continue;
        found.add(wordFor(item));
        this.#add(item, found);
      }
    } else {for (const member of Object.values(value)) {
        if (typeof member === "object" && member !== null) this.#add(member, found);
      }}
    return [...found];
  }
}

/** An item of a list, without the lists of its own. */
function wordFor(item: object): string {
  return JSON.stringify(
    Object.entries(item).filter(([, member]) => typeof member !== "object" || member === null),
  );
}
