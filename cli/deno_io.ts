import { denoTerminal } from "./deno_terminal.ts";
import {
  ClosedOutputError,
  type Input,
  type Io,
  type Output,
  OutputError,
  type ProgramResult,
} from "./io.ts";

/** The writable part of a standard stream of Deno. */
interface SyncWriter {
  writeSync(bytes: Uint8Array): number;
  isTerminal(): boolean;
}

/** The program's own standard streams, environment, time and signals. */
export function denoIo(): Io {
  let interrupt: AbortController | undefined;
  return {
    stdin: inputOf(),
    stdout: outputOf(Deno.stdout),
    stderr: outputOf(Deno.stderr),
    get env() {
      return Deno.env.toObject();
    },
    now: () => new Date(),
    interrupted: () => {
      interrupt ??= abortedBySignals();
      return interrupt.signal;
    },
    view: async (path) => (await import("@loom/bridge/drawing")).showFile(path),
    toolServer: async () => {
      const { toolServer } = await import("./tool_server.ts");
      return toolServer({
        isStandalone: Deno.build.standalone,
        execPath: Deno.execPath(),
        mainModule: Deno.mainModule,
        exists: isFile,
      });
    },
    run: runProgram,
    terminal: denoTerminal(),
  };
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProgramResult | undefined> {
  try {
    const command = new Deno.Command(program, { args: [...args], env: { ...env }, stdin: "null" });
    const { code, stdout, stderr } = await command.output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, stdout: text(stdout), stderr: text(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function inputOf(): Input {
  return {
    get readable() {
      return Deno.stdin.readable;
    },
    isTerminal: Deno.stdin.isTerminal(),
  };
}

function outputOf(writer: SyncWriter): Output {
  const encoder = new TextEncoder();
  return {
    write: (text) => writeAll(writer, encoder.encode(text)),
    isTerminal: writer.isTerminal(),
    get columns() {
      return writer.isTerminal() ? columns() : columnsIn(Deno.env.get("COLUMNS"));
    },
  };
}

function writeAll(writer: SyncWriter, bytes: Uint8Array): void {
  try {
    for (let written = 0; written < bytes.length;) written += writer.writeSync(bytes.subarray(written));
  } catch (cause) {
    if (cause instanceof Deno.errors.BrokenPipe) throw new ClosedOutputError({ cause });
    const reason = cause instanceof Error ? cause.message.split(" (os error")[0] : undefined;
    throw new OutputError(reason ?? String(cause), { cause });
  }
}

/** The columns that the environment asks for where the output is no terminal. */
function columnsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

function columns(): number | undefined {
  try {
    return Deno.consoleSize().columns || undefined;
  } catch {
    return undefined;
  }
}

function abortedBySignals(): AbortController {
  const controller = new AbortController();
  const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
    ? ["SIGINT", "SIGBREAK"]
    : ["SIGINT", "SIGTERM"];
  for (const signal of signals) Deno.addSignalListener(signal, () => controller.abort());
  return controller;
}
