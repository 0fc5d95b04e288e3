import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { assertEquals } from "@std/assert";
import { Statements } from "./statements.ts";
import { WriteQueue } from "./write_queue.ts";

/** Counts its transactions. */
class Counted extends Statements {
  transactions = 0;

  override transaction<Result>(work: () => Result): Result {
    this.transactions++;
    return super.transaction(work);
  }
}

Deno.test("WriteQueue does in one transaction what comes in one turn of the event loop after the other", async () => {
  using database = new DatabaseSync(":memory:");
  const statements = new Counted(database);
  const queue = new WriteQueue(statements, 0);
  const done: number[] = [];
  const change = (at: number) => queue.run(() => done.push(at));
  const later = new Promise((resolve) => {
    setImmediate(() => {
      resolve(change(2));
      setImmediate(() => change(3));
    });
  });
  await Promise.all([change(1), later]);
  await queue.idle();
  assertEquals([done, statements.transactions], [[1, 2, 3], 1]);
});

Deno.test("WriteQueue does what throws without the others", async () => {
  using database = new DatabaseSync(":memory:");
  const queue = new WriteQueue(new Statements(database), 0);
  const fails = () => {
    throw new RangeError("no");
  };
  const results = await Promise.allSettled([queue.run(() => 1), queue.run(fails), queue.run(() => 3)]);
  assertEquals(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
});
