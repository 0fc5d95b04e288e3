/**
 * Work that belongs to states: tasks of the host and child machines. It begins at the end of the macro step that enters
 * its state, and is cancelled when the state is left. Only machines that have some load this.
 *
 * @module
 */
import { isPromise } from "../../expression/promise.ts";
import type { InvokeAction } from "../chart/action.ts";
import type { Payload, SendResult } from "../send_result.ts";
import { MachineRuntimeError, reasonOf } from "../problem.ts";
import { dataOf } from "../snapshot/data_copy.ts";
import type {
  ActiveState,
  DelayedEvent,
  FinalState,
  MachineSnapshot,
  Receiver,
  RunningWork,
  WorkHost,
  WorkLinks,
  WorkMaker,
  WorkSet,
  WorkSnapshot,
} from "../work_set.ts";

/** The deepest that machines may invoke each other. */
export const MOST_NESTED = 50;

/** Prefix of the events of work that ends. */
const DONE = "done.invoke.";
/** Prefix of the events of work that fails. */
const FAILED = "error.invoke.";

/** Work that a state invokes. */
export type WorkSource = { readonly task: string } | { readonly machine: string };

/** Makes the work sets of a chart's machines. */
export const workSets: WorkMaker = (host, links): WorkSet => new Work(host, links);

/** One piece of work that has begun or waits for the end of the step. */
interface Running {
  readonly input: unknown;
  child: WorkHost | null;
  cancel: () => void;
}

/** Work that waits for the end of the macro step. */
interface Pending {
  readonly run: () => void;
  /** True for an event to the machine that invoked this one: the end of the machine sends it too. */
  readonly isToParent?: true;
}

/** The work, the delayed events and the output of a machine. */
export class Work implements WorkSet {
  readonly depth: number;
  readonly #host: WorkHost;
  readonly #links: WorkLinks;
  readonly #running = new Map<string, Running>();
  readonly #delayed = new Map<string, DelayedEvent>();
  /** The output of the final state that was entered last. */
  #given: { readonly state: string; readonly output: unknown } | undefined;
  /** Work that waits for the end of the macro step. */
  readonly #pending: Pending[] = [];

  /** Makes an empty set for a machine. */
  constructor(host: WorkHost, links: WorkLinks) {
    this.#host = host;
    this.#links = links;
    this.depth = links.parent ? (links.parent.workSet?.depth ?? 0) + 1 : 0;
  }

  get output(): unknown {
    const { done, configuration } = this.#host;
    // Of a final state further below, the output is only that of its parent's completion.
    const isOfRoot = configuration.length <= 2 && configuration.at(-1) === this.#given?.state;
    return done && isOfRoot ? this.#given?.output : undefined;
  }

  /** Sets the output of a final state that is being entered. */
  give(state: string, output: unknown): void {
    this.#given = { state, output };
  }

  outputOf({ name, parent }: FinalState, event: number): Payload | undefined {
    const given = this.#given;
    return given?.state === name && event === parent?.completion ? { output: given.output } : undefined;
  }

  leave(event: string, payload: Payload | undefined): boolean {
    if (event.startsWith(FAILED)) {
      const { message } = (payload?.["error"] ?? {}) as { readonly message?: unknown };
      const text = `Nothing handles "${event}": ${String(message ?? "its error has no message.")}`;
      this.#pending.push({ run: () => report(this.#host, text) });
      return true;
    }
    return event.startsWith(DONE);
  }

  rest(): void {
    if (this.#host.done) this.#pending.length = 0; // Stopped in the step: nothing begins.
    else this.#given = undefined;
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) next.run();
  }

