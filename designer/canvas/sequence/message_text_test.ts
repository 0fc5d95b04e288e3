import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { addingMessage, changingMessage, messageText, readMessageText } from "./message_text.ts";

const DEF = { settings: { namespace: "n", name: "n" }, participants: [{ name: "A" }], messages: [] };

Deno.test("readMessageText() takes a word alone as event and label, and words with an event in brackets", () => {
  const base = { from: "A", to: "B", reply: false, optional: false };
  assertEquals(readMessageText("A -> B: pay"), { ...base, label: "pay", event: "pay" });
  assertEquals(readMessageText("A -> B: pays the bill [pay]"), {
    ...base,
    label: "pays the bill",
    event: "pay",
  });
  assertEquals(readMessageText('A->B:"pay"'), { ...base, label: "pay", event: "" });
  assertEquals(readMessageText("A --> B: here it is ?"), {
    ...base,
    label: "here it is",
    event: "",
    reply: true,
    optional: true,
  });
  assertEquals(typeof readMessageText("A and B"), "string");
  assertEquals(typeof readMessageText("A -> B:"), "string");
});

Deno.test("messageText() is read back as what it was written from", () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 >:-]{0,8}[a-z]$/);
  const words = fc.stringMatching(/^[a-z][a-z0-9 ]{0,10}[a-z]$/);
  const event = fc.option(fc.stringMatching(/^[a-z][a-z_.]{0,8}$/), { nil: "" });
  const message = fc.record({
    from: name,
    to: name,
    label: words,
    event,
    reply: fc.boolean(),
    optional: fc.boolean(),
  });
  fc.assert(fc.property(message, (one) => assertEquals(readMessageText(messageText(one)), one)), { seed: 7 });
});

Deno.test("addingMessage() adds participants that are not there yet", () => {
  assertEquals(addingMessage(DEF, "A -> B: pay", { fragment: undefined, at: 1 }), [
    { id: "participant.add", values: { name: "B" } },
    { id: "message.add", values: { from: "A", to: "B", label: "pay", event: "pay", at: 1 } },
  ]);
});

Deno.test("changingMessage() changes what the line says otherwise, and nothing else", () => {
  const was = { from: "A", to: "A", label: "waits", event: "tick", state: "Idle" };
  assertEquals(changingMessage(DEF, "f1.2", was, messageText(was)), []);
  assertEquals(changingMessage(DEF, "f1.2", was, 'A -> A: "waits"'), [
    { id: "message.update", values: { ref: "f1.2", event: "" } },
  ]);
});
