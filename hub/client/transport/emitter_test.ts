import { assertEquals } from "@std/assert";
import { Emitter } from "./emitter.ts";

Deno.test("on() gives a function that takes only its own handler away", () => {
  const emitter = new Emitter<{ word: string }>();
  const heard: string[] = [];
  const handler = (word: string) => heard.push(word);
  const off = emitter.on("word", handler);
  emitter.on("word", handler);
  emitter.emit("word", "a");
  off();
  off();
  emitter.emit("word", "b");
  assertEquals(heard, ["a", "a", "b"]);
});

Deno.test("emit() reaches the others when a handler throws", () => {
  const emitter = new Emitter<{ word: string }>();
  const heard: unknown[] = [];
  const report = (event: ErrorEvent) => {
    event.preventDefault();
    heard.push(event.error.message);
  };
  addEventListener("error", report);
  try {
    emitter.on("word", () => {
      throw new Error("broken");
    });
    emitter.on("word", (word) => heard.push(word));
    emitter.emit("word", "a");
  } finally {
    removeEventListener("error", report);
  }
  assertEquals(heard, ["broken", "a"]);
});
