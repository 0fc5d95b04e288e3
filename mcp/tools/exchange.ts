import { convertMachineText, lossesOfJson, MACHINE_ENDINGS, type MachineFormat } from "@loom/engine";
import { collectAllStates, collectEventIds, MACHINE_KIND, machineNameFrom } from "@loom/protocol";
import { basename } from "@std/path";
import { z } from "zod";
import type { Session } from "../session/session.ts";
import { refuseLocked } from "../session/document_errors.ts";
import { defineTool, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { exportFile } from "./export_file.ts";
import { machineIn, readFileText } from "./read_machine_file.ts";

const FORMATS = ["json", "xml", "mermaid"] as const satisfies readonly MachineFormat[];
/** A text that is longer is written into a file only. */
const MOST_CHARACTERS = 100_000;

const IMPORT_ADVICE = `Nothing was written: mend it, or give format (${FORMATS.join(", ")}).`;

/** Writes the machine in another format. */
export const EXPORT_DEFINITION = defineTool({
  name: "export_definition",
  title: "Export definition",
  description: "Gives the machine as text, or in a file.",
  toolset: "exchange",
  kind: MACHINE_KIND.kind,
  effect: "export",
  input: {
    format: z.enum(FORMATS),
    path: z.string().optional(),
    overwrite: z.boolean().optional(),
  },
  output: { bytes: z.number() },
  async run({ format, path, overwrite }, { session }) {
    const { text: source } = await session.readMachine();
    const { text: content, remarks, leftOut } = convertMachineText(source, format, { format: "json" });
    const more = [...remarks, ...leftOut].map(({ message }) => message);
    const lost = more.length === 0 ? {} : { left_out: more };
    if (path !== undefined) {
      refuseLocked(session, " Leave path out, and the answer has the text.");
      const { realPath, bytes } = await exportFile(session, path, content, {
        endings: MACHINE_ENDINGS[format],
        document: MACHINE_KIND.kind,
        overwrite,
      });
      const text = `${basename(realPath)} → ${realPath} (${bytes} bytes)`;
      return { text, more, data: { format, bytes, path: realPath, ...lost } };
    }
    const bytes = new TextEncoder().encode(content).length;
    if (content.length > MOST_CHARACTERS) {
      throw new ToolError(
        "too_large",
        `That would be ${bytes} bytes of text: give path to write it into a file.`,
      );
    }
    return { text: content, more, data: { format, bytes, text: content, ...lost } };
  },
});

/** Takes a machine over from another format. */
export const IMPORT_DEFINITION = defineTool({
  name: "import_definition",
  title: "Import definition",
  description: "Takes JSON, XML or Mermaid into the active document.",
  toolset: "exchange",
  kind: MACHINE_KIND.kind,
  effect: "remove",
  input: {
    text: z.string().optional(),
    path: z.string().optional(),
    format: z.enum(FORMATS).optional(),
    overwrite: z.boolean().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run({ text, path, format, overwrite, dry_run: dryRun }, { session, signal, kind }) {
    const source = await sourceOf(session, text, path);
    const options = {
      ...(format === undefined ? {} : { format }),
      ...(path === undefined ? {} : { path }),
      name: machineNameFrom(path ?? session.path),
    };
    const { definition, remarks: seen, format: from } = machineIn(
      source,
      options,
      path ?? "text",
      IMPORT_ADVICE,
    );
    const remarks = from === "json" ? lossesOfJson(source) : seen;
    const edited = await session.writeWhole(definition, { overwrite, dryRun, signal, kind });
    const states = collectAllStates(edited.after.state).length;
    const events = collectEventIds(edited.after).length;
    const { text: done, more = [], data } = changeAnswer(
      edited,
      () => `Took over ${states} states and ${events} events from ${from} into "${edited.path}".`,
    );
    return {
      text: done,
      more: [...remarks.map(({ line, column, message }) => `${line}:${column}: ${message}`), ...more],
      data: { ...data, states, events, remarks: remarks.map((remark) => ({ ...remark })) },
    };
  },
});

async function sourceOf(
  session: Session,
  text: string | undefined,
  path: string | undefined,
): Promise<string> {
  if (text !== undefined && path === undefined) return text;
  if (text === undefined && path !== undefined) return await readFileText(session, path);
  throw new ToolError("bad_parameter", "import_definition takes either text or path: give one of them.");
}

/** The tools that exchange machines with other programs. */
export const EXCHANGE_TOOLS = [EXPORT_DEFINITION, IMPORT_DEFINITION] as const;
