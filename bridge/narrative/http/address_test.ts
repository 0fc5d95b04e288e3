import { assertEquals } from "@std/assert";
import { addressReader } from "./address.ts";

Deno.test("addressReader() reads each address, the same as before or another", () => {
  const addressOf = addressReader();
  const read = [
    "http://a/x?action=1&b=2",
    "http://a/x?action=1&b=2",
    "http://a/y",
    "http://a/x?action=&action=2",
  ]
    .map((text) => {
      const { pathname, action, query } = addressOf(text);
      return [pathname, action, query.get("b")];
    });
  assertEquals(read, [["/x", "1", "2"], ["/x", "1", "2"], ["/y", "", null], ["/x", "", null]]);
});

Deno.test("addressReader() leads nowhere from what is no address", () => {
  const addressOf = addressReader();
  assertEquals(["", "http://[/x"].map((text) => addressOf(text).pathname), ["/", "/"]);
  assertEquals(addressOf("http://a/x").pathname, "/x");
});
