import { loadInvokedMachines } from "@loom/bridge/system";
import { MACHINE_KIND } from "@loom/protocol";
import {
  CodeGenerationError,
  enrich,
  type EnrichedModel,
  generateCode,
  generatedFileName,
  type GenerateOptions,
  type InvokedMachines,
  isGeneratedCode,
  ModuleNameError,
  validate,
} from "@loom/engine";
import { basename, join } from "@std/path";
import * as z from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { exportFile, isFolder } from "./export_file.ts";
import { findingLine } from "./finding_changes.ts";

/** Code that is longer is written into a file only. */
const MOST_CHARACTERS = 200_000;
/** Number of findings a refusal tells. */
const MOST_FINDINGS = 10;
const ENDINGS = { python: [".py"], typescript: [".ts"] } as const;
const MIME_TYPES = { python: "text/x-python", typescript: "text/x-typescript" } as const;

/** Generates code. */
export const GENERATE_CODE = defineTool({
  name: "generate_code",
  title: "Generate code",
  description: "Generates code as text, or into a file.",
  toolset: "generate",
  kind: MACHINE_KIND.kind,
  effect: "export",
  input: {
    language: z.enum(["python", "typescript"]),
    path: z.string().optional(),
    runtime: z.string().optional(),
    types: z.string().optional(),
    force: z.boolean().optional(),
    overwrite: z.boolean().optional(),
  },
  output: { file: z.string(), bytes: z.number() },
  async run({ language, path, overwrite, ...options }, { session, signal, progress }) {
    const { machine, path: document } = await session.readMachine();
    const { machines } = await loadInvokedMachines(document, machine, { root: session.options.root });
    signal.throwIfAborted();
    const steps = path === undefined ? 1 : 2;
    progress(0, steps, `Generating ${language}`);
    const model = enrich(machine);
    const code = codeOf(model, language, { ...options, machines });
    const name = generatedFileName(model, language);
    const bytes = new TextEncoder().encode(code).length;
    const more = validate(model, { only: new Set(["W107"]) }).map(findingLine);
    const remarks = more.length === 0 ? {} : { remarks: more };
    if (path === undefined) {
      if (code.length > MOST_CHARACTERS) {
        throw new ToolError(
          "too_large",
          `That would be ${bytes} bytes of code: give path to write it into a file.`,
        );
      }
      progress(1, steps, "Done");
      const text = `${name}: ${language}, ${bytes} bytes, made by the loom's own generator.`;
      return { text, more: [code, ...more], data: { language, file: name, bytes, code, ...remarks } };
    }
    const target = await isFolder(session, path) ? join(path, name) : path;
    signal.throwIfAborted();
    progress(1, steps, "Writing the file");
    const written = await exportFile(session, target, code, {
      endings: ENDINGS[language],
      isOurs: isGeneratedCode,
      overwrite,
    });
    progress(2, steps, "Done");
    const text = `${basename(written.realPath)} → ${written.realPath} (${bytes} bytes)`;
    const link = { path: written.realPath, mimeType: MIME_TYPES[language] };
    return { text, more, link, data: { language, file: written.realPath, bytes, ...remarks } };
  },
});

interface CodeWishes {
  readonly runtime?: string | undefined;
  readonly types?: string | undefined;
  readonly force?: boolean | undefined;
  readonly machines: InvokedMachines;
}

function codeOf(
  model: EnrichedModel,
  language: "python" | "typescript",
  { runtime, types, force = false, machines }: CodeWishes,
): string {
  const options: GenerateOptions = {
    force,
    machines,
    ...(runtime === undefined ? {} : { runtime }),
    ...(types === undefined ? {} : { types }),
  };
  try {
    return generateCode(model, language, options);
  } catch (error) {
    if (error instanceof ModuleNameError) {
      throw new ToolError("bad_parameter", error.message, { cause: error });
    }
    throw error instanceof CodeGenerationError ? refusal(error) : error;
  }
}

function refusal(error: CodeGenerationError): ToolError {
  const { findings } = error;
  const lines = findings.slice(0, MOST_FINDINGS).map(findingLine);
  const count = findings.length === 1 ? "an error" : `${findings.length} errors`;
  const message = [
    `No code is generated from a machine with ${count}. Mend them, then call generate_code again; or give force: true.`,
    ...lines,
    ...(findings.length > lines.length ? ["validate_definition tells all of them."] : []),
  ].join("\n");
  return new ToolError("invalid_definition", message, { cause: error });
}

/** The tools that make programs. */
export const GENERATION_TOOLS = [GENERATE_CODE] as const;
