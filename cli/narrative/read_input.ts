import { bodyIdentity } from "@loom/bridge/narrative";
import { isObject, type JsonObject, LoomError } from "@loom/protocol";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { ReadError } from "../read_error.ts";
import { readJson } from "../read_json.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "../read_standard_input.ts";

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
