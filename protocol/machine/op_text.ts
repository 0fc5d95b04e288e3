import { isObject } from "../json/value.ts";
import { oneLine } from "../one_line.ts";
import type { MachineOp } from "./ops.ts";
import type { Action } from "./types.ts";

/** A line for a person about an operation. */
export interface OpLine {
  /** `+` for what is new, `-` for what is gone, `~` for what differs, `>` for what stands elsewhere. */
  readonly sign: "+" | "-" | "~" | ">";
  /** What it is about and what happened to it. */
  readonly text: string;
}

type OpTexts = { readonly [Name in MachineOp["op"]]: (op: Extract<MachineOp, { op: Name }>) => OpLine };

/** The line of every operation, one row an operation. */
const OP_TEXTS: OpTexts = {
  "settings.update": (op) => changed("settings", op),
  "state.add": (op) =>
    added(
      `${op.region ? "region" : "state"} ${named(op.state.name)} under ${parentText(op.parent)}${place(op)}`,
    ),
  "state.update": (op) => changed(`state ${named(op.name)}`, op),
  "state.remove": (op) => removed(`state ${named(op.name)}`),
  "state.nest": (op) => moved(`state ${named(op.child)} under ${named(op.newParent)}`),
  "state.rename": (op) => moved(`state ${named(op.name)} is now ${named(op.to)}`),
  "state.move": (op) => moved(`state ${named(op.name)} under ${parentText(op.parent)}${place(op)}`),
  "parallel.set": (op) =>
    op.parallel === null
      ? removed(`regions of ${named(op.state)}`)
      : changedText(`regions of ${named(op.state)}: ${namesText(op.parallel.states)}`),
  "parallel.update": (op) => changed(`regions of ${named(op.state)}`, op),
  "eventSource.add": (op) => added(`source ${named(op.source.name)}${place(op)}`),
  "eventSource.update": (op) => changed(`source #${op.index}`, op),
  "eventSource.remove": (op) => removed(`source #${op.index}`),
  "eventSource.move": (op) => moved(`source #${op.index} to #${op.to}`),
  "event.add": (op) => added(`event ${named(op.event.id)} on source #${op.sourceIndex}${place(op)}`),
  "event.update": (op) => changed(`event ${named(op.id)}`, op),
  "event.remove": (op) => removed(`event ${named(op.id)}`),
  "event.rename": (op) => moved(`event ${named(op.id)} is now ${named(op.to)}`),
  "event.move": (op) => moved(`event ${named(op.id)} to source #${op.sourceIndex}${place(op)}`),
  "parameter.add": (op) =>
    added(`parameter ${named(op.parameter.name)}: ${named(op.parameter.type)} of event ${named(op.eventId)}`),
  "parameter.update": (op) => changed(`parameter #${op.index} of event ${named(op.eventId)}`, op),
  "parameter.remove": (op) => removed(`parameter #${op.index} of event ${named(op.eventId)}`),
  "timer.add": (op) =>
    added(
      `timer ${named(op.timer.name)} (sends ${named(op.timer.id)}) on source #${op.sourceIndex}${place(op)}`,
    ),
  "timer.update": (op) => changed(`timer ${named(op.id)}`, op),
  "timer.remove": (op) => removed(`timer ${named(op.id)}`),
  "transition.add": (op) => added(`transition ${transitionText(op.state, op.transition)}${place(op)}`),
  "transition.update": (op) => changed(`transition ${named(op.state)} #${op.index}`, op),
  "transition.remove": (op) => removed(`transition ${named(op.state)} #${op.index}`),
  "transition.move": (op) =>
    moved(`transition ${named(op.state)} #${op.index} to ${named(op.toState ?? op.state)} #${op.to}`),
  "action.add": (op) =>
    added(`${hookText(op.hook)} action of ${named(op.state)}${place(op)}: ${actionText(op.action)}`),
  "action.update": (op) =>
    changedText(`${hookText(op.hook)} action of ${named(op.state)} #${op.index}: ${actionText(op.action)}`),
  "action.remove": (op) => removed(`${hookText(op.hook)} action of ${named(op.state)} #${op.index}`),
  "document.update": (op) => changed("document", op),
  "document.set": () => changedText("document: replaced as a whole"),
  "runtime.enter": (op) => changedText(`runtime: ${named(op.state)} is active`),
  "runtime.exit": (op) => changedText(`runtime: ${named(op.state)} is not active`),
};

/**
 * Tells an operation as a line for a person.
 *
 * @example
 * ```ts
 * import { opLine } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const transition = { event: "open", nextState: "Open" };
 * const { sign, text } = opLine({ op: "transition.add", state: "Closed", transition });
 * assertEquals(`${sign} ${text}`, "+ transition Closed ─[open]→ Open");
 * ```
 */
export function opLine(op: MachineOp): OpLine {
  // The row of the operation's own name takes that operation, which the type of a lookup cannot say.
  const text = (OP_TEXTS as Partial<OpTexts>)[op.op] as ((op: MachineOp) => OpLine) | undefined;
  // Someone else's loom may know operations that this one does not.
  return text === undefined ? changedText(named(op.op)) : text(op);
}

/** A transition as an arrow: `Closed ─[open]→ Open`. */
export function transitionText(
  state: string,
  transition: { readonly event?: string; readonly nextState?: string; readonly condition?: string },
): string {
  const target = transition.nextState ? named(transition.nextState) : "(internal)";
  const condition: unknown = transition.condition;
  const guard = condition === undefined || condition === null ? "" : named(condition);
  return `${named(state)} ─[${named(transition.event ?? "")}]→ ${target}${guard === "" ? "" : ` [${guard}]`}`;
}

/** An action as a few words. */
export function actionText(action: Action): string {
  if (action.code !== undefined) return oneLine(action.code);
  if (action.timerStart) {
    return `start ${named(action.timerStart.timer)} ${oneLine(String(action.timerStart.duration))}`;
  }
  if (action.timerStop !== undefined) return `stop ${named(action.timerStop)}`;
  return action.raise === undefined ? JSON.stringify(action) : `raise ${named(action.raise)}`;
}

/** A name from a document, harmless on a terminal. */
function named(name: unknown): string {
  return typeof name === "string" ? oneLine(name) : JSON.stringify(name) ?? "";
}

function parentText(parent: string | null): string {
  return parent === null ? "the root" : named(parent);
}

function place(op: { readonly index?: number }): string {
  return op.index === undefined ? "" : ` at #${op.index}`;
}

function hookText(hook: "onEntry" | "onExit"): string {
  return hook === "onEntry" ? "entry" : "exit";
}

function namesText(states: readonly { readonly name: string }[] | undefined): string {
  return (Array.isArray(states) ? states : []).map((state) => named(state?.name)).join(", ");
}

function changed(what: string, op: { readonly patch: unknown; readonly unset?: readonly string[] }): OpLine {
  const patch = isObject(op.patch) ? op.patch : {};
  const set = Object.entries(patch).map(([field, value]) => `${named(field)} = ${valueText(value)}`);
  const gone = (op.unset ?? []).filter((field) => !Object.hasOwn(patch, field)).map((field) =>
    `no ${named(field)}`
  );
  return changedText(`${what}: ${[...set, ...gone].join(", ") || "the order of its fields"}`);
}

/** A value on one line, cut when it is long. */
function valueText(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? "");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function added(text: string): OpLine {
  return { sign: "+", text };
}

function removed(text: string): OpLine {
  return { sign: "-", text };
}

function changedText(text: string): OpLine {
  return { sign: "~", text };
}

function moved(text: string): OpLine {
  return { sign: ">", text };
}
