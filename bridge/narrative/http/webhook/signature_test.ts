import { assert } from "@std/assert";
import { signatureCheck } from "./signature.ts";

const MAC = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("signatureCheck() takes the vector of the forge's documentation", async () => {
  const check = signatureCheck(["It's a Secret to Everybody"]);
  assert(await check(bytes("Hello, World!"), MAC));
  assert(!await check(bytes("Hello, World?"), MAC));
  assert(!await check(bytes("Hello, World!"), null));
  assert(!await check(bytes("Hello, World!"), MAC.toUpperCase()));
});

Deno.test("signatureCheck() takes any of its secrets", async () => {
  const check = signatureCheck(["another", "It's a Secret to Everybody"]);
  assert(await check(bytes("Hello, World!"), MAC));
  assert(!await signatureCheck(["another"])(bytes("Hello, World!"), MAC));
});

Deno.test("signatureCheck() looks at the bytes, not at what they say", async () => {
  const check = signatureCheck(["s"]);
  const key = await crypto.subtle.importKey("raw", bytes("s"), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const received = bytes('{"a":"\\u00e9","n":1.0}');
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, received)).toHex();
  assert(await check(received, `sha256=${mac}`));
  assert(!await check(bytes(JSON.stringify(JSON.parse('{"a":"\\u00e9","n":1.0}'))), `sha256=${mac}`));
});
