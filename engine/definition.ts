/**
 * The definition's types under the names that code written against the engine knows.
 *
 * @module
 */
export type {
  Action as ActionDef,
  ContextConfig,
  Event as EventDef,
  EventSource as EventSourceDef,
  Finding,
  ObjectRef,
  Parallel as ParallelDef,
  Parameter as ParameterDef,
  Settings as SettingsModel,
  State as StateDef,
  StateMachineDefinition,
  Timer as TimerDef,
  TimerStart as TimerStartAction,
  Transition as TransitionDef,
} from "@loom/protocol";

/** The kinds of state. */
export type StateKindType = "normal" | "final" | "history";