  sendToParent(): void {
    for (const { run, isToParent } of this.#pending.splice(0)) if (isToParent) run();
  }

  expire(timer: string): Pick<SendResult, "handled" | "error"> | undefined {
    const delayed = this.#delayed.get(timer);
    this.#delayed.delete(timer);
    if (delayed === undefined) return undefined;
    const { event, payload, to } = delayed;
    if (to === undefined) return this.#host.send(event, payload);
    this.#sendTo(to, event, payload);
    return { handled: false };
  }

  clear(): void {
    this.#pending.length = 0;
    this.#delayed.clear();
    for (const id of [...this.#running.keys()]) this.stop(id);
  }

  snapshot(): WorkSnapshot {
    const running = new Set(this.#host.runningTimers().map(({ name }) => name));
    const delayed = [...this.#delayed].filter(([timer]) => running.has(timer));
    const work = Array.from(this.#running, ([id, { input, child }]): RunningWork => ({
      id,
      ...(child ? { snapshot: child.snapshot() } : { input: dataOf(input) }),
    }));
    return {
      ...(work.length === 0 ? {} : { work }),
      ...(delayed.length === 0
        ? {}
        : { delayed: dataOf(Object.fromEntries(delayed)) as Record<string, DelayedEvent> }),
      ...(this.output === undefined ? {} : { output: dataOf(this.output) }),
    };
  }

  restore({ work = [], delayed = {}, output }: WorkSnapshot, active: readonly ActiveState[]): void {
    this.clear();
    this.#given = output === undefined ? undefined : { state: active.at(-1)?.name ?? "", output };
    for (const [timer, event] of Object.entries(delayed)) this.#delayed.set(timer, event);
    const invocations = active.flatMap(({ entry }) => entry).filter(isInvocation);
    for (const running of work) {
      // The one that began last has ended those of its name before.
      invocations.findLast(({ id }) => id === running.id)?.resume(this.#host, running);
    }
  }

  /** Sends an event later. */
  delay(name: string | undefined, milliseconds: number, delayed: DelayedEvent): void {
    if (this.#host.done) return; // Stopped in the current step.
    const timer = name ?? this.#freeName(delayed.event);
    this.#host.startEventTimer(timer, milliseconds, delayed.event, undefined);
    this.#delayed.set(timer, delayed);
  }

  /** Sends an event to another machine when the step is over. */
  sendAway(to: string, event: string, payload: Payload | undefined): void {
    const run = () => this.#sendTo(to, event, payload);
    this.#pending.push(to === "parent" ? { run, isToParent: true } : { run });
  }

  /** Begins work at the end of the step; work of the same name is cancelled first. */
  begin(id: string, source: WorkSource, input: unknown, snapshot?: MachineSnapshot): void {
    if (this.#host.done) return; // Stopped in the current step.
    this.stop(id);
    const running: Running = { input, child: null, cancel: () => {} };
    this.#running.set(id, running);
    const run = () => {
      if (this.#running.get(id) !== running) return;
      try {
        if ("task" in source) this.#startTask(id, source.task, running);
        else this.#startChild(id, source.machine, running, snapshot);
      } catch (error) {
        this.#fail(id, running, error);
      }
    };
    this.#pending.push({ run });
  }

  /** Says, at the end of the step, that work cannot begin. */
  fail(id: string, error: unknown): void {
    this.#pending.push({ run: () => this.#fail(id, null, error) });
  }

  /** Cancels work, if it runs. */
  stop(id: string): void {
    const running = this.#running.get(id);
    this.#running.delete(id);
    running?.cancel();
  }

  #fail(id: string, running: Running | null, error: unknown): void {
    const name = error instanceof Error ? error.name : "Error";
    this.#end(id, running, FAILED, { error: { name, message: reasonOf(error) } });
  }

  #end(id: string, running: Running | null, prefix: string, payload: Payload): void {
    if (running !== null && this.#running.get(id) !== running) return; // Cancelled.
    this.#running.delete(id);
    deliver(this.#host, prefix + id, payload);
  }

  #sendTo(to: string, event: string, payload: Payload | undefined): void {
    const receiver: Receiver | null | undefined = to === "parent"
      ? this.#links.parent
      : this.#running.get(to)?.child;
    if (receiver) deliver(receiver, event, payload);
    else report(this.#host, `No machine "${to}" is running here to get the event "${event}".`);
  }

  #freeName(event: string): string {
    const running = new Set(this.#host.runningTimers().map(({ name }) => name));
    let number = 0;
    while (running.has(`send.${event}.${number}`)) number++;
    return `send.${event}.${number}`;
  }

  #startTask(id: string, name: string, running: Running): void {
    const { tasks = {} } = this.#links;
    const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (task === undefined) {
      throw new MachineRuntimeError(
        "unknown_task",
        `No task has the name "${name}": give it to the machine in "tasks".`,
      );
    }
    const controller = new AbortController();
    running.cancel = () => controller.abort();
    const result = task(running.input, {
      signal: controller.signal,
      send: (event, payload) => {
        if (this.#running.get(id) === running) deliver(this.#host, event, payload);
      },
    });
    const done = (output: unknown): void => this.#end(id, running, DONE, { output });
    if (isPromise(result)) result.then(done, (error) => this.#fail(id, running, error));
    else done(result);
  }

  #startChild(id: string, path: string, running: Running, snapshot: MachineSnapshot | undefined): void {
    const host = this.#host;
    const { machines = {}, tasks } = this.#links;
    const make = Object.hasOwn(machines, path) ? machines[path] : undefined;
    if (make === undefined) {
      throw new MachineRuntimeError(
        "unknown_machine",
        `No machine has the name "${path}": give it to the machine in "machines".`,
      );
    }
    if (this.depth >= MOST_NESTED) {
      throw new MachineRuntimeError(
        "too_deep",
        `Machines invoke each other more than ${MOST_NESTED} deep: "${path}" is not started.`,
      );
    }
    const child = make({
      name: `${host.name}.${id}`,
      data: firstData(running.input, path),
      clock: host.clock,
      observer: host.observer,
      functions: host.functions,
      machines,
      ...(tasks ? { tasks } : {}),
      ...(snapshot ? { snapshot } : {}),
      parent: host,
      onEnd: (ended) => this.#end(id, running, DONE, { output: (ended as WorkHost).workSet?.output ?? null }),
    });
    if (!snapshot && child.configuration.length === 0) child.enterInitialState();
    if (this.#running.get(id) !== running) return child.stop(); // Ended or cancelled while it started.
    running.child = child;
    running.cancel = () => child.stop();
  }
}

function isInvocation(action: { readonly kind: string }): action is InvokeAction {
  return action.kind === "invoke";
}

/** Sends an event whose result nobody gets. */
function deliver(receiver: Receiver, event: string, payload: Payload | undefined): void {
  const { handled, error } = receiver.send(event, payload);
  if (handled && error !== undefined) report(receiver, error);
}

function report({ observer, name }: Receiver, message: string): void {
  observer.onError?.(name, message);
}

function firstData(input: unknown, path: string): Record<string, unknown> {
  if (input === undefined || input === null) return {};
  if (typeof input === "object" && !Array.isArray(input)) return { ...input };
  throw new MachineRuntimeError("bad_input", `The input of "${path}" is no object: give its first context.`);
}
