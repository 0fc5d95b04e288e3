import { refusePromise } from "../../expression/promise.ts";
import type { Guard } from "../chart/node.ts";
import { reasonOf } from "../problem.ts";
import type { Payload } from "../send_result.ts";
import { truthy } from "../values.ts";
import type { Host } from "./instance.ts";

/** Evaluates a guard: true, false, or the sentence that says why it cannot be evaluated. */
export function passes(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  try {
    return decide(guard, host, payload);
  } catch (error) {
    return reasonOf(error);
  }
}

function decide(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  const { registeredGuards, guardEvaluator } = host;
  const data = host.data as Record<string, unknown>;
  if (guardEvaluator) return accepts(guard, guardEvaluator(guard.text, payload, data));
  if (registeredGuards && Object.hasOwn(registeredGuards, guard.text)) {
    return accepts(guard, registeredGuards[guard.text]?.(payload, data));
  }
  return verdictOf(guard, host, payload);
}

/** The same without guards that the host registered. */
export function verdictOf(guard: Guard, host: Host, payload: Payload | undefined): boolean | string {
  if (!guard.isPlainName) {
    // Reading an absent member is much faster than `hasOwn`.
    const named = (host.data as Record<string, unknown>)[guard.text];
    if (named !== undefined && Object.hasOwn(host.data, guard.text)) return accepts(guard, named);
  }
  if (!guard.test) return guard.error;
  const value = guard.test(host, payload);
  return typeof value === "boolean" ? value : truthy(refusePromise(value, guard.text));
}

/** The verdict of the host itself. A promise would be true before it is known. */
function accepts(guard: Guard, value: unknown): boolean {
  return Boolean(refusePromise(value, guard.text));
}
