import type { Terminal, TerminalSize, TerminalUse } from "../io.ts";
import { until } from "./patience.ts";

/** A terminal in memory: what it shows, and keys to press. */
export class MemoryTerminal implements Terminal {
  /** All that was written while it was taken over, and by giving it back. */
  written = "";
  #size: TerminalSize;
  #use: TerminalUse | undefined;
  readonly #waiting = new Set<() => void>();

  /** Makes one. */
  constructor(size: TerminalSize = { columns: 60, rows: 14 }) {
    this.#size = size;
  }

  readonly size = (): TerminalSize => this.#size;

  readonly takeOver = (use: TerminalUse): () => void => {
    this.#use = use;
    this.write(use.enter);
    return () => {
      if (this.#use !== use) return;
      this.#use = undefined;
      this.write(use.leave);
    };
  };

  /** True when a program has it. */
  get isTaken(): boolean {
    return this.#use !== undefined;
  }

  /** Takes text as a terminal does. */
  readonly write = (text: string): void => {
    this.written += text;
    for (const look of this.#waiting) look();
  };

  /** The lines of the last frame, without colours. */
  get screen(): string[] {
    const frame = this.written.slice(this.written.lastIndexOf("\x1b[H") + 3).split("\x1b[?2026l")[0] ?? "";
    // deno-lint-ignore no-control-regex -- codes of ECMA-48
    return frame.replaceAll(/\x1b\[[\d;?]*[A-Za-z]/g, "").split("\r\n");
  }

  /** Settles when a text is on the screen. */
  async shows(text: string): Promise<void> {
    const isShown = () => this.screen.join("\n").includes(text);
    await until(this.#waiting, isShown, () => `${text} in\n${this.screen.join("\n")}`);
  }

  /** Types something. */
  press(keys: string): void {
    this.#use?.onKeys(keys);
  }

  /** Takes another size. */
  resize(size: TerminalSize): void {
    this.#size = size;
    this.#use?.onResize();
  }
}
