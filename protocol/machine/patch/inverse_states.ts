import { isObject } from "../../json/value.ts";
import type {
  ParallelSetOp,
  ParallelUpdateOp,
  StateAddOp,
  StateMoveOp,
  StateNestOp,
  StateRemoveOp,
  StateRenameOp,
  StateUpdateOp,
} from "../ops.ts";
import type { Parallel, State } from "../types.ts";
import type { Before } from "./before.ts";
import { refuse } from "./error.ts";
import { memberChange, type Members } from "./members.ts";
import { nameOf, type Place, statesIn } from "./state_index.ts";
import type { Work } from "./work.ts";

/** Undoes `state.add`. */
export function undoAddState(work: Work, op: StateAddOp, before: Before): void {
  work.emit({ op: "state.remove", name: op.state.name });
  before.settleState(work, before.place(op.parent));
}

/** Undoes `state.update`. */
export function undoUpdateState(work: Work, op: StateUpdateOp, before: Before): void {
  before.restoreState(work, op.name, op.patch.name ?? op.name);
}

/** Undoes `state.remove`. */
export function undoRemoveState(work: Work, op: StateRemoveOp, before: Before): void {
  const place = before.place(op.name);
  const { parent, ...rest } = addressOf(place);
  work.emit({ op: "state.add", parent, state: place.state as unknown as State, ...rest });
  before.settleState(work, place.parent);
}

/** Undoes `state.nest`. */
export function undoNestState(work: Work, op: StateNestOp, before: Before): void {
  moveBack(work, op.child, op.newParent, before);
}

/** Undoes `state.move`. */
export function undoMoveState(work: Work, op: StateMoveOp, before: Before): void {
  moveBack(work, op.name, op.parent, before);
}

/** Undoes `state.rename`. */
export function undoRenameState(work: Work, op: StateRenameOp): void {
  work.emit({ op: "state.rename", name: op.to, to: op.name });
}

/** Undoes `parallel.set`. */
export function undoSetParallel(work: Work, op: ParallelSetOp, before: Before): void {
  const place = before.place(op.state);
  const parallel = isObject(place.state.parallel) ? place.state.parallel as unknown as Parallel : null;
  work.emit({ op: "parallel.set", state: op.state, parallel });
  before.settleState(work, place);
}

/** Undoes `parallel.update`. */
export function undoUpdateParallel(work: Work, op: ParallelUpdateOp, before: Before): void {
  const { parallel } = work.draft.place(op.state).state;
  const then = before.place(op.state).state.parallel as Members;
  const change = memberChange<Parallel>(parallel as Members, then);
  if (change) work.emit({ op: "parallel.update", state: op.state, ...change });
}

function moveBack(work: Work, name: string, parent: string | null, before: Before): void {
  const place = before.place(name);
  work.emit({ op: "state.move", name, ...addressOf(place) });
  before.settleState(work, place.parent);
  before.settleState(work, before.place(parent));
}

/** Where a state stood, as `state.add` and `state.move` say it. */
function addressOf({ state, parent, slot }: Place): { parent: string; index: number; region?: boolean } {
  const name = nameOf(parent?.state);
  if (!parent || name === undefined) return refuse("root", null, "the state had no parent with a name.");
  const index = statesIn(parent.state, slot).indexOf(state);
  return { parent: name, index, ...(slot === "region" && { region: true }) };
}
