import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../icon.tsx";
import type { Walk, WalkedStep, WalkStep } from "./walk.ts";

interface TimelineProps {
  readonly walk: Walk;
  readonly onGo: (at: number) => void;
}

/** The steps of a walk, to go back and forward in. */
export function Timeline({ walk, onGo }: TimelineProps) {
  const { steps, at, walked } = walk;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [at, steps.length]);
  return (
    <section class="timeline" aria-label="Steps">
      <div class="row">
        <button
          type="button"
          class="ghost icon-only"
          disabled={at === 0}
          title="Step back"
          onClick={() => onGo(at - 1)}
        >
          <Icon name="left" />
          <span class="visually-hidden">Step back</span>
        </button>
        <span class="quiet">{at === 0 ? "Start" : `Step ${at} of ${steps.length}`}</span>
        <button
          type="button"
          class="ghost icon-only"
          disabled={at === steps.length}
          title="Step forward"
          onClick={() => onGo(at + 1)}
        >
          <Icon name="right" />
          <span class="visually-hidden">Step forward</span>
        </button>
      </div>
      <ol class="steps" ref={list}>
        {walked.map((step, index) => (
          <li key={index}>
            <button
              type="button"
              class="plain"
              aria-current={index === at ? "step" : undefined}
              onClick={() => onGo(index)}
            >
              {stepText(step)}
            </button>
          </li>
        ))}
        {steps.slice(at).map((step, index) => (
          <li key={at + index + 1} class="ahead">
            <button type="button" class="plain" onClick={() => onGo(at + index + 1)}>
              {causeText(step)}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function causeText(cause: WalkStep | { readonly kind: "start" }): string {
  if (cause.kind === "event") {
    return cause.payload === undefined ? cause.event : `${cause.event} ${JSON.stringify(cause.payload)}`;
  }
  if (cause.kind === "advance") return `${cause.milliseconds} ms`;
  return cause.kind === "data" ? `${cause.name} = ${JSON.stringify(cause.value)}` : "start";
}

/** A step in a line, with what kept it from more. */
function stepText({ cause, outcome: { from, to, result, seen, expiries } }: WalkedStep): string {
  const timers = expiries.map(({ timer }) => `, ${timer}`).join("");
  const move = from === to ? `in ${to}` : `${from} → ${to}`;
  const why = result?.handled === false ? ` (not taken: ${result.reason})` : "";
  const problems = cause.kind === "data" ? [] : [...seen.problems, ...seen.errors];
  return `${causeText(cause)}${timers}: ${move}${why}${
    problems.length === 0 ? "" : `; ${problems.join("; ")}`
  }`;
}
