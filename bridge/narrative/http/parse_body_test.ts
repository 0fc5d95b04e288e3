import { assertEquals, assertStringIncludes } from "@std/assert";
import { parseBody, parseDelivery, parseOptionalBody } from "./parse_body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parsed = (text: string) => {
  const step = parseBody(bytes(text));
  return step.ok ? step.value : step.refusal.code;
};

Deno.test("parseBody() reads keys that are one escape", () => {
  assertEquals(parsed('{"\\\\": 1, "\\u0061": 2}'), { "\\": 1, a: 2 });
});

Deno.test("parseBody() refuses members called __proto__, however they are written", () => {
  assertEquals(parsed('{"__proto__": 1}'), "invalid_json");
  assertEquals(parsed('{"\\u005f_proto__": 1}'), "invalid_json");
  assertEquals(parsed('{"title": "__proto__"}'), { title: "__proto__" });
});

Deno.test("parseBody() refuses what nests too deep, and takes what is only long", () => {
  assertEquals(parsed(`{"a":${"[".repeat(2_000)}${"]".repeat(2_000)}}`), "invalid_json");
  assertEquals(parsed(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`), "invalid_json");
  const wide = { list: Array.from({ length: 5_000 }, (_, at) => ({ at })) };
  assertEquals(parsed(JSON.stringify(wide)), wide);
  const brackets = { title: "[{".repeat(5_000) };
  assertEquals(parsed(JSON.stringify(brackets)), brackets);
});

Deno.test("parseBody() refuses what is no UTF-8, and takes the sign that stands for it elsewhere", () => {
  const broken = parseBody(new Uint8Array([...bytes('{"a": "'), 0xff, ...bytes('"}')]));
  assertEquals(broken.ok ? broken.value : broken.refusal.code, "invalid_json");
  assertEquals(parsed('\ufeff{"a": "\ufffd"}'), { a: "\ufffd" });
});

Deno.test("parseBody() refuses what is no object", () => {
  assertEquals(["1", '"a"', "[]", "null", "", "{", "{}}"].map(parsed), [
    ...Array(4).fill("invalid_body"),
    ...Array(3).fill("invalid_json"),
  ]);
});

Deno.test("parseOptionalBody() takes no body for an empty object", () => {
  assertEquals(parseOptionalBody(bytes("")), { ok: true, value: {} });
  assertEquals(parseOptionalBody(bytes(" ")).ok, false);
});

Deno.test("parseDelivery() reads the payload of a form, and JSON otherwise", () => {
  const form = "application/x-www-form-urlencoded";
  const value = { a: "é+%" };
  const text = `payload=${encodeURIComponent(JSON.stringify(value))}`;
  assertEquals(parseDelivery(bytes(text), `${form}; charset=utf-8`), { ok: true, value });
  assertEquals(parseDelivery(bytes(JSON.stringify(value)), null), { ok: true, value });
  assertEquals(parseDelivery(bytes(text), "application/json").ok, false);
});

Deno.test("parseDelivery() reads what is plainly JSON, though its type says that it is a form", () => {
  const form = "application/x-www-form-urlencoded";
  assertEquals(parseDelivery(bytes(' {"a": "payload=1&b=+"}'), form), {
    ok: true,
    value: { a: "payload=1&b=+" },
  });
  const read = (text: string) => {
    const step = parseDelivery(bytes(text), form);
    return step.ok ? step.value : step.refusal.code;
  };
  assertEquals(["{", "[]", "", "other=1"].map(read), ["invalid_json", ...Array(3).fill("invalid_field")]);
});

Deno.test("parseBody() says what it refuses of valid JSON", () => {
  const said = (text: string) => {
    const step = parseBody(bytes(text));
    return step.ok ? "" : step.refusal.error;
  };
  assertEquals(
    said('{"payload": {"__proto__": {}}}'),
    'request body: The JSON has a member called "__proto__" at line 1, column 14: give it another name.',
  );
  const deep = said(`${'{"a":'.repeat(1_200)}1${"}".repeat(1_200)}`);
  assertStringIncludes(deep, "request body: The JSON nests more than 1000 levels deep at line 1");
  assertEquals(said('{"a":'), "request body is not valid JSON");
});
