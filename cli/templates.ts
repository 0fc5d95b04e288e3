import type { State, StateMachineDefinition } from "@loom/protocol";

/** The templates of new documents. */
export type TemplateName = "empty" | "door" | "timer" | "regions";

/** What a new document is told to be. */
export interface TemplateSettings {
  /** The machine's name. */
  readonly name: string;
  /** Its namespace. */
  readonly namespace: string;
}

interface Template {
  readonly events: StateMachineDefinition["events"];
  readonly state: State;
}

const TEMPLATES: Readonly<Record<TemplateName, () => Template>> = {
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
};

/** The definition that a template makes. */
export function templateCalled(name: TemplateName, settings: TemplateSettings): StateMachineDefinition {
  return {
    settings: { namespace: settings.namespace, name: settings.name, asynchronous: false },
    ...TEMPLATES[name](),
  };
}

function region(name: string, event: string): State {
  return {
    name,
    states: [
      { name: `${name}Running`, transitions: [{ event, nextState: `${name}Complete` }] },
      { name: `${name}Complete`, kind: "final" },
    ],
  };
}
