import type { SimulationOutcome, TimerExpiry } from "@loom/engine";
import { displayWidth, nearest, oneLine } from "@loom/protocol";
import type { Context } from "../context.ts";

/** Options of printing outcomes. */
export interface OutcomeStyle {
  /** True to show what happens inside each step. */
  readonly trace: boolean;
  /** The columns for what was done; without them it is not said, since the person typed it just now. */
  readonly labelWidth: number | undefined;
}

/**
 * Writes what became of a step: as a line of JSON, or as lines for a person.
 *
 * @param available The events that could be sent, for a hint when one was not handled.
 */
export function printOutcome(
  context: Context,
  outcome: SimulationOutcome,
  style: OutcomeStyle,
  available: readonly string[],
): void {
  if (context.json) {
    context.io.stdout.write(JSON.stringify(outcomeObject(outcome, style.trace)) + "\n");
    return;
  }
  const { paint } = context;
  const { result, seen } = outcome;
  const details = style.trace
    ? seen.trace.map((line) => paint.faint(`    ${oneLine(line)}`))
    : seen.problems.filter((line) => !isSaid(line, result?.error))
      .map((line) => paint.warn(`    ${oneLine(line)}`));
  const error = result?.handled && result.error !== undefined
    ? [`    ${paint.bad("✗")} ${oneLine(result.error)}`]
    : [];
  context.print([...mainLines(context, outcome, style, available), ...details, ...error]);
}

/** True when the error of the step has the cause of a problem, which stands in brackets at its end. */
function isSaid(problem: string, error = ""): boolean {
  if (!problem.endsWith(")")) return false;
  return problem.split(" (").some((_, at, parts) =>
    at > 0 && error.includes(parts.slice(at).join(" (").slice(0, -1))
  );
}

/** True when a step went wrong: its event was not handled, or it was cut short. */
export function isFailed({ result, seen }: SimulationOutcome): boolean {
  return result?.handled === false || result?.error !== undefined || seen.errors.length > 0;
}

/** The input of a step, as text. */
export function labelOf({ cause, expiries }: Pick<SimulationOutcome, "cause" | "expiries">): string {
  if (cause.kind === "event") return oneLine(cause.event);
  if (cause.kind === "advance") return `+${cause.milliseconds} ms`;
  return cause.kind === "timer" ? oneLine(expiries[0]?.timer ?? "timer") : "";
}

/** A machine's state, its leaves side by side. */
export function stateText(state: string): string {
  return state.split("|").map((leaf) => oneLine(leaf)).join(" | ");
}

/** The position of a machine. */
export function standText(
  { paint }: Context,
  { state, done }: { readonly state: string; readonly done: boolean },
): string {
  return `${paint.good("●")} ${paint.strong(stateText(state))}${done ? `  ${paint.good("done")}` : ""}`;
}

function mainLines(
  context: Context,
  outcome: SimulationOutcome,
  style: OutcomeStyle,
  available: readonly string[],
): string[] {
  const { paint } = context;
  const { cause, from, to, result, done } = outcome;
  if (cause.kind === "start") return [standText(context, { state: to, done })];
  const head = headText(context, outcome, style);
  const ending = done ? `  ${paint.good("done")}` : "";
  if (result !== undefined && !result.handled) {
    return [
      `${head}${paint.bad("✗")} ${oneLine(result.error ?? "It was not handled.")}${
        hintFor(outcome, available)
      }`,
    ];
  }
  if (cause.kind === "advance") {
    if (outcome.expiries.length === 0) return [head + paint.faint("nothing expires")];
    const lines = outcome.expiries.map((expiry) => `    ${expiryText(context, expiry)}`);
    return [head.trimEnd(), ...lines, ending.trimStart()].filter((line) => line !== "");
  }
  return [head + changeText(context, from, to) + ending];
}

/** The input of a step, in a column of its own. */
function headText({ paint }: Context, outcome: SimulationOutcome, { labelWidth }: OutcomeStyle): string {
  if (labelWidth === undefined && outcome.cause.kind !== "timer") return "";
  const label = labelOf(outcome);
  return `${paint.live(label)}${" ".repeat(Math.max((labelWidth ?? 0) - displayWidth(label), 0))}  `;
}

function expiryText(context: Context, { timer, at, from, to }: TimerExpiry): string {
  const { paint } = context;
  return `${paint.live(oneLine(timer))} expires at ${Math.round(at)} ms: ${changeText(context, from, to)}`;
}

/** From where to where, without the leaves that stay. */
function changeText({ paint }: Context, from: string, to: string): string {
  if (from === to) return `${stateText(to)} ${paint.faint("(stays)")}`;
  const [left, entered] = [from.split("|"), to.split("|")];
  const gone = left.filter((leaf) => !entered.includes(leaf));
  const come = entered.filter((leaf) => !left.includes(leaf));
  return `${stateText(gone.join("|") || from)} ${paint.faint("→")} ${
    paint.strong(stateText(come.join("|") || to))
  }`;
}

/** A hint for an event that was not handled: the guards that refused it, a similar event, or all events. */
function hintFor({ result, seen, declared }: SimulationOutcome, available: readonly string[]): string {
  const { event = "", reason } = result ?? {};
  if (reason === "guard refused") {
    return ` Refused: ${seen.refused.map((guard) => oneLine(guard)).join("; ")}.`;
  }
  if (reason !== "no transition" && reason !== "unknown event") return "";
  const near = reason === "unknown event" ? nearest(event, available) ?? nearest(event, declared) : undefined;
  if (near !== undefined) return ` Did you mean "${near}"?`;
  return available.length === 0 ? "" : ` There is: ${available.map((id) => oneLine(id)).join(", ")}.`;
}

function outcomeObject(outcome: SimulationOutcome, trace: boolean): Record<string, unknown> {
  const { cause, from, to, result, configuration, done, expiries, seen } = outcome;
  const what = cause.kind === "event"
    ? { event: cause.event, ...(cause.payload === undefined ? {} : { payload: cause.payload }) }
    : cause.kind === "advance"
    ? { advance: cause.milliseconds }
    : { [cause.kind]: cause.kind === "timer" ? expiries[0]?.timer : true };
  const { handled, reason, error } = result ?? {};
  return {
    ...what,
    ...(handled === undefined ? {} : { handled }),
    changed: result?.changed ?? from !== to,
    from,
    to,
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
    configuration,
    done,
    ...(expiries.length === 0 ? {} : { timers: expiries }),
    ...(seen.problems.length === 0 ? {} : { problems: seen.problems }),
    ...(trace ? { trace: seen.trace } : {}),
  };
}
