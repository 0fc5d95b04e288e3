import type { Scope } from "../expression/mod.ts";
import type { ContextBase } from "../runtime/context_base.ts";
import type { Payload } from "../runtime/send_result.ts";

/** The scope of the interpreter's guards and actions; the payload is that of the event being processed. */
export interface MachineScope extends Scope {
  payload: Payload | undefined;
}

/** A context whose guards and actions are interpreted. */
export interface Scoped extends ContextBase {
  readonly scope: MachineScope;
}

/** The scope of the machine, set to a payload: one object for all, since only one guard or action runs at a time. */
export function scopeOf(context: ContextBase, payload: Payload | undefined): MachineScope {
  const { scope } = context as Scoped;
  scope.payload = payload;
  return scope;
}
