import { Machine, type MachineSnapshot, SimulatedClock } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryMachine, arbitraryWalk, type Deed } from "./arbitrary/machine.ts";
import { askPython, HAS_PYTHON } from "./python.ts";

/** A machine, where it goes on, and what is then done to it. */
interface Leg {
  readonly definition: StateMachineDefinition;
  readonly snapshot: MachineSnapshot | null;
  readonly deeds: readonly Deed[];
}

const CONTEXT = { count: 0, flag: true };

/** Runs the leg on each line and prints the snapshot at its end, or null when the machine does not start. */
const SNAPSHOTS_OF_LEGS = `
import json, sys
from loom_engine.machine import Machine
from loom_engine.runtime import MachineRuntimeError, SimulatedClock
def end_of(leg):
    clock = SimulatedClock(500)
    context = ${JSON.stringify(CONTEXT).replace("true", "True")} if leg["snapshot"] is None else {}
    try:
        machine = Machine(leg["definition"], clock=clock, context=context, snapshot=leg["snapshot"])
    except MachineRuntimeError:
        return None
    for deed in leg["deeds"]:
        if "advance" in deed:
            clock.advance(deed["advance"])
        else:
            machine.send(deed["send"], deed["payload"])
    return machine.snapshot()
for line in sys.stdin:
    print(json.dumps(end_of(json.loads(line))))
`;

async function pythonEnds(legs: readonly Leg[]): Promise<(MachineSnapshot | null)[]> {
  return await askPython(SNAPSHOTS_OF_LEGS, legs) as (MachineSnapshot | null)[];
}

/** The same in this language; a snapshot as it comes out of its JSON text. */
function endOf({ definition, snapshot, deeds }: Leg): MachineSnapshot | null {
  const clock = new SimulatedClock();
  const machine = start(definition, snapshot, clock);
  if (!machine) return null;
  for (const deed of deeds) {
    if ("advance" in deed) clock.advance(deed.advance);
    else machine.send(deed.send, deed.payload);
  }
  return JSON.parse(JSON.stringify(machine.snapshot()));
}

function start(
  definition: StateMachineDefinition,
  snapshot: MachineSnapshot | null,
  clock: SimulatedClock,
): Machine | undefined {
  try {
    return snapshot
      ? new Machine(definition, { clock, snapshot })
      : new Machine(definition, { clock, context: { ...CONTEXT } });
  } catch {
    return undefined;
  }
}

Deno.test({
  name: "a machine goes on in the other language from a snapshot, as if it had stayed",
  ignore: !HAS_PYTHON,
  fn: async () => {
    const runs = fc.sample(fc.tuple(arbitraryMachine, arbitraryWalk), { numRuns: 60, seed: 5 });
    const first = runs.map(([definition, walk]): Leg => ({
      definition,
      snapshot: null,
      deeds: walk.slice(0, 8),
    }));
    const here = first.map(endOf);
    const there = await pythonEnds(first);
    assertEquals(there, here);
    assert(here.some((one) => one?.timers.length), "some machine has a timer running");
    assert(here.some((one) => one?.history.length), "some machine remembers something");
    const second = (snapshots: readonly (MachineSnapshot | null)[]): Leg[] =>
      runs.map(([definition, walk], index): Leg => ({
        definition,
        snapshot: snapshots[index] ?? null,
        deeds: walk.slice(8),
      }));
    assertEquals(await pythonEnds(second(here)), second(there).map(endOf));
  },
});
