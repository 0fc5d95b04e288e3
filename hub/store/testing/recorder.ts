import { assert } from "@std/assert";
import type { Commit, MembersChange, StoreListener } from "../room_store.ts";

/** Keeps what a store tells. */
export class Recorder implements StoreListener {
  readonly commits: Commit[] = [];
  readonly changes: [docId: string, change: MembersChange][] = [];
  readonly vanishedRooms: string[] = [];
  readonly errors: unknown[] = [];
  #more: () => void = () => {};

  committed(commit: Commit): void {
    this.commits.push(commit);
    this.#more();
  }

  membersChanged(docId: string, change: MembersChange): void {
    this.changes.push([docId, change]);
    this.#more();
  }

  vanished(docId: string): void {
    this.vanishedRooms.push(docId);
    this.#more();
  }

  failed(error: unknown): void {
    this.errors.push(error);
  }

  /** Waits until something holds that what is told makes true. */
  async until(holds: () => boolean, ms = 20_000): Promise<void> {
    const end = Date.now() + ms;
    while (!holds()) {
      assert(Date.now() < end, "It was not told in time.");
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 200);
        this.#more = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
