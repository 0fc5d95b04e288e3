import { assertEquals } from "@std/assert";
import { Shadow } from "./shadow.ts";

Deno.test("Shadow.within() finds the items that no later one covers", () => {
  const shadow = new Shadow();
  shadow.put(0, 100, 1);
  shadow.put(50, 150, 2);
  shadow.put(60, 80, 3);
  assertEquals([...shadow.within(0, 50)], [1]);
  assertEquals([...shadow.within(40, 70)], [1, 2, 3]);
  assertEquals([...shadow.within(61, 79)], [3]);
  assertEquals([...shadow.within(150, 200)], []);
});
