import { LoomError } from "@loom/protocol";
import { join } from "@std/path";
import type { BeatStore } from "./beat_store.ts";
import { BookStore, type Journal } from "./book_store.ts";
import type { JournalLine } from "./journal_line.ts";
import { bookLines } from "./jsonl/book_lines.ts";
import { LineFile } from "./jsonl/line_file.ts";
import { lockWriting } from "./jsonl/writer_lock.ts";
import { STORE_TIMEOUT_MS, StoreUnavailableError } from "./store_unavailable_error.ts";
import { StoryBook } from "./story_book.ts";

/**
 * Opens a store in a folder of two files that people can read, `events.jsonl` and `beats.jsonl`. Any number of processes may read it,
 * and the first that writes is the only one that does.
 *
 * @param now the clock, in milliseconds
 * @throws {StoreUnavailableError} when the folder cannot be made or read
 * @throws {NarrativeError} `unreadable_store` when a line is not JSON
 */
export async function jsonlStore(folder: string, now: () => number = Date.now): Promise<BeatStore> {
  const journal = new LineJournal(folder);
  await orUnavailable(() => Deno.mkdir(folder, { recursive: true }));
  await journal.open(false);
  return new BookStore(journal, now, STORE_TIMEOUT_MS);
}

class LineJournal implements Journal {
  readonly kind = "jsonl";
  readonly #events: LineFile;
  readonly #beats: LineFile;
  readonly #lockPath: string;
  #book = new StoryBook();
  #lock: Disposable | undefined;
  /** Whether the book is what the files said when they were last read, and what was written since. */
  #isWhole = false;
  #isClosed = false;

  constructor(folder: string) {
    this.#events = new LineFile(join(folder, "events.jsonl"));
    this.#beats = new LineFile(join(folder, "beats.jsonl"));
    this.#lockPath = join(folder, ".lock");
  }

  async open(forWriting: boolean): Promise<StoryBook> {
    if (this.#isClosed) throw new StoreUnavailableError("The beat store is closed.");
    return await orUnavailable(async () => {
      // Who holds the lock and has read all knows all: nobody else writes.
      if (this.#lock !== undefined && this.#isWhole) return this.#book;
      if (forWriting) this.#lock ??= await lockWriting(this.#lockPath);
      await this.#catchUp();
      return this.#book;
    });
  }

  async append(line: JournalLine, text: string): Promise<void> {
    const isOfEvent = line.type === "analysis" || line.type === "claim";
    await orUnavailable(() => (isOfEvent ? this.#events : this.#beats).append(text));
    this.#book.apply(line, text);
  }

  async replace(): Promise<void> {
    const { events, beats } = bookLines(this.#book);
    // Until both are written the files say something else than the book.
    this.#isWhole = false;
    await orUnavailable(async () => {
      await this.#events.replace(events.map((line) => JSON.stringify(line)));
      await this.#beats.replace(beats.map((line) => JSON.stringify(line)));
    });
    this.#isWhole = true;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#lock?.[Symbol.dispose]();
    this.#lock = undefined;
    return Promise.resolve();
  }

  /** Reads what came since the last time; all, when that cannot be told. */
  async #catchUp(): Promise<void> {
    const files = [this.#events, this.#beats];
    const isReplaced = (await Promise.all(files.map((file) => file.isReplaced()))).includes(true);
    if (isReplaced || !this.#isWhole) {
      this.#book = new StoryBook();
      for (const file of files) file.rewind();
    }
    this.#isWhole = false;
    for (const file of files) {
      for (const { line, text, number } of await file.news()) {
        try {
          this.#book.apply(line, text);
        } catch (cause) {
          throw file.unreadable(number, cause);
        }
      }
    }
    this.#isWhole = true;
  }
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof LoomError) throw cause;
    throw new StoreUnavailableError(undefined, { cause });
  }
}
