import { assertEquals } from "@std/assert";
import { resolveMemberPath } from "./member_path.ts";

const CASES: readonly [system: string, member: string, path: string][] = [
  ["/shop/all.sysdf.json", "order.smdf.json", "/shop/order.smdf.json"],
  ["/shop/all.sysdf.json", "./a//b/../order.smdf.json", "/shop/a/order.smdf.json"],
  ["/shop/all.sysdf.json", "/door/./door.smdf.json", "/door/door.smdf.json"],
  ["/all.sysdf.json", "../../order.smdf.json", "/order.smdf.json"],
  ["all.sysdf.json", "order.smdf.json", "order.smdf.json"],
  ["shop/all.sysdf.json", "../../order.smdf.json", "../order.smdf.json"],
];

for (const [system, member, path] of CASES) {
  Deno.test(`resolveMemberPath() finds ${member} from ${system}`, () => {
    assertEquals(resolveMemberPath(system, member), path);
  });
}
