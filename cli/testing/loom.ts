import type { KindTable, StateMachineDefinition } from "@loom/protocol";
import { runLoom } from "../run_loom.ts";
import { memoryIo, type MemoryIoOptions } from "./memory_io.ts";

/** What a run of the program left. */
export interface Ran {
  /** The exit code. */
  readonly code: number;
  /** What it wrote to standard output. */
  readonly out: string;
  /** What it wrote to standard error. */
  readonly err: string;
  /** The files that it showed. */
  readonly viewed?: readonly string[];
}

/** Runs the program in this process. */
export async function loom(
  args: readonly string[],
  { kinds, ...options }: MemoryIoOptions & { readonly kinds?: KindTable } = {},
): Promise<Ran> {
  const io = memoryIo(options);
  const code = await runLoom(args, io, kinds === undefined ? {} : { kinds });
  const viewed = io.viewed.length > 0 ? { viewed: io.viewed } : {};
  return { code, out: io.out(), err: io.err(), ...viewed };
}

/** A folder of its own for a test; removed at the end of the scope. */
export class TempFolder implements AsyncDisposable {
  /** The folder. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes one. */
  static async make(): Promise<TempFolder> {
    return new TempFolder(await Deno.makeTempDir());
  }

  /** The path of a file in it. */
  at(name: string): string {
    return `${this.path}/${name}`;
  }

  /** Writes a text, or a value as JSON, into a file in it; gives the path. */
  async write(name: string, content: string | object): Promise<string> {
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2) + "\n";
    await Deno.writeTextFile(this.at(name), text);
    return this.at(name);
  }

  /** Removes it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.path, { recursive: true });
  }
}

/** A door that is opened and closed. */
export const DOOR: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
  state: {
    name: "Root",
    states: [
      { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
    ],
  },
};

/** A lamp that goes out by itself after five seconds. */
export const LAMP: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Lamp", asynchronous: false },
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
        transitions: [{ event: "time_up", nextState: "Off" }],
      },
    ],
  },
};
