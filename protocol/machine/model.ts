import { type Members, type Model, sameMembers } from "../change/model.ts";
import { isObject } from "../json/value.ts";
import { renameInStateCalls } from "./in_state_text.ts";

/** The event that says that a state is complete. */
export function completionEvent(state: string): string {
  return `done.state.${state}`;
}

const ACTIONS = { is: "list", of: "action", whenEmpty: "drop holder" } as const;

/** The parts of a machine document, one row a part. */
export const MACHINE_MODEL: Model = {
  spaces: {
    state: {
      noun: "name",
      derived: { part: "event", of: completionEvent },
      inText: renameInStateCalls,
    },
    id: { noun: "id", renamesAll: true },
    data: { noun: "name" },
  },
  parts: {
    document: {
      noun: "document",
      members: {
        settings: { is: "part", of: "settings" },
        events: {
          is: "list",
          list: "sources",
          of: "source",
          plural: "event sources",
          whenEmpty: "keep",
          appends: true,
        },
        state: { is: "part", of: "state", as: "root" },
      },
    },
    settings: {
      noun: "settings",
      erasesNotes: true,
      members: {
        data: {
          is: "list",
          list: "data",
          of: "data",
          noun: "declared data",
          plural: "declared data",
          appends: true,
        },
      },
    },
    data: { noun: "declared data", key: { member: "name", space: "data" } },
    source: {
      noun: "event source",
      members: {
        events: { is: "list", list: "events", of: "event", plural: "events" },
        timers: { is: "list", list: "timers", of: "timer", plural: "timers" },
      },
      traits: [sameMembers("name"), firstIdOf("events"), firstIdOf("timers")],
    },
    event: {
      noun: "event",
      key: { member: "id", space: "id" },
      members: { parameters: { is: "list", list: "parameters", of: "parameter", plural: "parameters" } },
    },
    timer: { noun: "timer", key: { member: "id", space: "id" } },
    parameter: { noun: "parameter", traits: [sameMembers("name"), sameMembers("type")] },
    state: {
      noun: "state",
      key: { member: "name", space: "state" },
      erasesNotes: true,
      members: {
        states: {
          is: "list",
          list: "states",
          of: "state",
          noun: "child",
          plural: "children",
          appends: true,
        },
        parallel: { is: "part", of: "parallel" },
        transitions: { is: "list", list: "transitions", of: "transition", plural: "transitions" },
        onEntry: { is: "part", of: "entry", as: "entry" },
        onExit: { is: "part", of: "exit", as: "exit" },
        initial: { is: "name", space: "state" },
        invoke: { is: "parts", of: "invoke" },
        output: { is: "text" },
      },
    },
    parallel: {
      noun: "parallel",
      members: {
        states: {
          is: "list",
          list: "regions",
          of: "state",
          noun: "region",
          plural: "regions",
          whenEmpty: "drop lone holder",
          appends: true,
        },
        nextState: { is: "name", space: "state" },
      },
    },
    entry: {
      noun: "entry block",
      members: { actions: { ...ACTIONS, list: "onEntry", noun: "entry action", plural: "entry actions" } },
    },
    exit: {
      noun: "exit block",
      members: { actions: { ...ACTIONS, list: "onExit", noun: "exit action", plural: "exit actions" } },
    },
    transition: {
      noun: "transition",
      traits: [sameMembers("event", "nextState"), sameMembers("event"), sameMembers("nextState")],
      members: {
        event: { is: "name", space: "id" },
        events: { is: "name", space: "id" },
        after: { is: "text" },
        nextState: { is: "name", space: "state" },
        nextStates: { is: "name", space: "state" },
        condition: { is: "text" },
        actions: { is: "parts", of: "action" },
        // Older documents have a single action here.
        action: { is: "part", of: "action" },
      },
    },
    action: {
      noun: "action",
      isText: true,
      // Which of the actions of one kind it was hardly matters, since an update replaces it.
      traits: [sameMembers("name"), (action) => Object.keys(action).join()],
      members: {
        code: { is: "text" },
        raise: { is: "name", space: "id" },
        timerStart: { is: "part", of: "timerStart" },
        data: { is: "text" },
        assign: { is: "part", of: "assign" },
        if: { is: "part", of: "if" },
        forEach: { is: "part", of: "forEach" },
        send: { is: "part", of: "send" },
        log: { is: "text" },
      },
    },
    assign: { noun: "assignment", members: { target: { is: "text" }, value: { is: "text" } } },
    if: {
      noun: "choice of actions",
      members: {
        condition: { is: "text" },
        then: { is: "parts", of: "action" },
        else: { is: "parts", of: "action" },
      },
    },
    forEach: {
      noun: "loop",
      members: { list: { is: "text" }, actions: { is: "parts", of: "action" } },
    },
    send: {
      noun: "sent event",
      members: { event: { is: "name", space: "id" }, delay: { is: "text" }, data: { is: "text" } },
    },
    invoke: { noun: "invoked work", members: { input: { is: "text" } } },
    timerStart: { noun: "timer start", members: { duration: { is: "text" }, repeat: { is: "text" } } },
  },
};

/** The trait of beginning with the same event or timer. */
function firstIdOf(list: string): (source: Members) => string | undefined {
  return (source) => {
    const items = source[list];
    const first: unknown = Array.isArray(items) ? items[0] : undefined;
    return isObject(first) && typeof first.id === "string" ? first.id : undefined;
  };
}
