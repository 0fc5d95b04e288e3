import {
  compileMachine,
  eventStep,
  millisecondsIn,
  Simulation,
  type SimulationOutcome,
  type SimulationStep,
} from "@loom/engine";
import { isObject, type JsonObject, type StateMachineDefinition } from "@loom/protocol";
import { useEffect, useId, useState } from "preact/hooks";

/** The most steps that can be taken back, and that are listed. */
const MOST_STEPS = 200;

/** The most timers that may expire in one step. */
const MOST_EXPIRIES = 1_000;

interface RunPanelProps {
  readonly def: JsonObject;
  /** Called with the active states; with none when the run has ended. */
  readonly onActive: (states: readonly string[]) => void;
}

/** A run of the machine as it was when it began. */
interface Run {
  readonly simulation: Simulation;
  readonly def: JsonObject;
  readonly steps: readonly SimulationOutcome[];
}

/** Runs the machine step by step: its events as buttons, and time that passes when it is told to. */
export function RunPanel({ def, onActive }: RunPanelProps) {
  const [run, setRun] = useState<Run>();
  const [data, setData] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => () => run?.simulation.close(), [run?.simulation]);
  const show = (next: Run | undefined) => {
    setRun(next);
    onActive(next === undefined ? [] : next.simulation.machine.configuration);
  };
  const attempt = (work: () => void) => {
    setTrouble("");
    try {
      work();
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  const begin = () =>
    attempt(() => {
      const simulation = new Simulation(compileMachine(def as object as StateMachineDefinition), {
        context: objectIn(data, "The data"),
        undoLimit: MOST_STEPS,
        mostExpiries: MOST_EXPIRIES,
      });
      show({ simulation, def, steps: [simulation.start] });
    });
  const perform = (step: SimulationStep) =>
    attempt(() => {
      if (run === undefined) return;
      const outcome = run.simulation.perform(step);
      show({ ...run, steps: [...run.steps, outcome].slice(-MOST_STEPS) });
    });
  const back = () => {
    if (run === undefined || !run.simulation.undo()) return;
    show({ ...run, steps: run.steps.slice(0, -1) });
  };
  const id = useId();
  return (
    <section class="run" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Run</h2>
      {run === undefined
        ? (
          <>
            <label class="field">
              <span>Data as JSON, such as {"{"}"total": 5{"}"}</span>
              <textarea rows={2} value={data} onInput={({ currentTarget }) => setData(currentTarget.value)} />
            </label>
            <button type="button" class="primary" onClick={begin}>Run the machine</button>
          </>
        )
        : (
          <Running
            run={run}
            isOld={run.def !== def}
            onStep={perform}
            onBack={back}
            onAgain={begin}
            onEnd={() => show(undefined)}
          />
        )}
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
    </section>
  );
}

interface RunningProps {
  readonly run: Run;
  /** True when the machine was edited since the run began. */
  readonly isOld: boolean;
  readonly onStep: (step: SimulationStep) => void;
  readonly onBack: () => void;
  readonly onAgain: () => void;
  readonly onEnd: () => void;
}

function Running({ run: { simulation, steps }, isOld, onStep, onBack, onAgain, onEnd }: RunningProps) {
  const [payload, setPayload] = useState("");
  const [time, setTime] = useState("1s");
  const [trouble, setTrouble] = useState("");
  const { machine, untilNextTimer } = simulation;
  const events = [...new Set(machine.availableEvents())];
  const attempt = (work: () => SimulationStep) => {
    setTrouble("");
    try {
      onStep(work());
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
  };
  const send = (event: string) =>
    attempt(() => payload.trim() === "" ? { kind: "event", event } : eventStep(event, payload));
  return (
    <>
      <p role="status">{statesText(simulation)}</p>
      {isOld ? <p class="notice">The machine was edited since this run began.</p> : null}
      <div class="row" role="group" aria-label="Events">
        {events.map((event) => (
          <button
            key={event}
            type="button"
            onClick={() => send(event)}
            data-refused={machine.can(event) ? undefined : "1"}
            title={machine.can(event) ? undefined : "Its guards do not pass now."}
          >
            {event}
          </button>
        ))}
        {events.length === 0 ? <span class="quiet">It takes no event now.</span> : null}
      </div>
      <label class="field">
        <span>Payload as JSON</span>
        <input
          value={payload}
          onInput={({ currentTarget }) => setPayload(currentTarget.value)}
          autocomplete="off"
        />
      </label>
      <div class="row">
        <label>
          Time
          <input
            class="short"
            value={time}
            onInput={({ currentTarget }) => setTime(currentTarget.value)}
            autocomplete="off"
          />
        </label>
        <button
          type="button"
          onClick={() => attempt(() => ({ kind: "advance", milliseconds: millisecondsIn(time) }))}
        >
          Let it pass
        </button>
        {untilNextTimer === undefined ? null : (
          <button
            type="button"
            onClick={() => attempt(() => ({ kind: "advance", milliseconds: untilNextTimer }))}
          >
            To the next timer, {untilNextTimer} ms
          </button>
        )}
      </div>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      <div class="row">
        <button type="button" disabled={steps.length < 2} onClick={onBack}>Step back</button>
        <button type="button" onClick={onAgain}>Run again</button>
        <button type="button" onClick={onEnd}>End the run</button>
      </div>
      <details>
        <summary>Data</summary>
        <pre>{dataText(simulation)}</pre>
      </details>
      <ol class="steps" reversed>
        {steps.map((step, index) => <li key={index}>{stepText(step)}</li>).reverse()}
      </ol>
    </>
  );
}

function statesText({ machine }: Simulation): string {
  const states = machine.state;
  return machine.done ? `It has ended in ${states}.` : `It is in ${states}.`;
}

/** A step in a line, with what kept it from more. */
function stepText({ cause, from, to, result, seen, expiries }: SimulationOutcome): string {
  const what = cause.kind === "event"
    ? cause.event
    : cause.kind === "advance"
    ? `${cause.milliseconds} ms${expiries.map(({ timer }) => `, ${timer}`).join("")}`
    : cause.kind;
  const move = from === to ? `in ${to}` : `${from} → ${to}`;
  const why = result?.handled === false ? ` (not taken: ${result.reason})` : "";
  const problems = [...seen.problems, ...seen.errors];
  return `${what}: ${move}${why}${problems.length === 0 ? "" : `; ${problems.join("; ")}`}`;
}

/** The data of the machine, without the functions of hosts. */
function dataText({ machine }: Simulation): string {
  try {
    return JSON.stringify(machine.snapshot().context ?? {}, null, 2);
  } catch {
    return "The data cannot be shown.";
  }
}

/** The object in a text of JSON. */
function objectIn(text: string, what: string): Record<string, unknown> {
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SyntaxError(`${what} is not JSON: correct it, or leave it empty.`);
  }
  if (isObject(value)) return { ...value };
  throw new SyntaxError(`${what} is no JSON object: write one, or leave it empty.`);
}
