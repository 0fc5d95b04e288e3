/**
 * Delays and invoked work of the interpreter beside XState's actors: delays run down on simulated clocks, tasks begun and
 * cancelled.
 *
 * @module
 */
import { Machine, SimulatedClock } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { createActor, createMachine, fromPromise, SimulatedClock as XStateClock } from "xstate";
import { type Bench, compareRates, type Table } from "./harness.ts";

/** One thing to do over and over, for the loom and for XState. */
interface Work {
  readonly name: string;
  readonly loom: () => (count: number) => void;
  readonly xstate: () => (count: number) => void;
}

const DELAY = 10;

const LAMP: StateMachineDefinition = {
  settings: { namespace: "Bench", name: "Lamp", asynchronous: false },
  events: [],
  state: {
    name: "Root",
    states: [
      { name: "On", transitions: [{ after: DELAY, nextState: "Off" }] },
      { name: "Off", transitions: [{ after: DELAY, nextState: "On" }] },
    ],
  },
};
const lampPeer = createMachine({
  initial: "On",
  states: { On: { after: { [DELAY]: "Off" } }, Off: { after: { [DELAY]: "On" } } },
});

const LOADER: StateMachineDefinition = {
  settings: { namespace: "Bench", name: "Loader", asynchronous: false },
  events: [{ name: "All", events: [{ id: "load" }, { id: "cancel" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Idle", transitions: [{ event: "load", nextState: "Busy" }] },
      {
        name: "Busy",
        invoke: [{ id: "work", task: "work" }],
        transitions: [{ event: "cancel", nextState: "Idle" }, {
          event: "done.invoke.work",
          nextState: "Idle",
        }],
      },
    ],
  },
};
const loaderPeer = createMachine({
  initial: "Idle",
  states: {
    Idle: { on: { load: "Busy" } },
    Busy: { invoke: { id: "work", src: "work", onDone: "Idle" }, on: { cancel: "Idle" } },
  },
}).provide({ actors: { work: fromPromise(() => NEVER) } });

/** Work that does not end by itself. */
const NEVER = new Promise<never>(() => {});

/** Calls two functions in turn. */
function inTurn(first: () => void, second: () => void): (count: number) => void {
  return (count) => {
    for (let at = 0; at < count; at++) at % 2 === 0 ? first() : second();
  };
}

const WORKS: readonly Work[] = [
  {
    name: "after: a delay run down",
    loom: () => {
      const clock = new SimulatedClock();
      new Machine(LAMP, { clock });
      const next = () => clock.advance(DELAY);
      return inTurn(next, next);
    },
    xstate: () => {
      const clock = new XStateClock();
      createActor(lampPeer, { clock }).start();
      const next = () => clock.increment(DELAY);
      return inTurn(next, next);
    },
  },
  {
    name: "invoke: a task begun, then cancelled",
    loom: () => {
      const machine = new Machine(LOADER, { tasks: { work: () => NEVER } });
      return inTurn(() => machine.send("load"), () => machine.send("cancel"));
    },
    xstate: () => {
      const actor = createActor(loaderPeer).start();
      return inTurn(() => actor.send({ type: "load" }), () => actor.send({ type: "cancel" }));
    },
  },
];

async function rates(): Promise<Table> {
  const rows: (string | number)[][] = [];
  const targets = [];
  for (const { name, loom, xstate } of WORKS) {
    const { subject, peer, ratio } = await compareRates(
      { name: "loom", run: loom() },
      { name: "xstate", run: xstate() },
    );
    rows.push([name, subject.median, peer.median, ratio.median, ratio.min]);
    targets.push({ text: `${name}: no slower than XState`, met: ratio.median >= 1 });
  }
  return { columns: ["work", "loom steps/s", "XState steps/s", "ratio", "lowest ratio"], rows, targets };
}

/** The benchmarks of this file. */
export const benches: readonly Bench[] = [{
  name: "Delays and invoked work beside XState actors",
  run: rates,
}];
