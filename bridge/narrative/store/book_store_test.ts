import { assertEquals, assertRejects } from "@std/assert";
import { BookStore, type Journal } from "./book_store.ts";
import { StoreUnavailableError } from "./store_unavailable_error.ts";
import { StoryBook } from "./story_book.ts";
import { draftOf } from "./testing/records.ts";

/** A journal whose disk answers only when it is told to. */
class SlowJournal implements Journal {
  readonly kind = "slow";
  readonly #book = new StoryBook();
  readonly #waiting: (() => void)[] = [];
  isSlow = false;

  open(): Promise<StoryBook> {
    return Promise.resolve(this.#book);
  }

  async append(...line: Parameters<Journal["append"]>): Promise<void> {
    if (this.isSlow) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#book.apply(...line);
  }

  answer(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  replace(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

Deno.test("BookStore does not wait longer than it may, and loses nothing of what comes late", async () => {
  const journal = new SlowJournal();
  const store = new BookStore(journal, () => 1, 20);
  journal.isSlow = true;
  await assertRejects(() => store.createBeat("main", draftOf("e1")), StoreUnavailableError, "within 20 ms");
  // What comes after it waits for it too.
  await assertRejects(() => store.count("main"), StoreUnavailableError);
  journal.isSlow = false;
  journal.answer();
  assertEquals((await store.createBeat("main", draftOf("e1"))).created, false);
  assertEquals((await store.count("main")).total, 1);
});
