import type { State, StateMachineDefinition } from "@loom/protocol";

const CHILDREN = 10;

/** A machine of `size` states, ten children a composite, each state with two transitions and a guard. */
export function machineOf(size: number): StateMachineDefinition {
  const events = Array.from({ length: 20 }, (_, i) => ({ id: `event${i}` }));
  let made = 1;
  const root: State = { name: "Root", states: [] };
  const open = [root];
  while (made < size) {
    const parent = open.shift();
    if (!parent) break;
    const first = made;
    const count = Math.min(CHILDREN, size - made);
    parent.states = Array.from({ length: count }, (_, i) => stateOf(first + i, first, count));
    made += count;
    open.push(...parent.states);
  }
  return {
    settings: { namespace: "Bench", asynchronous: false },
    events: [{ name: "All", events }],
    state: root,
  };
}

function stateOf(number: number, first: number, count: number): State {
  const next = first + (number - first + 1) % count;
  return {
    name: `State${number}`,
    transitions: [
      { event: `event${number % 20}`, nextState: `State${next}`, condition: `count < ${number} and ready` },
      {
        event: `event${(number + 1) % 20}`,
        nextState: `State${first}`,
        actions: [{ code: "count = count + 1" }],
      },
    ],
  };
}
