import { assertEquals } from "@std/assert";
import {
  allFragments,
  allMessages,
  branchPoint,
  fragmentsOf,
  messagesOf,
  participantKind,
  participantsOf,
  rejoinPoint,
} from "./lookup.ts";
import { LENDING } from "./testing.ts";

Deno.test("allMessages() lists the main path, then each fragment, by address", () => {
  assertEquals(
    allMessages(LENDING).map(({ ref, path }) => [ref, path]),
    [
      ["1", "/messages/0"],
      ["2", "/messages/1"],
      ["3", "/messages/2"],
      ["4", "/messages/3"],
      ["5", "/messages/4"],
      ["f1.1", "/fragments/0/messages/0"],
      ["f1.2", "/fragments/0/messages/1"],
      ["f1.f1.1", "/fragments/0/fragments/0/messages/0"],
      ["f2.1", "/fragments/1/messages/0"],
    ],
  );
});

Deno.test("allFragments() lists each fragment before those in it", () => {
  const found = allFragments(LENDING);
  assertEquals(found.map(({ ref, most }) => [ref, most]), [["f1", 5], ["f1.f1", 2], ["f2", 5]]);
  assertEquals(found[1]?.around?.ref, "f1");
});

Deno.test("a message or fragment that is no object keeps its number", () => {
  const def = { messages: [null, { label: "a" }], fragments: [7, { messages: [1] }] };
  assertEquals(messagesOf(def).map(({ ref, value }) => [ref, value?.label]), [["1", undefined], ["2", "a"]]);
  assertEquals(fragmentsOf(def).map(({ ref, isMissing }) => [ref, isMissing]), [["f1", true], ["f2", false]]);
});

Deno.test("lists that are none are empty", () => {
  for (const def of [undefined, null, 3, "x", {}, { participants: {}, messages: 1, fragments: "f" }]) {
    assertEquals([participantsOf(def), allMessages(def), allFragments(def)], [[], [], []]);
  }
});

Deno.test("branchPoint() and rejoinPoint() take the nearest right number", () => {
  const points = (after: unknown, until?: unknown) => {
    const [fragment] = fragmentsOf({ messages: [{}, {}, {}], fragments: [{ after, until }] });
    return fragment ? [branchPoint(fragment), rejoinPoint(fragment)] : [];
  };
  assertEquals(points(2, 3), [2, 3]);
  assertEquals(points(9), [3, undefined]);
  assertEquals(points(-1, 0), [0, 0]);
  assertEquals(points(2, 1), [2, 2]);
  assertEquals(points("2", NaN), [0, 0]);
});

Deno.test("participantKind() takes the actor before the object before the service", () => {
  const kind = (value: Record<string, string>) => participantKind({ value });
  assertEquals(kind({ actor: "A", object: "o", service: "s" }), "actor");
  assertEquals(kind({ object: "o", service: "s" }), "object");
  assertEquals(kind({ actor: "", service: "s" }), "service");
  assertEquals(kind({ name: "A" }), undefined);
});
