import type { Expression } from "./ast.ts";
import { isWithinReach } from "./reach.ts";

/** The scope of a guard or an action while it runs. */
export interface Scope {
  /** The payload of the event; its own members are found first and cannot be assigned. */
  readonly payload: Readonly<Record<string, unknown>> | undefined;
  /** The machine's context: plain data or an object of a host's class. Plain names are assigned here. */
  readonly context: Record<string, unknown>;
  /** The functions that the host registered. */
  readonly functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** True when the state of this name is active. */
  inState(name: string): boolean;
}

/** A compiled expression: gives its value in a scope. */
export type CompiledExpression = (scope: Scope) => unknown;

/** Compiles a part of an expression. */
export type CompilePart = (expression: Expression) => CompiledExpression;

/** The object with the member that a plain name refers to. */
export type Holder = Readonly<Record<string, unknown>>;

/** The source of a plain name that is not forbidden: the payload, the context, the functions, or none. */
export function holderOf({ payload, context, functions }: Scope, name: string): Holder | undefined {
  if (payload !== undefined && Object.hasOwn(payload, name)) return payload;
  // The quick way for data; the slow one also climbs the classes of a host object.
  if (Object.hasOwn(context, name) ? context !== globalThis : isWithinReach(context, name)) return context;
  return Object.hasOwn(functions, name) ? functions : undefined;
}

/** The value of a plain name that is not forbidden, or null. */
export function lookUp(scope: Scope, name: string): unknown {
  return holderOf(scope, name)?.[name] ?? null;
}
