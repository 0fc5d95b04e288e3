import type { Template } from "../kind.ts";
import type { State, StateMachineDefinition } from "./types.ts";

interface Draft {
  readonly events: StateMachineDefinition["events"];
  readonly state: State;
}

const DRAFTS = {
  empty: () => ({
    events: [{ name: "Internal", events: [] }],
    state: { name: "Root", states: [] },
  }),
  door: () => ({
    events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
    state: {
      name: "Root",
      states: [
        { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
        { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
      ],
    },
  }),
  timer: () => ({
    events: [
      { name: "Hand", events: [{ id: "press" }] },
      { name: "Clock", timers: [{ id: "time_up", name: "Countdown" }] },
    ],
    state: {
      name: "Root",
      states: [
        { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
        {
          name: "On",
          onEntry: { actions: [{ timerStart: { timer: "Countdown", duration: 5000 } }] },
          onExit: { actions: [{ timerStop: "Countdown" }] },
          transitions: [
            { event: "press", nextState: "Off" },
            { event: "time_up", nextState: "Off" },
          ],
        },
      ],
    },
  }),
  regions: () => ({
    events: [{ name: "Work", events: [{ id: "start" }, { id: "first_done" }, { id: "second_done" }] }],
    state: {
      name: "Root",
      states: [
        { name: "Waiting", transitions: [{ event: "start", nextState: "Working" }] },
        {
          name: "Working",
          parallel: {
            nextState: "Done",
            states: [region("First", "first_done"), region("Second", "second_done")],
          },
        },
        { name: "Done", kind: "final" },
      ],
    },
  }),
} as const satisfies Readonly<Record<string, () => Draft>>;

/** The names of the templates of new machines. */
type TemplateName = keyof typeof DRAFTS;

const SUMMARIES: Readonly<Record<TemplateName, string>> = {
  empty: "A root without states, and a source without events.",
  door: "Two states and two events.",
  timer: "A timer that starts on entry and stops on exit.",
  regions: "Two regions that run side by side and end together.",
};

/** The templates of new machines. */
export const MACHINE_TEMPLATES: readonly Template<StateMachineDefinition>[] = Object.entries(DRAFTS).map(
  ([name, draft]): Template<StateMachineDefinition> => ({
    name,
    summary: SUMMARIES[name as TemplateName],
    make: ({ name, namespace }) => ({ settings: { namespace, name, asynchronous: false }, ...draft() }),
  }),
);

function region(name: string, event: string): State {
  return {
    name,
    states: [
      { name: `${name}Running`, transitions: [{ event, nextState: `${name}Complete` }] },
      { name: `${name}Complete`, kind: "final" },
    ],
  };
}
