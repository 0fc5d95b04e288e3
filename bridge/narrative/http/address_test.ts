import { assertEquals } from "@std/assert";
import { addressReader } from "./address.ts";

Deno.test("addressReader() reads each address, the same as before or another", () => {
  const addressOf = addressReader();
  const addresses = ["http://a/x?action=1", "http://a/x?action=1", "http://a/y", "http://a/x?action=1"];
  const read = addresses.map((text) => addressOf(text).href);
  assertEquals(read, addresses);
});

Deno.test("addressReader() leads nowhere from what is no address", () => {
  const addressOf = addressReader();
  assertEquals(["", "http://[/x"].map((text) => addressOf(text).pathname), ["/", "/"]);
  assertEquals(addressOf("http://a/x").pathname, "/x");
});
