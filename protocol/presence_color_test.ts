import { assertEquals } from "@std/assert";
import { colorFor, eventColor } from "./presence_color.ts";

Deno.test("colorFor() gives the golden hues", () => {
  assertEquals(colorFor(""), "hsl(0, 65%, 55%)");
  assertEquals(colorFor("a"), "hsl(97, 65%, 55%)");
  assertEquals(colorFor("abc"), "hsl(234, 65%, 55%)");
  assertEquals(colorFor("self-1"), "hsl(24, 65%, 55%)");
});

Deno.test("colorFor() stays on the colour circle when the hash is negative", () => {
  assertEquals(colorFor("participant"), colorFor("participant"));
  for (const id of ["zzzzzzzz", "OrderShipped", "日本語の名前"]) {
    const hue = Number(/^hsl\((\d+), 65%, 55%\)$/.exec(colorFor(id))?.[1]);
    assertEquals(hue >= 0 && hue < 360, true, id);
  }
});

Deno.test("eventColor() is the colour of the event's id", () => {
  assertEquals(eventColor("abc"), "hsl(234, 65%, 55%)");
});
