import { assertEquals } from "@std/assert";
import { takeTurn } from "./turn.ts";

Deno.test("takeTurn() lets one in at a time, in the order of asking", async () => {
  const seen: number[] = [];
  await Promise.all([1, 2, 3].map(async (number) => {
    const end = await takeTurn("order", 1000);
    seen.push(number);
    await Promise.resolve();
    seen.push(number);
    end?.();
  }));
  assertEquals(seen, [1, 1, 2, 2, 3, 3]);
});

Deno.test("takeTurn() keeps keys apart", async () => {
  const end = await takeTurn("one", 1000);
  const other = await takeTurn("two", 1000);
  assertEquals(typeof other, "function");
  end?.();
  other?.();
});

Deno.test("takeTurn() gives up after the timeout, and those behind still wait for their turn", async () => {
  const end = await takeTurn("late", 1000);
  const gaveUp = takeTurn("late", 1);
  const behind = takeTurn("late", 1000);
  assertEquals(await gaveUp, undefined);
  let entered = false;
  behind.then(() => entered = true);
  await Promise.resolve();
  assertEquals(entered, false);
  end?.();
  (await behind)?.();
});
