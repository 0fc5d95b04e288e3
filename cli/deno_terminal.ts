import type { Terminal, TerminalSize, TerminalUse } from "./io.ts";

/** The size of a terminal that does not tell. */
const UNKNOWN_SIZE: TerminalSize = { columns: 80, rows: 24 };

/** The terminal that standard output of the program is; `undefined` where it is none, or a simple one. */
export function denoTerminal(): Terminal | undefined {
  if (!Deno.stdout.isTerminal()) return undefined;
  return { size, takeOver };
}

function size(): TerminalSize {
  try {
    const { columns, rows } = Deno.consoleSize();
    return { columns: columns || UNKNOWN_SIZE.columns, rows: rows || UNKNOWN_SIZE.rows };
  } catch {
    return UNKNOWN_SIZE;
  }
}

function takeOver({ enter, leave, onKeys, onResize }: TerminalUse): () => void {
  const stopKeys = Deno.stdin.isTerminal() ? listenForKeys(onKeys) : () => {};
  const stopSizes = listenForSizes(onResize);
  let isTaken = true;
  const giveBack = () => {
    if (!isTaken) return;
    isTaken = false;
    globalThis.removeEventListener("unload", giveBack);
    stopSizes();
    stopKeys();
    writeText(leave);
  };
  // An error that nobody catches ends the program too, and Deno tells that here.
  globalThis.addEventListener("unload", giveBack);
  writeText(enter);
  return giveBack;
}

/** Takes keys as they are typed: unechoed, and those that send signals among them. */
function listenForKeys(onKeys: (keys: string) => void): () => void {
  Deno.stdin.setRaw(true);
  const reader = Deno.stdin.readable.pipeThrough(new TextDecoderStream()).getReader();
  const listen = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onKeys(value);
    }
  };
  // A terminal that hangs up has no more keys; its end is told by a signal.
  listen().catch(() => {});
  return () => {
    Deno.stdin.setRaw(false);
    reader.cancel().catch(() => {});
  };
}

function listenForSizes(onResize: () => void): () => void {
  try {
    Deno.addSignalListener("SIGWINCH", onResize);
    return () => Deno.removeSignalListener("SIGWINCH", onResize);
  } catch {
    // Systems without that signal keep the size of the beginning.
    return () => {};
  }
}

function writeText(text: string): void {
  const bytes = new TextEncoder().encode(text);
  try {
    for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
  } catch {
    // A terminal that has gone needs nothing back.
  }
}
