import type { Budget } from "./copy_json.ts";
import { WIRE_LIMITS } from "./limits.ts";
import { PAYLOAD, Refusal } from "./refusal.ts";
import type { WireRule } from "./rule.ts";
import type { WireError } from "./types.ts";

/** The result of parsing a payload: the payload, or its refusal. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WireError };

/**
 * Reads a payload. Whatever comes in gives an answer and never an exception; each member is read once, and the value is
 * a copy of the members that the type names.
 */
export type WireParser<T> = (value: unknown) => Parsed<T>;

/** A parser for what a client sends. */
export function inbound<T>(event: string, rule: WireRule): WireParser<T> {
  return (value) => parse(event, rule, value, WIRE_LIMITS.messageBytes, WIRE_LIMITS.depth);
}

/** A parser for what the hub sends. */
export function outbound<T>(event: string, rule: WireRule): WireParser<T> {
  return (value) => parse(event, rule, value, WIRE_LIMITS.hubMessageBytes, WIRE_LIMITS.hubDepth);
}

/** The type parameter is the one that is made from the shape in the rule. */
function parse<T>(event: string, rule: WireRule, value: unknown, bytes: number, depth: number): Parsed<T> {
  const budget: Budget = { left: bytes, bytes, depth };
  try {
    return { ok: true, value: rule.read(value, budget, PAYLOAD) as T };
  } catch (error) {
    return { ok: false, error: wireErrorOf(error, event) };
  }
}

function wireErrorOf(error: unknown, event: string): WireError {
  if (!Refusal.is(error)) {
    // Only an object of this very process can do that: a getter or a proxy that throws.
    return {
      code: "bad_request",
      message: `Cannot read ${event}: the payload cannot be looked into.`,
      event,
    };
  }
  const { code, message, member } = error;
  return { code, message: `Cannot read ${event}: ${message}`, event, ...(member !== "" && { member }) };
}
