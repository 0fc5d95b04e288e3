import type { SendReason } from "../runtime/send_result.ts";

/** GivenMembers by name. */
export type GivenMembers = Readonly<Record<string, unknown>>;

/** Data and stubs that a test gives a machine. */
export interface Given {
  /** GivenMembers of its data. */
  readonly data?: GivenMembers;
  /** The results of functions of the host, by name. */
  readonly stubs?: GivenMembers;
  /** The answers of guards, by text. */
  readonly guards?: Readonly<Record<string, boolean>>;
}

/** Tests of one machine: the content of a `.test.json` file. */
export interface TestSuite extends Given {
  /** The path of the machine, from the file. */
  readonly machine: string;
  /** The purpose of the tests. */
  readonly description?: string;
  /** The tests. */
  readonly tests: readonly Test[];
}

/** A walk of a machine from its start. */
export interface Test extends Given {
  /** Its purpose. */
  readonly name: string;
  /** Remarks. */
  readonly description?: string;
  /** The steps: words of `loom run`, or steps with expectations. */
  readonly steps: readonly (string | TestStep)[];
}

/** An event, a span of time, or neither, and what holds afterwards. */
export interface TestStep extends Given {
  /** The event to send. */
  readonly event?: string;
  /** Its payload. */
  readonly payload?: GivenMembers;
  /** Time that passes: milliseconds, or a text such as `5s`. */
  readonly advance?: number | string;
  /** Expectations afterwards. */
  readonly expect?: Expectation;
}

/** Expectations after a step. */
export interface Expectation {
  /** States that are active. */
  readonly state?: string | readonly string[];
  /** All active states, in any order. */
  readonly configuration?: readonly string[];
  /** True when the event is handled. */
  readonly handled?: boolean;
  /** Why the event is not handled. */
  readonly reason?: SendReason;
  /** GivenMembers of the data. */
  readonly data?: GivenMembers;
  /** All calls of stubs, in order. */
  readonly calls?: readonly string[];
  /** All running timers, in any order. */
  readonly timers?: readonly string[];
  /** True when the machine has reached its end. */
  readonly done?: boolean;
  /** True, or a part of the sentence, when something fails. */
  readonly error?: boolean | string;
}
