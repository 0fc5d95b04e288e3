import { ObserverLines } from "./observer_lines.ts";

let singleton: ObserverConsole | undefined;

/** An observer that prints one line a callback to the console. */
export class ObserverConsole extends ObserverLines {
  /** Makes an observer on the console. */
  constructor() {
    super((line, level) => level === "warn" ? console.warn(line) : console.log(line));
  }

  /** The shared instance. */
  static instance(): ObserverConsole {
    return singleton ??= new ObserverConsole();
  }
}
