import type { State, StateMachineDefinition } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { loom, TempFolder } from "./loom.ts";

/** What a command that changed a document said, and the definition afterwards. */
export interface Edited {
  readonly line: string;
  readonly after: StateMachineDefinition;
  readonly remarks: string;
}

/** Runs a command that changes a document; gives its line and the definition afterwards. */
export async function edited(
  definition: StateMachineDefinition,
  ...args: readonly string[]
): Promise<Edited> {
  await using folder = await TempFolder.make();
  const doc = await folder.write("machine.smdf.json", definition);
  const { code, out, err } = await loom(["--doc", doc, ...args]);
  assertEquals(code, 0, err);
  const after = JSON.parse(await Deno.readTextFile(doc)) as StateMachineDefinition;
  return { line: out.trimEnd(), after, remarks: err.trimEnd() };
}

/** A command, the line it prints, and one thing that is true of the document afterwards. */
export interface EditCase {
  readonly on: StateMachineDefinition;
  readonly args: readonly string[];
  readonly line: string;
  readonly check: (after: StateMachineDefinition) => unknown;
  readonly expected: unknown;
}

/** A test for each of the cases. */
export function testEdits(cases: readonly EditCase[]): void {
  for (const { on, args, line, check, expected } of cases) {
    Deno.test(`loom ${args.join(" ")} changes the document and says so`, async () => {
      const result = await edited(on, ...args);
      assertEquals(result.line, line);
      assertEquals(check(result.after), expected);
    });
  }
}

/** A child of the root. */
export function child(definition: StateMachineDefinition, index: number): State | undefined {
  return definition.state.states?.[index];
}
