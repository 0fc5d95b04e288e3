import { assertEquals } from "@std/assert";
import { jsonLog } from "./log.ts";

Deno.test("jsonLog() writes a line for each entry, with the time first", () => {
  const lines: string[] = [];
  const log = jsonLog((line) => lines.push(line), () => 1_000);
  log({ level: "warn", event: "slow_reader", bytes: 3, by: undefined });
  assertEquals(lines, [
    '{"time":"1970-01-01T00:00:01.000Z","level":"warn","event":"slow_reader","bytes":3}\n',
  ]);
});
