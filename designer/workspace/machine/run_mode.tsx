import { compileRunnable, type InvokedMachine, type InvokedMachines, machinesInvokedBy } from "@loom/engine";
import { askServer, reasonOf } from "../ask_server.ts";
import { isObject, type StateMachineDefinition } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import { useWorkspace } from "../context.ts";
import { Icon } from "../icon.tsx";
import type { RunProps } from "../board_props.ts";
import { DataTable } from "./data_table.tsx";
import { EventButtons } from "./event_buttons.tsx";
import { RunClock } from "./run_clock.tsx";
import { SaveWalk } from "./save_walk.tsx";
import { Timeline } from "./timeline.tsx";
import { Walk, type WalkStep } from "./walk.ts";

/** The most steps of a walk: each going back runs them again. */
const MOST_STEPS = 500;

/** Runs the machine in the page, step by step, or watches one that runs elsewhere. */
export function RunMode({ onActive }: RunProps) {
  const { def, docId, snapshot } = useWorkspace();
  const [walk, setWalk] = useState<Walk>();
  const [ranDef, setRanDef] = useState<object>();
  const [trouble, setTrouble] = useState("");
  const show = (next: Walk | undefined) => {
    setWalk(next);
    onActive(next?.simulation.machine.configuration);
  };
  const attempt = (work: () => void) => {
    setTrouble("");
    try {
      work();
    } catch (error) {
      setTrouble(reasonOf(error));
    }
  };
  const begin = async (data: Readonly<Record<string, unknown>>) => {
    // The definition is of this kind: the panel stands beside machines only.
    const definition = def as object as StateMachineDefinition;
    let machines: InvokedMachines = {};
    try {
      machines = await loadInvoked(docId, definition);
    } catch (error) {
      setTrouble(reasonOf(error));
    }
    attempt(() => {
      walk?.close();
      show(Walk.begin({ definition, data, machines }));
      setRanDef(def);
    });
  };
  useEffect(() => {
    void begin({});
    return () => onActive(undefined);
  }, []);
  const step = (next: WalkStep) =>
    attempt(() => {
      if (walk === undefined) return;
      if (walk.at >= MOST_STEPS) throw new Error(`A walk has at most ${MOST_STEPS} steps: begin again.`);
      show(walk.take(next));
    });
  return (
    <section class="run" aria-label="Run">
      {trouble === "" ? null : <p class="complaint" role="alert">{trouble}</p>}
      {walk === undefined
        ? <button type="button" class="primary" onClick={() => void begin({})}>Run the machine</button>
        : (
          <>
            <div class="run-bar">
              <p role="status" class="run-state">{statesText(walk)}</p>
              <EventButtons walk={walk} onStep={step} />
              <span class="grow" />
              <SaveWalk walk={walk} />
              <button
                type="button"
                class="ghost"
                onClick={() => void begin(walk.start.data)}
                title="Begin again"
              >
                <Icon name="undo" /> Run again
              </button>
            </div>
            {ranDef !== def
              ? (
                <p class="notice">
                  The machine was edited since this run began: run it again to see the edits.
                </p>
              )
              : null}
            <div class="run-columns">
              <Timeline walk={walk} onGo={(at) => attempt(() => show(walk.go(at)))} />
              <DataTable
                walk={walk}
                onChange={(name, value) => step({ kind: "data", name, value })}
                onBegin={(data) => void begin(data)}
              />
              <RunClock walk={walk} onStep={step} />
            </div>
          </>
        )}
      {snapshot.active.length === 0 ? null : (
        <p class="quiet" role="note">
          Elsewhere it runs in {snapshot.active.join(", ")}, as the hub tells.
        </p>
      )}
    </section>
  );
}

function statesText({ simulation: { machine } }: Walk): string {
  return machine.done ? `Ended in ${machine.state}` : `In ${machine.state}`;
}

/**
 * The machines that states of a machine invoke, from beside its document.
 *
 * @throws {Error} When the server cannot tell them; the run goes on with machines that take every event and do nothing.
 */
async function loadInvoked(
  docId: string,
  definition: StateMachineDefinition,
): Promise<InvokedMachines> {
  if (machinesInvokedBy(definition).length === 0) return {};
  const response = await askServer(`/api/invoked?doc=${encodeURIComponent(docId)}`, { definition });
  const { machines, problems }: Readonly<Record<string, unknown>> = await response.json();
  if (Array.isArray(problems) && problems.length > 0) throw new Error(problems.join(" "));
  return compiled(machines);
}

function compiled(given: unknown): InvokedMachines {
  if (!isObject(given)) return {};
  return Object.fromEntries(
    Object.entries(given).flatMap(([text, one]: [string, unknown]): [string, InvokedMachine][] => {
      if (!isObject(one) || !("definition" in one)) return [];
      const machines = "machines" in one ? compiled(one.machines) : {};
      return [[text, { program: compileRunnable(one.definition as StateMachineDefinition), machines }]];
    }),
  );
}
