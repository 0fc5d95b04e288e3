import { assert } from "@std/assert";
import { WIRE_ERROR_CODES } from "../../protocol/wire/error_code.ts";
import { WIRE_EVENTS } from "../../protocol/wire/events.ts";
import { WIRE_LIMITS } from "../../protocol/wire/limits.ts";
import { WIRE_SHAPE } from "../../protocol/wire/shapes.ts";
import { wirePage } from "./wire_page.ts";

const page = wirePage();

Deno.test("wirePage() has a row for each event with its payload", () => {
  for (const { name, payload } of WIRE_EVENTS) {
    assert(page.includes(`| \`${name}\` | \`${payload}\` |`), name);
  }
});

Deno.test("wirePage() has a section for each shape with its members", () => {
  for (const { name, fields } of WIRE_SHAPE) {
    const section = page.split(`### ${name}\n`)[1]?.split("\n#")[0] ?? "";
    for (const field of fields) assert(section.includes(`| \`${field.name}\` |`), `${name}.${field.name}`);
  }
});

Deno.test("wirePage() tells each bound and each code", () => {
  for (const [name, limit] of Object.entries(WIRE_LIMITS)) {
    assert(page.includes(`| \`${name}\` | ${limit} |`), name);
  }
  for (const code of WIRE_ERROR_CODES.keys()) assert(page.includes(`| \`${code}\` |`), code);
});

Deno.test("wirePage() keeps the bars of types out of its tables", () => {
  assert(page.includes("`string \\| null`"));
});
