import { isObject, LoomError, parseJsonText } from "@loom/protocol";
import { NarrativeError } from "../../narrative_error.ts";
import { type Act, type Universe, UNIVERSES } from "../../types.ts";
import {
  actOfFunction,
  BUILT_IN_RULES,
  type Rules,
  rulesHash,
  type StoryRow,
  type WordMatch,
} from "./rules.ts";
import { lookupKey } from "./lookup_key.ts";

const MEMBERS: ReadonlySet<string> = new Set([...UNIVERSES, "confidence", "flows", "match"]);

/**
 * Reads a file of rules and lays it over the built-in ones: what it does not name stays.
 *
 * @param text JSON: an object with any of `engineer`, `ceremony` (key to intent), `story_engine` (key to intent, or to
 * `{"intent", "act"}`), `confidence`, `flows` (by view) and `match` (`substring` or `word`)
 * @throws {LoomError} when the text is no JSON, or says what no rules say
 *
 * @example
 * ```ts
 * import { readRules } from "@loom/bridge/narrative";
 * import { assertEquals } from "@std/assert";
 * const rules = readRules('{"engineer": {"release.published": "delivery"}, "match": "word"}');
 * assertEquals(rules.engineer.get("release.published"), "delivery");
 * assertEquals(rules.engineer.get("push"), "code_change");
 * ```
 */
export function readRules(text: string): Rules {
  const given: unknown = parseJsonText(text);
  if (!isObject(given)) throw wrong("", "must be a JSON object");
  for (const member of Object.keys(given)) {
    if (!MEMBERS.has(member)) throw wrong(member, `is not known: the members are ${[...MEMBERS].join(", ")}`);
  }
  const rules = {
    engineer: new Map([...BUILT_IN_RULES.engineer, ...intents(given, "engineer")]),
    ceremony: new Map([...BUILT_IN_RULES.ceremony, ...intents(given, "ceremony")]),
    story_engine: new Map([...BUILT_IN_RULES.story_engine, ...storyRows(given)]),
    confidence: { ...BUILT_IN_RULES.confidence, ...confidences(given) },
    flows: { ...BUILT_IN_RULES.flows, ...flows(given) },
    match: matchOf(given),
  };
  return { ...rules, sha256: rulesHash(rules) };
}

type Members = Record<string, unknown>;

function intents(given: Members, view: "engineer" | "ceremony"): [string, string][] {
  return entries(given, view).map(([key, intent]) => [key, intentOf(intent, `${view}.${key}`)]);
}

function storyRows(given: Members): [string, StoryRow][] {
  return entries(given, "story_engine").map(([key, row]) => {
    const at = `story_engine.${key}`;
    if (!isObject(row)) {
      const intent = intentOf(row, at);
      return [key, { intent, act: actOfFunction(intent) }];
    }
    const intent = intentOf(row.intent, `${at}.intent`);
    return [key, {
      intent,
      act: row.act === undefined ? actOfFunction(intent) : actAt(row.act, `${at}.act`),
    }];
  });
}

function confidences(given: Members): Partial<Record<Universe, number>> {
  return byView(given, "confidence", (value, at) => {
    if (typeof value === "number" && value >= 0 && value <= 1) return value;
    throw wrong(at, "must be a number from 0 to 1");
  });
}

function flows(given: Members): Partial<Record<Universe, string[]>> {
  return byView(given, "flows", (value, at) => {
    if (Array.isArray(value) && value.every((flow) => typeof flow === "string")) return value;
    throw wrong(at, "must be a list of names");
  });
}

function byView<Value>(
  given: Members,
  member: string,
  read: (value: unknown, at: string) => Value,
): Partial<Record<Universe, Value>> {
  const table: Partial<Record<Universe, Value>> = {};
  for (const [name, value] of Object.entries(objectAt(given, member))) {
    const view = UNIVERSES.find((universe) => universe === name);
    if (view === undefined) throw wrong(`${member}.${name}`, `is not one of ${UNIVERSES.join(", ")}`);
    table[view] = read(value, `${member}.${name}`);
  }
  return table;
}

function matchOf({ match }: Members): WordMatch {
  if (match === undefined) return BUILT_IN_RULES.match;
  if (match === "substring" || match === "word") return match;
  throw wrong("match", 'must be "substring" or "word"');
}

/** Keys are written as events are looked up. */
function entries(given: Members, view: string): [key: string, row: unknown][] {
  return Object.entries(objectAt(given, view)).map(([key, row]) => [lookupKey(key, ""), row]);
}

function objectAt(given: Members, member: string): Members {
  const value = given[member] ?? {};
  if (!isObject(value)) throw wrong(member, "must be an object");
  return value;
}

function intentOf(value: unknown, at: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw wrong(at, "must be an intent, a text that is not empty");
}

function actAt(value: unknown, at: string): Act {
  if (value === 1 || value === 2 || value === 3) return value;
  throw wrong(at, "must be 1, 2 or 3");
}

function wrong(at: string, why: string): NarrativeError {
  return new NarrativeError(
    "invalid_rules",
    `Cannot read the rules: ${at === "" ? "they" : `"${at}"`} ${why}.`,
    at,
  );
}

/**
 * Reads a file of rules and lays it over the built-in ones, as {@linkcode readRules} does.
 *
 * @throws {NarrativeError} `invalid_rules` when it cannot be read, or says what no rules say
 */
export async function readRulesFile(path: string): Promise<Rules> {
  try {
    return readRules(await Deno.readTextFile(path));
  } catch (cause) {
    const message = `The rules in "${path}" cannot be used: ${why(cause)}`;
    throw new NarrativeError("invalid_rules", message, undefined, { cause });
  }
}

function why(error: unknown): string {
  if (error instanceof LoomError) return error.message;
  if (error instanceof Deno.errors.NotFound) return "there is no such file; name another one.";
  return error instanceof Error ? error.message : String(error);
}
