/**
 * The parts of a machine beside its chart when its states invoke work, its final states have an output or its events go to
 * other machines. `work/` is the implementation, which only such machines load.
 *
 * @module
 */
import type { ContextBase, EndHandler } from "./context_base.ts";
import type { IObserver } from "./observers/observer.ts";
import type { Payload, SendResult } from "./send_result.ts";
import type { Clock } from "./timers/clock.ts";
import type { RunningTimer } from "./timers/timers.ts";

/** Arguments of a task beside its input. */
export interface TaskTools {
  /** Aborted when its state is left, at the end of the machine and when it is stopped. */
  readonly signal: AbortSignal;
  /** Sends an event to the machine. */
  send(event: string, payload?: Payload): void;
}

/** A task: what it gives, or what its promise gives, is the output of `done.invoke.<id>`. */
export type Task = (input: unknown, tools: TaskTools) => unknown;

/** A machine that gets events of another. */
export interface Receiver {
  /** The name given to the observer. */
  readonly name: string;
  /** The observer. */
  readonly observer: IObserver;
  /** Sends an event. */
  send(event: string, payload?: Payload): SendResult;
  /** Its work. */
  readonly workSet: { readonly depth: number } | null;
}

/** The tasks, machines and parent of a machine. */
export interface WorkLinks {
  /** The tasks that states invoke, by name. */
  tasks?: Readonly<Record<string, Task>>;
  /** The machines that states invoke, by the text of `machine`. */
  machines?: Readonly<Record<string, ChildFactory>>;
  /** The machine that invoked this one: `send` with `to: "parent"` goes to it. */
  parent?: Receiver;
}

/** A machine that another runs, and that runs others. */
export interface WorkHost extends ContextBase {
  /** Sends an event. */
  send(event: string, payload?: Payload): SendResult;
  /** Functions that guards and actions may call. */
  readonly functions: Readonly<Record<string, (...args: never[]) => unknown>>;
  /** The names of all active states. */
  readonly configuration: string[];
  /** True when it has reached its end or was stopped. */
  readonly done: boolean;
  /** Its work. */
  readonly workSet: WorkSet | null;
  /** Starts a timer that sends an event. */
  startEventTimer(name: string, duration: number, event: string, repeat: number | undefined): void;
  /** Its position. */
  snapshot(): MachineSnapshot;
  /** Ends it. */
  stop(): void;
}

/** Options that a machine gives to one that it invokes. */
export interface ChildOptions extends WorkLinks {
  /** The name given to the observer. */
  name: string;
  /** The first data of its guards and actions. */
  data: Record<string, unknown>;
  /** The clock of its timers. */
  clock: Clock;
  /** The observer of its parent. */
  observer: IObserver;
  /** The functions of its parent. */
  functions: WorkHost["functions"];
  /** Called at its end. */
  onEnd: EndHandler;
  /** The snapshot to continue from. */
  snapshot?: MachineSnapshot;
}

/** Makes a child machine, started or not, from options that it passes on. */
export type ChildFactory = (options: ChildOptions) => WorkHost;

/** Running work of a state, as plain JSON. */
export interface RunningWork {
  /** Its name. */
  id: string;
  /** Its input. */
  input?: unknown;
  /** The position of a child machine. */
  snapshot?: MachineSnapshot;
}

/** A delayed event, as plain JSON. */
export interface DelayedEvent {
  /** The event's id. */
  event: string;
  /** Its payload. */
  payload?: Payload;
  /** The machine that gets it; default: the machine itself. */
  to?: string;
}

/** The part of a snapshot that a {@linkcode WorkSet} writes. */
export interface WorkSnapshot {
  /** The work of the active states; absent without any. */
  work?: RunningWork[];
  /** The delayed events, by the name of their timer; absent without any. */
  delayed?: Record<string, DelayedEvent>;
  /** The output that the machine ended with; absent without one. */
  output?: unknown;
}

/** The position of a machine, as plain JSON. Times are in milliseconds. */
export interface MachineSnapshot extends WorkSnapshot {
  /** The version of this format. */
  version: 1;
  /** The active leaves' names, joined by `|`. */
  state: string;
  /** The names of all active states, in document order. */
  configuration: string[];
  /** Records of the history states. */
  history: { state: string; active: string[] }[];
  /** The running timers. */
  timers: RunningTimer[];
  /** The events that wait. */
  queue: { event: string; payload?: Payload }[];
  /** The context without functions and host objects. */
  context: Record<string, unknown>;
  /** The states it was in. */
  visited: string[];
  /** True when it has reached its end or was stopped. */
  done: boolean;
  /** True when it was stopped. */
  stopped?: boolean;
}

/** A final state that is entered. */
export interface FinalState {
  /** Its name. */
  readonly name: string;
  /** The state that it completes, with the number of that event. */
  readonly parent: { readonly completion: number | null } | null;
}

/** An active state of a snapshot. */
export interface ActiveState {
  /** Its name. */
  readonly name: string;
  /** The actions on entering. */
  readonly entry: readonly { readonly kind: string }[];
}

/** The work, the delayed events and the output of a machine. */
export interface WorkSet {
  /** Number of machines above this one. */
  readonly depth: number;
  /** The output of the final state in which the machine has ended; undefined before and without one. */
  readonly output: unknown;
  /** The payload of a completion that a final state raises. */
  outputOf(final: FinalState, event: number): Payload | undefined;
  /** Takes note of an event that no transition takes; true for those of work, which nothing has to declare. */
  leave(event: string, payload: Payload | undefined): boolean;
  /** Does what waited for the macro step to end. */
  rest(): void;
  /** Sends what waits for the machine that invoked this one, and forgets the rest; the end of the machine comes next. */
  sendToParent(): void;
  /** Sends the delayed event of a timer that has expired; undefined when it has none. */
  expire(timer: string): Pick<SendResult, "handled" | "error"> | undefined;
  /** Cancels all work and forgets what is delayed. */
  clear(): void;
  /** Its part of a snapshot. */
  snapshot(): WorkSnapshot;
  /** Goes on from a snapshot in its active states. */
  restore(snapshot: WorkSnapshot, active: readonly ActiveState[]): void;
}

/** Makes the work set of a machine. */
export type WorkMaker = (host: WorkHost, links: WorkLinks) => WorkSet;
