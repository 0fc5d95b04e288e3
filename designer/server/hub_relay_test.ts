import { assertEquals } from "@std/assert";
import { relayedText } from "./hub_relay.ts";

const DOC = "/door.smdf.json";
const sent = (text: string) => relayedText(text, "s3cret", DOC);

Deno.test("relayedText() puts the token in place of what a page says when it connects", () => {
  for (const text of ["40", '40{"token":"mine"}', "40/other,"]) {
    assertEquals(sent(text), '40{"token":"s3cret"}');
  }
});

Deno.test("relayedText() passes events that name the page's document, or none", () => {
  const passed = [
    "2",
    "3probe",
    "41",
    '42["presence:update",{"cursor":{"x":1,"y":2}}]',
    `427["bridge:join",{"docId":"${DOC}"}]`,
    '42["def:patch",{"ops":[{"docId":"/other.json"}]}]',
  ];
  for (const text of passed) assertEquals(sent(text), text);
});

Deno.test("relayedText() passes nothing that names another document, and nothing else", () => {
  const refused = [
    "",
    '427["bridge:join",{"docId":"/other.smdf.json"}]',
    '42["bridge:join",{"doc\\u0049d":"/other.smdf.json"}]',
    '42["bridge:join",{"docId":{}}]',
    `42/admin,["bridge:join",{"docId":"${DOC}"}]`,
    "42[broken",
    '451-["def:full",{"_placeholder":true,"num":0}]',
    "5",
  ];
  for (const text of refused) assertEquals(sent(text), undefined, text);
});
