/**
 * The Python that tests run: whether there is one, and a child of it that answers line by line.
 *
 * @module
 */
import { PYTHON_PROBE } from "../scripts/requirements.ts";

/** The folder of the Python package, without a final slash. */
export const PYTHON_FOLDER: string = new URL("../engine/python", import.meta.url).pathname;

const COMMAND = "python3";

/** What a run of Python gave. */
export interface PythonOutput {
  readonly success: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/** Whether Python 3.10 or newer is there; what needs it is ignored without it. */
export const HAS_PYTHON: boolean = endsWell(PYTHON_PROBE);

function endsWell(args: readonly string[]): boolean {
  try {
    return new Deno.Command(COMMAND, { args: [...args], stdout: "null", stderr: "null" }).outputSync()
      .success;
  } catch {
    return false;
  }
}

/**
 * Runs Python with the package on its path, in the folder of the package.
 *
 * @param args The arguments.
 * @param input What it reads from standard input.
 * @returns What it printed.
 */
export async function runPython(args: readonly string[], input = ""): Promise<PythonOutput> {
  const child = new Deno.Command(COMMAND, {
    args: ["-B", "-X", "utf8", ...args],
    cwd: PYTHON_FOLDER,
    env: { PYTHONPATH: PYTHON_FOLDER },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  // Both ways at once: a child whose output nobody takes stops reading.
  const [output] = await Promise.all([child.output(), writeAll(child.stdin, input)]);
  const decoder = new TextDecoder();
  return {
    success: output.success,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

/** A child that ends early closes its input; what it printed tells why. */
async function writeAll(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stream.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    await writer.abort().catch(() => {});
  }
}

/**
 * Sends values to a Python program, each a line of JSON, and reads as many lines back.
 *
 * @param program The program's text; it reads lines from standard input and prints a line for each.
 * @param values The values to send.
 * @returns The answers, in order.
 * @throws {Error} When the program fails or gives another number of lines; with what it said.
 */
export async function askPython(program: string, values: readonly unknown[]): Promise<unknown[]> {
  const lines = values.map((value) => `${JSON.stringify(value)}\n`).join("");
  const { success, stdout, stderr } = await runPython(["-c", program], lines);
  if (!success) throw new Error(`Python failed.\n${stderr}`);
  const answers = stdout.split("\n").slice(0, -1);
  if (answers.length !== values.length) {
    throw new Error(`Python answered ${answers.length} of ${values.length} lines.\n${stderr}`);
  }
  return answers.map((line) => JSON.parse(line));
}
