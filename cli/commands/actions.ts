import type { Action } from "@loom/protocol";
import type { Run } from "../command.ts";
import { actionOf, stateCalled } from "../lookup.ts";
import { mutate } from "../mutate.ts";
import type { ADD_ACTION, REMOVE_ACTION, UPDATE_ACTION } from "../table/transitions.ts";
import { refuseUnknownNames, type UsedNames } from "../unknown_names.ts";
import { UsageError } from "../usage_error.ts";

/** Adds an entry or exit action. */
export const addAction: Run<typeof ADD_ACTION> = (context, values) => {
  const action = actionFrom(values);
  return mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    if (!values.allowUnknown) refuseUnknownNames(definition, namesIn(action));
    const index = values.index === undefined ? {} : { index: values.index };
    return [{ op: "action.add", state: state.name, hook: hookOf(values.on), action, ...index }];
  });
};

/** Puts another action in the place of one. */
export const updateAction: Run<typeof UPDATE_ACTION> = (context, values) => {
  const action = actionFrom(values);
  return mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    if (!values.allowUnknown) refuseUnknownNames(definition, namesIn(action));
    return [{
      op: "action.update",
      state: state.name,
      hook: hookOf(values.on),
      index: values.number,
      action,
    }];
  });
};

/** Removes an entry or exit action. */
export const removeAction: Run<typeof REMOVE_ACTION> = (context, values) =>
  mutate(context, values, (definition) => {
    const { state } = stateCalled(definition, values.state);
    return [{ op: "action.remove", state: state.name, hook: hookOf(values.on), index: values.number }];
  });

/** The ways to say what an action does. */
interface ActionParts {
  readonly code: string | undefined;
  readonly startTimer: string | undefined;
  readonly duration: string | undefined;
  readonly repeat: string | undefined;
  readonly stopTimer: string | undefined;
  readonly raise: string | undefined;
}

function actionFrom(parts: ActionParts): Action {
  const { code, startTimer, stopTimer, raise } = parts;
  const ways: Action[] = [];
  if (code !== undefined) ways.push(actionOf(code));
  if (startTimer !== undefined) ways.push(timerStart(startTimer, parts));
  if (stopTimer !== undefined) ways.push({ timerStop: stopTimer });
  if (raise !== undefined) ways.push({ raise });
  const [action] = ways;
  if (ways.length === 1 && action) return action;
  throw new UsageError(
    "An action does one thing: give <code>, --start-timer with --duration, --stop-timer or --raise, and only one of them.",
  );
}

function timerStart(timer: string, { duration, repeat }: ActionParts): Action {
  if (duration === undefined) throw new UsageError("--start-timer needs --duration <ms>.");
  return { timerStart: { timer, duration, ...(repeat === undefined ? {} : { repeat }) } };
}

function namesIn({ timerStart, timerStop, raise }: Action): UsedNames {
  return { timer: timerStart?.timer ?? timerStop, event: raise };
}

function hookOf(on: "entry" | "exit"): "onEntry" | "onExit" {
  return on === "entry" ? "onEntry" : "onExit";
}
