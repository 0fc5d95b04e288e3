import type { ReplayedPath, ReplayReport, ReplayStep } from "@loom/engine";
import type { SequenceReplay } from "../canvas/sequence/board.ts";
import { Icon } from "./icon.tsx";

/** Results of steps that go on. */
const PASSING: ReadonlySet<string> = new Set(["moved", "stayed", "data"]);

/** The part of a walk up to a step, as the canvas marks it. */
export function replayUpTo({ steps, stops: [stop] }: ReplayedPath, at: number): SequenceReplay {
  const passed: string[] = [];
  for (const { ref, result } of steps.slice(0, at)) {
    if (ref === stop?.ref) return { passed: [...new Set(passed)], stopped: { ref, reason: stop.reason } };
    if (PASSING.has(result)) passed.push(ref);
  }
  return { passed: [...new Set(passed)] };
}

interface ReplayBarProps {
  /** The walk of the machines; `undefined` where there are none. */
  readonly report: ReplayReport | undefined;
  /** The index of the chosen path. */
  readonly path: number;
  /** The number of steps that are taken. */
  readonly at: number;
  readonly onPath: (path: number) => void;
  /** Called with the number of steps to take, and the message of the last one. */
  readonly onStep: (at: number, ref: string | undefined) => void;
}

/** The walk of machines along a scenario: its paths, its steps, and what stops it. */
export function ReplayBar({ report, path, at, onPath, onStep }: ReplayBarProps) {
  const walked = report?.paths[path] ?? report?.paths[0];
  if (report === undefined || walked === undefined) {
    return (
      <p class="replay notice" role="status">No machine can walk this scenario: add both to a system.</p>
    );
  }
  const { steps, stops: [stop] } = walked;
  const taken = Math.min(at, steps.length);
  const go = (next: number) => onStep(next, steps[next - 1]?.ref);
  return (
    <section class="replay" aria-label="Replay">
      <label>
        Path
        <select value={path} onChange={({ currentTarget }) => onPath(Number(currentTarget.value))}>
          {report.paths.map(({ name, accepted }, index) => (
            <option key={name} value={index}>{`${accepted ? "✓" : "✗"} ${name}`}</option>
          ))}
        </select>
      </label>
      <div class="row">
        <button
          type="button"
          class="icon-only"
          disabled={taken === 0}
          onClick={() => go(taken - 1)}
          title="Step back"
        >
          <Icon name="left" />
          <span class="visually-hidden">Step back</span>
        </button>
        <button
          type="button"
          class="icon-only"
          disabled={taken === steps.length}
          onClick={() => go(taken + 1)}
          title="Step forward"
        >
          <Icon name="right" />
          <span class="visually-hidden">Step forward</span>
        </button>
        <span role="status">Step {taken} of {steps.length}</span>
        <button type="button" class="ghost" disabled={taken === 0} onClick={() => go(0)}>To the start</button>
      </div>
      <ol class="steps">
        {steps.map((step, index) => (
          <li key={index}>
            <button
              type="button"
              class={`plain${index >= taken ? " ahead" : ""}`}
              data-result={step.result}
              aria-current={index === taken - 1 ? "step" : undefined}
              onClick={() => go(index + 1)}
            >
              <span class="mono">{step.ref}</span>
              <span class="grow">{stepText(step, report.machines.length > 1)}</span>
            </button>
          </li>
        ))}
      </ol>
      {stop === undefined ? <p class="quiet">{report.machines.join(", ")}: every message is taken.</p> : (
        <>
          <p>{`Stops at message ${stop.ref}: ${stop.reason}.`}</p>
          {stop.scenarioChange === undefined
            ? null
            : <p class="quiet">In the scenario: {stop.scenarioChange}.</p>}
          {stop.machineChange === undefined
            ? null
            : <p class="quiet">In the machine: {stop.machineChange}.</p>}
        </>
      )}
    </section>
  );
}

/** A step as a line: the event or the message, and the states after it. */
function stepText({ label, event, machine, to, result }: ReplayStep, isNamed: boolean): string {
  const states = to.length === 0 ? "" : ` → ${to.join(" or ")}`;
  if (result === "data") return `${label} (no event)`;
  const where = machine === undefined || !isNamed ? "" : `${machine}: `;
  return PASSING.has(result)
    ? `${where}${event ?? label}${states}`
    : `${where}${event ?? label}: ${result.replace("-", " ")}`;
}
