import { assertEquals } from "@std/assert";
import { camelCase, classPart, pascalCase, snakeCase } from "./case.ts";

const ROWS = [
  ["StrategyCreated", "strategy_created", "strategyCreated", "StrategyCreated"],
  ["evTimeout", "ev_timeout", "evTimeout", "EvTimeout"],
  ["ai_generate", "ai_generate", "aiGenerate", "AiGenerate"],
  ["FDBSignalFound", "fdb_signal_found", "fdbSignalFound", "FdbSignalFound"],
  ["HTTPRequest2Go", "http_request2_go", "httpRequest2Go", "HttpRequest2Go"],
  ["step_2", "step_2", "step_2", "Step_2"],
] as const;

for (const [name, snake, camel, pascal] of ROWS) {
  Deno.test(`snakeCase(), camelCase() and pascalCase() spell ${name}`, () => {
    assertEquals([snakeCase(name), camelCase(snake), pascalCase(snake)], [snake, camel, pascal]);
  });
}

Deno.test("classPart() drops underscores, hyphens and spaces", () => {
  assertEquals(classPart("Active_Waiting-For it"), "ActiveWaitingForit");
});
