import {
  bodyIdentity,
  BUILT_IN_RULES,
  eventTime,
  readEvent,
  readRulesFile,
  type Rules,
  type WebhookEvent,
} from "@loom/bridge/narrative";
import { envAlias, isObject, type JsonObject, LoomError } from "@loom/protocol";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { ReadError, readJson } from "../read_json.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "../read_standard_input.ts";
import { UsageError } from "../usage_error.ts";

/** A JSON object from a file, and the identity of its bytes. */
export interface InputObject {
  readonly value: JsonObject;
  readonly identity: string;
}

/**
 * Reads a JSON object from a file, or from standard input.
 *
 * @throws {ReadError} When it cannot be read, or holds something else.
 */
export async function readInput({ io }: Context, path: string): Promise<InputObject> {
  const isPiped = path === STANDARD_INPUT;
  const name = isPiped ? STANDARD_INPUT_NAME : path;
  const bytes = isPiped ? (await readStandardInput(io.stdin)).bytes : await fileBytes(path);
  const value = readJson(new TextDecoder().decode(bytes), name);
  if (isObject(value)) return { value: value as JsonObject, identity: bodyIdentity(bytes) };
  throw new ReadError(name, new LoomError("invalid_body", "It must hold a JSON object."));
}

/** The text of a file. */
export async function fileText(path: string): Promise<string> {
  return new TextDecoder().decode(await fileBytes(path));
}

async function fileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(path);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound
      ? "There is no such file."
      : cause instanceof Error
      ? cause.message.split(" (os error")[0] ?? ""
      : String(cause);
    throw new ReadError(path, new LoomError("unreadable", reason, { cause }));
  }
}

/** The rules that the command line or the environment names, else the built-in ones. */
export async function rulesOf(
  { io }: Context,
  { rules }: { readonly rules: string | undefined },
): Promise<Rules> {
  const path = rules ?? envAlias("NARRATIVE_RULES", io.env);
  return path === undefined ? BUILT_IN_RULES : await readRulesFile(path);
}

/** Event options of the command line. */
export interface EventWords {
  readonly type?: string | undefined;
  readonly action?: string | undefined;
  readonly id?: string | undefined;
}

/**
 * The event in a file: as the bridge takes it, or what the forge sent.
 *
 * @throws {UsageError} When its type is missing.
 */
export function eventOf({ io }: Context, { value, identity }: InputObject, words: EventWords): WebhookEvent {
  const { type, action, id } = words;
  const isWhole = typeof value.event_type === "string";
  if (!isWhole && type === undefined) {
    throw new UsageError(
      'The file names no "event_type": give the type of the event with --type, such as issues.',
    );
  }
  const body: JsonObject = {
    ...(isWhole ? value : { payload: value }),
    ...(type === undefined ? {} : { event_type: type }),
    ...(action === undefined ? {} : { action }),
    ...(id === undefined ? {} : { event_id: id }),
  };
  return readEvent(body, { now: io.now().toISOString(), eventId: identity });
}

/**
 * A time that an option gives: ISO 8601, UTC, with milliseconds.
 *
 * @throws {UsageError} When it is none.
 */
export function timeValue(flag: string, text: string): string {
  const time = eventTime(text);
  if (time !== undefined) return time;
  throw new UsageError(
    `${flag} needs a time, such as 2026-01-03 or 2026-01-03T13:20:00Z: ${JSON.stringify(text)} is none.`,
  );
}
