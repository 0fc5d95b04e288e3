/**
 * Machines whose plain drawings are ribbons: deep nesting, and many lines into one state.
 *
 * @module
 */
import type { State, StateMachineDefinition } from "@loom/protocol";

/** A machine with 62 states in four levels below the root: 2 areas, 6 phases, 18 tasks, and 36 steps in the tasks. */
export function levelsMachine(): StateMachineDefinition {
  const areas = Array.from({ length: 2 }, (_, a): State => ({
    name: `Area${a}`,
    states: Array.from({ length: 3 }, (_, p): State => {
      const phase = `Phase${a}${p}`;
      return {
        name: phase,
        states: Array.from({ length: 3 }, (_, t): State => taskOf(`Task${a}${p}${t}`, t, phase)),
        transitions: p < 2
          ? [{ event: "phase_done", nextState: `Phase${a}${p + 1}` }]
          : [{ event: "area_done", nextState: `Area${1 - a}` }],
      };
    }),
  }));
  return machineOf("Levels", areas);
}

function taskOf(name: string, at: number, phase: string): State {
  const steps: State[] = ["Idle", "Busy"].map((step) => ({
    name: `${step}${name}`,
    transitions: step === "Idle"
      ? [{ event: "begin", nextState: `Busy${name}` }]
      : [{ event: "fail", condition: "retries < 3", nextState: `Idle${name}` }, {
        event: "abort",
        nextState: phase,
      }],
  }));
  const next = at < 2 ? [{ event: "next", nextState: name.slice(0, -1) + String(at + 1) }] : [];
  return { name, states: steps, transitions: next };
}

/** A machine in which many states lead to one. */
export function fanInMachine(count: number): StateMachineDefinition {
  const states = Array.from({ length: count }, (_, at): State => ({
    name: `Source${at}`,
    transitions: [{ event: `stop_${at}`, nextState: "Stopped" }],
  }));
  return machineOf("FanIn", [...states, { name: "Stopped", kind: "final" }]);
}

/** A machine of states in one long row of steps. */
export function chainMachine(count: number): StateMachineDefinition {
  const states = Array.from({ length: count }, (_, at): State => ({
    name: `Step${at}`,
    ...(at + 1 < count ? { transitions: [{ event: "next", nextState: `Step${at + 1}` }] } : {}),
  }));
  return machineOf("Chain", states);
}

function machineOf(name: string, states: State[]): StateMachineDefinition {
  const events = new Set<string>();
  const visit = (state: State): void => {
    for (const { event } of state.transitions ?? []) if (event) events.add(event);
    state.states?.forEach(visit);
  };
  states.forEach(visit);
  return {
    settings: { namespace: "shapes", asynchronous: false, name },
    events: [{ name: "All", events: [...events].map((id) => ({ id })) }],
    state: { name: "Root", states },
  };
}

/** A machine with names and events in scripts that Inter has, and in ones that it lacks. */
export function scriptsMachine(): StateMachineDefinition {
  const names = [
    ["Waiting Office", "go"],
    ["Ожидание заказа", "старт"],
    ["في انتظار الطلب", "ابدأ"],
    ["ממתין להזמנה", "התחל"],
    ["กำลังรอคำสั่งซื้อ", "เริ่ม"],
    ["आदेश की प्रतीक्षा", "शुरू"],
    ["注文を待っています", "開始"],
    ["🚀 Launch 한국어", "🚀"],
  ] as const;
  const states = names.map(([name, event], at): State => ({
    name,
    transitions: [{ event, nextState: names[(at + 1) % names.length]?.[0] ?? "" }],
  }));
  return machineOf("Eight scripts", states);
}
