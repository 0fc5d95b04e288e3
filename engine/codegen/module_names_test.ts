import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { checkModules, ModuleNameError } from "./module_names.ts";
import { enrich } from "../model.ts";
import { generateCode } from "./generate_code.ts";
import { machineOf } from "./testing.ts";

const NO_MODULES = ["os\nimport evil #", "my runtime", "", "my.", "1st", "my/runtime", "a;b", "my.import"];

Deno.test("generateCode() refuses in Python what names no module: it would be code", () => {
  const model = enrich(machineOf({}));
  for (const module of NO_MODULES) {
    for (const option of ["runtime", "types"]) {
      const error = assertThrows(() => generateCode(model, "python", { [option]: module }), ModuleNameError);
      assertEquals(error.code, "bad_module");
      assertStringIncludes(error.message, `${option} is ${JSON.stringify(module)}`);
    }
  }
  assertThrows(() => generateCode(model, "typescript", { runtime: " " }), ModuleNameError);
});

Deno.test("checkModules() takes modules with dots, relative ones and those of any script", () => {
  for (const runtime of ["my_package.runtime", "..lib", ".", "größe"]) checkModules("python", { runtime });
  checkModules("typescript", { runtime: "jsr:@loom/engine/runtime", types: "./types.ts" });
});
