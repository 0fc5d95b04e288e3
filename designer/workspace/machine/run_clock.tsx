import { millisecondsIn } from "@loom/engine";
import { reasonOf } from "../ask_server.ts";
import { useState } from "preact/hooks";
import { Icon } from "../icon.tsx";
import type { Walk, WalkStep } from "./walk.ts";

interface RunClockProps {
  readonly walk: Walk;
  readonly onStep: (step: WalkStep) => void;
}

/** The clock of the run: it stands still until it is moved, to the next timer or by a span of time. */
export function RunClock({ walk, onStep }: RunClockProps) {
  const [time, setTime] = useState("1s");
  const [trouble, setTrouble] = useState("");
  const { untilNextTimer } = walk.simulation;
  const now = walk.walked.at(-1)?.at ?? 0;
  const advance = (milliseconds: number) => onStep({ kind: "advance", milliseconds });
  return (
    <section class="run-clock" aria-label="Clock">
      <h3>Clock</h3>
      <p>
        <Icon name="clock" /> {spanText(now)}
      </p>
      {untilNextTimer === undefined ? <p class="quiet">No timer runs.</p> : (
        <>
          <label class="field">
            <span>Next timer in {spanText(untilNextTimer)}</span>
            <input
              type="range"
              min={0}
              max={untilNextTimer}
              value={0}
              aria-label="Let time pass, up to the next timer"
              onChange={({ currentTarget }) => advance(Number(currentTarget.value))}
            />
          </label>
          <button type="button" onClick={() => advance(untilNextTimer)}>
            Jump to the next timer, {spanText(untilNextTimer)}
          </button>
        </>
      )}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          try {
            setTrouble("");
            advance(millisecondsIn(time));
          } catch (error) {
            setTrouble(reasonOf(error));
          }
        }}
      >
        <input
          class="short"
          aria-label="Time"
          value={time}
          onInput={({ currentTarget }) => setTime(currentTarget.value)}
        />
        <button type="submit">Let it pass</button>
      </form>
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
    </section>
  );
}

/** A span of time in a few characters. */
function spanText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 120 ? `${Number(seconds.toFixed(1))} s` : `${Number((seconds / 60).toFixed(1))} min`;
}
