import type { MachineOp } from "../ops.ts";
import type { OpNamed } from "./apply.ts";
import { Before } from "./before.ts";
import * as events from "./inverse_events.ts";
import * as lists from "./inverse_lists.ts";
import * as states from "./inverse_states.ts";
import { memberChange, type Members } from "./members.ts";
import type { Work } from "./work.ts";

type Undo<Name extends MachineOp["op"]> = (work: Work, op: OpNamed<Name>, before: Before) => void;

/** How to undo each operation; those without a row are left to the difference of the two documents. */
const INVERSES: { readonly [Name in MachineOp["op"]]?: Undo<Name> } = {
  "settings.update": undoUpdateSettings,
  "state.add": states.undoAddState,
  "state.update": states.undoUpdateState,
  "state.remove": states.undoRemoveState,
  "state.nest": states.undoNestState,
  "state.rename": states.undoRenameState,
  "state.move": states.undoMoveState,
  "parallel.set": states.undoSetParallel,
  "parallel.update": states.undoUpdateParallel,
  "eventSource.add": events.undoAddEventSource,
  "eventSource.update": events.undoUpdateEventSource,
  "eventSource.remove": events.undoRemoveEventSource,
  "eventSource.move": events.undoMoveEventSource,
  "event.add": events.undoAddEvent,
  "event.update": events.undoUpdateEvent,
  "event.remove": events.undoRemoveEvent,
  "event.rename": events.undoRenameEvent,
  "event.move": events.undoMoveEvent,
  "parameter.add": lists.undoAddParameter,
  "parameter.update": lists.undoUpdateParameter,
  "parameter.remove": lists.undoRemoveParameter,
  "timer.add": events.undoAddTimer,
  "timer.update": events.undoUpdateTimer,
  "timer.remove": events.undoRemoveTimer,
  "transition.add": lists.undoAddTransition,
  "transition.update": lists.undoUpdateTransition,
  "transition.remove": lists.undoRemoveTransition,
  "transition.move": lists.undoMoveTransition,
  "action.add": lists.undoAddAction,
  "action.update": lists.undoUpdateAction,
  "action.remove": lists.undoRemoveAction,
};

/**
 * Adds the operations that undo an operation to `work`, which begins with the document after it. Whether they
 * lead back exactly is for the caller to see.
 *
 * @throws {Refusal} When there is no direct way back.
 */
export function emitInverse(work: Work, op: MachineOp, before: Members): void {
  // The row of the operation's own name takes that operation, which the type of a lookup cannot say.
  const undo = INVERSES[op.op] as Undo<MachineOp["op"]> | undefined;
  undo?.(work, op, new Before(before));
}

function undoUpdateSettings(work: Work, _op: MachineOp, before: Before): void {
  const [now, then] = [work.draft.top.settings as Members, before.top.settings as Members | undefined];
  if (!then) return before.settleTop(work);
  const change = memberChange(now, then);
  if (change) work.emit({ op: "settings.update", ...change });
}
