import type { JsonObject } from "@loom/protocol";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Tool } from "../tool.ts";
import { type Called, openToolBench, type ToolBench, type ToolBenchOptions } from "./tool_calls.ts";

/** The definition that the document of a bench holds. */
export async function definitionOf({ path }: ToolBench): Promise<JsonObject> {
  const value = JSON.parse(await Deno.readTextFile(path));
  return value.stateMachine ?? value;
}

/** Asserts that a call is refused with a code, in words that say what to do, and that the document stays as it is. */
export async function assertRefused(
  bench: ToolBench,
  [name, values]: readonly [string, Record<string, unknown>],
  code: string,
  ...words: readonly string[]
): Promise<void> {
  const before = await Deno.readTextFile(bench.path).catch(() => undefined);
  const { isError, text, code: actual } = await bench.call(name, values);
  assertEquals([isError, actual], [true, code], text);
  for (const word of words) assertStringIncludes(text, word);
  assertMatch(text, /^[\w"\[][^\n]*\.$/, text);
  assertEquals(await Deno.readTextFile(bench.path).catch(() => undefined), before);
}

/** Makes a call that must work. */
export async function done(
  bench: ToolBench,
  name: string,
  values: Record<string, unknown> = {},
): Promise<Called> {
  const called = await bench.call(name, values);
  assertEquals(called.isError, false, called.text);
  return called;
}

/** The text of a call that must work. */
export async function told(
  bench: ToolBench,
  name: string,
  values: Record<string, unknown> = {},
): Promise<string> {
  return (await done(bench, name, values)).text;
}

/**
 * Asserts that a call shows in a dry run what it then does: nothing is written at first, then what was told.
 *
 * @returns The bench, with the call done, and what it answered.
 */
export async function assertDryThenDone(
  // deno-lint-ignore no-explicit-any -- rows of all types stand in one list
  tools: readonly Tool<any, any>[],
  [name, values]: readonly [string, Record<string, unknown>],
  options?: ToolBenchOptions,
): Promise<{ readonly definition: JsonObject; readonly called: Called }> {
  await using bench = await openToolBench(tools, options);
  const before = await Deno.readTextFile(bench.path).catch(() => undefined);
  const dry = await done(bench, name, { ...values, dry_run: true });
  assertEquals(await Deno.readTextFile(bench.path).catch(() => undefined), before);
  assertEquals([dry.data.dry_run, dry.data.changed], [true, true]);
  assertStringIncludes(dry.text, "Dry run, nothing written.");
  const called = await done(bench, name, values);
  assertEquals([called.data.changed, called.data.live], [true, "no hub"]);
  assert(called.text.endsWith("live: no hub"), called.text);
  const { revision } = await bench.session.read();
  assertEquals(called.data.revision, revision);
  return { definition: await definitionOf(bench), called };
}
