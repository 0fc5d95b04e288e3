import { assertEquals } from "@std/assert";
import { PARAMETERS, parameterText } from "./parameters.ts";
import { TOOLS } from "./table.ts";

Deno.test("every parameter of every tool is told of", () => {
  const untold = TOOLS.flatMap(({ name, input }) =>
    Object.keys(input).filter((parameter) => !parameterText(name, parameter)).map((one) => `${name}.${one}`)
  );
  assertEquals(untold, []);
});

Deno.test("no row is about a parameter that is not there", () => {
  const used = new Set(
    TOOLS.flatMap(({ name, input }) =>
      Object.keys(input).map((one) => `${name}.${one}` in PARAMETERS ? `${name}.${one}` : one)
    ),
  );
  assertEquals(Object.keys(PARAMETERS).filter((row) => !used.has(row)), []);
});
