import { EvaluationError } from "../../expression/errors.ts";
import type { Guard } from "../chart/node.ts";
import type { Payload } from "../send_result.ts";
import { truthy } from "../values.ts";
import type { Host } from "./instance.ts";

/** Evaluates a guard: true, false, or the sentence that says why it cannot be evaluated. */
export function passes(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  try {
    return decide(guard, host, payload);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function decide(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  const { registeredGuards, guardEvaluator } = host;
  const data = host.data as Record<string, unknown>;
  if (guardEvaluator) return Boolean(guardEvaluator(guard.text, payload, data));
  if (registeredGuards && Object.hasOwn(registeredGuards, guard.text)) {
    return Boolean(registeredGuards[guard.text]?.(payload, data));
  }
  return verdictOf(guard, host, payload);
}

/** The same without guards that the host registered. */
export function verdictOf(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  if (!guard.isPlainName) {
    // Reading an absent member is much faster than `hasOwn`.
    const named = (host.data as Record<string, unknown>)[guard.text];
    if (named !== undefined && Object.hasOwn(host.data, guard.text)) return Boolean(named);
  }
  if (!guard.test) return guard.error;
  const value = guard.test(host, payload);
  return typeof value === "boolean" ? value : isAccepting(value);
}

/** True when the value of a guard lets its transition through. */
function isAccepting(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  // A promise would be true before it is known.
  if (value instanceof Promise) {
    throw new EvaluationError("the guard gave a promise: a guard must answer at once");
  }
  return truthy(value);
}
