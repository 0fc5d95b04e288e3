import type { BeatStore } from "./beat_store.ts";
import { BookStore, type Journal } from "./book_store.ts";
import type { JournalLine } from "./journal_line.ts";
import { StoryBook } from "./story_book.ts";

/**
 * A store that ends with the process: for tests and trials.
 *
 * @param now the clock, in milliseconds
 *
 * @example
 * ```ts
 * import { memoryStore } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const store = memoryStore();
 * assertEquals(await store.count("main"), { open: 0, total: 0 });
 * ```
 */
export function memoryStore(now: () => number = Date.now): BeatStore {
  return new BookStore(new Unwritten(), now);
}

class Unwritten implements Journal {
  readonly kind = "memory";
  readonly #book = new StoryBook();

  open(): StoryBook {
    return this.#book;
  }

  append(line: JournalLine, text: string): void {
    this.#book.apply(line, text);
  }

  replace(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
