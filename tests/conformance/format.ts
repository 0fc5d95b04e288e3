/**
 * The format of the conformance vectors, as `README.md` beside this file describes it.
 *
 * @module
 */
import type { StateMachineDefinition } from "@loom/protocol";

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** One file of vectors. */
export interface VectorFile {
  /** What the vectors are about; also the file's name. */
  readonly topic: string;
  /** The vectors. */
  readonly vectors: readonly Vector[];
}

/** One machine and what it does, step by step. */
export interface Vector {
  /** Its name, unique in its file. */
  readonly name: string;
  /** The rule it shows, in words. */
  readonly about: string;
  /** The machine; odd documents are not quite of this type. */
  readonly definition: StateMachineDefinition;
  /** What the context holds before construction. */
  readonly context?: Members;
  /** The machines that its states invoke, by the text of `machine`; the tasks are `echo`, `fail` and `never`. */
  readonly machines?: Readonly<Record<string, StateMachineDefinition>>;
  /** Guard texts that a host function decides, by the function's name. */
  readonly guards?: Readonly<Record<string, HostFunctionName>>;
  /** Events the observer sends when it first hears of something, by log line. */
  readonly reactions?: Readonly<Record<string, readonly string[]>>;
  /** The log lines at which the observer, or the end handler, throws when it has written them. */
  readonly failures?: readonly string[];
  /** The log lines, after the start, at which the observer stops the machine. */
  readonly stops?: readonly string[];
  /** What happens; the first step tells what construction leads to. */
  readonly steps: readonly Step[];
}

/** The functions every implementation gives to every machine. */
export type HostFunctionName = "log" | "yes" | "no" | "fail" | "add" | "later" | "soon" | "send_again";

/** What is looked at after a step; what is not mentioned is not compared. */
export interface View {
  readonly state?: string;
  readonly configuration?: readonly string[];
  readonly done?: boolean;
  readonly context?: Members;
  readonly visited?: readonly string[];
  /** What the machine ended with; null for nothing. */
  readonly output?: unknown;
  readonly tags?: readonly string[];
  readonly meta?: Members;
  /** The whole log of the step. A line that ends in `*` stands for every line that begins so. */
  readonly log?: readonly string[];
  /** Lines that the log holds among others. */
  readonly logIncludes?: readonly string[];
}

/** What is looked at after `send`. A `reason` or `error` that is not mentioned must be absent. */
export interface SendView extends View {
  readonly handled?: boolean;
  readonly changed?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly reason?: string;
  /** A part of the sentence. */
  readonly error?: string;
}

/** One step of a vector. */
export type Step =
  | { readonly expectAtStart: View }
  | { readonly startError: { readonly code?: string; readonly contains?: string } }
  | { readonly send: string; readonly payload?: Members; readonly expect: SendView }
  | {
    readonly sendAll: readonly string[];
    readonly outcomes: readonly SendView[];
    readonly expect: View;
  }
  | { readonly advance: number; readonly expect: View }
  | { readonly setState: string; readonly expect: View }
  | { readonly setState: string; readonly throws: string }
  | { readonly setContext: Members }
  | { readonly stop: true; readonly expect: View }
  | { readonly snapshotRestore: true; readonly expect: View }
  | { readonly serialize: string | null }
  | { readonly deserialize: { readonly state?: string | null }; readonly expect: View }
  | { readonly deserialize: { readonly state?: string | null }; readonly throws: string }
  | {
    readonly can: Readonly<Record<string, boolean>>;
    readonly payload?: Members;
    readonly log?: readonly string[];
  }
  | { readonly availableEvents: readonly string[] }
  | { readonly visited: readonly string[] }
  | { readonly visitedLength: number; readonly first: readonly string[]; readonly last: readonly string[] }
  | { readonly state: string };
