import {
  diagramFileName,
  displayWidth,
  isObject,
  renderAscii,
  renderMermaid,
  type StateMachineDefinition,
} from "@loom/protocol";
import { dirname, join } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, loadMachine, STANDARD_INPUT } from "../load_machine.ts";
import type { RENDER } from "../table/read.ts";
import { UsageError } from "../usage_error.ts";
import { writeAnew } from "../write_text.ts";

/** The endings of files with drawings. */
const EXTENSIONS = { ascii: "txt", mermaid: "mmd" } as const;

/** Draws a machine as text, to standard output or into a file. */
export const render: Run<typeof RENDER> = async (context, values) => {
  const path = documentOf(context, values.doc);
  const { definition } = await loadMachine(context, path);
  const out = outputPath(path, definition, values, context.io.now());
  const width = out === undefined ? context.io.stdout.columns : undefined;
  const text = drawing(definition, values, width);
  if (out === undefined) {
    if (context.json) context.printJson({ format: values.as, text });
    else context.print(text);
    return EXIT.done;
  }
  const { realPath, bytes } = await writeAnew(out, text + "\n");
  context.remark(`${values.as} · ${bytes} bytes`);
  if (context.json) context.printJson({ format: values.as, path: realPath, bytes });
  else context.print(realPath);
  return EXIT.done;
};

interface RenderValues {
  readonly as: keyof typeof EXTENSIONS;
  readonly out: string | undefined;
  readonly stamp: boolean;
  readonly active: string | undefined;
  readonly actions: boolean;
  readonly title: string | undefined;
}

/** The file to write; `undefined` for standard output. */
function outputPath(
  path: string,
  definition: StateMachineDefinition,
  { as, out, stamp }: RenderValues,
  at: Date,
): string | undefined {
  if (out !== undefined) return out === "-" ? undefined : out;
  if (!stamp) return undefined;
  if (path === STANDARD_INPUT) {
    throw new UsageError("--stamp needs a document with a path: give --out instead.");
  }
  const name = isObject(definition.settings) ? definition.settings.name : undefined;
  const machine = typeof name === "string" ? { machine: name } : {};
  return join(dirname(path), diagramFileName({ doc: path, ...machine, format: EXTENSIONS[as], at }));
}

function drawing(
  definition: StateMachineDefinition,
  values: RenderValues,
  width: number | undefined,
): string {
  const { as, title = "", actions } = values;
  if (as === "mermaid") {
    const head = title === "" ? "" : `---\ntitle: ${JSON.stringify(title)}\n---\n`;
    return head + renderMermaid(definition);
  }
  const active = new Set((values.active ?? "").split(/[,|]/).map((name) => name.trim()).filter(Boolean));
  const head = title === "" ? "" : `${title}\n${"─".repeat(displayWidth(title))}\n`;
  return head + renderAscii(definition, active, { actions, ...(width === undefined ? {} : { width }) });
}
