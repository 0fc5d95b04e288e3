import { parseWireError } from "@loom/protocol";
import { BridgeError } from "./bridge_error.ts";

/** The members that are there. */
export function defined<T extends object>(members: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]: Exclude<T[Key], undefined> };
}

/** The error in an answer, if it tells of one. */
export function errorIn(reply: unknown): BridgeError | undefined {
  const error = (reply as { readonly error?: unknown } | null | undefined)?.error;
  if (error === undefined || error === null) return undefined;
  const parsed = parseWireError(error);
  return parsed.ok ? BridgeError.of(parsed.value) : new BridgeError("internal", parsed.error.message);
}
