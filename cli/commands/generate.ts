import { DocumentError } from "@loom/bridge/document";
import {
  CodeGenerationError,
  type CodeLanguage,
  enrich,
  type EnrichedModel,
  generateCode,
  generatedFileName,
  type GenerateOptions,
  isGeneratedCode,
  validate,
} from "@loom/engine";
import { LoomError } from "@loom/protocol";
import { join } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf, type LoadedMachine, loadMachine } from "../load_document.ts";
import { makeFolder } from "../make_folder.ts";
import type { GENERATE } from "../table/read.ts";
import { writeAnew } from "../write_text.ts";

/** Generates the code of a machine. */
export const generate: Run<typeof GENERATE> = async (context, values) => {
  const { language, output } = values;
  const machine = await loadMachine(context, documentOf(context, values.doc));
  const model = enrich(named(machine.definition, values.name));
  const text = textOf(model, machine, language, optionsOf(values));
  remarkNames(context, model);
  if (output === "-") {
    if (context.json) context.printJson({ language, text });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const path = /\.(ts|py)$/.test(output)
    ? output
    : await inFolder(output, generatedFileName(model, language));
  await refuseOtherCode(path);
  const { realPath, bytes } = await writeAnew(path, text);
  context.remark(`${language} · ${bytes} bytes`);
  if (context.json) context.printJson({ language, path: realPath, bytes });
  else context.print(realPath);
  return EXIT.done;
};

function named(
  definition: LoadedMachine["definition"],
  name: string | undefined,
): LoadedMachine["definition"] {
  return name === undefined ? definition : { ...definition, settings: { ...definition.settings, name } };
}

function optionsOf(
  { runtime, types, force }: {
    readonly runtime: string | undefined;
    readonly types: string | undefined;
    readonly force: boolean;
  },
): GenerateOptions {
  return { force, ...(runtime === undefined ? {} : { runtime }), ...(types === undefined ? {} : { types }) };
}

function textOf(
  model: EnrichedModel,
  machine: LoadedMachine,
  language: CodeLanguage,
  options: GenerateOptions,
): string {
  try {
    return generateCode(model, language, options);
  } catch (error) {
    if (!(error instanceof CodeGenerationError)) throw error;
    throw new LoomError("invalid_definition", refusal(machine, error), { cause: error });
  }
}

/** The error that stops the generator, with its place in the text where the document is JSON. */
function refusal({ path, places }: LoadedMachine, { findings }: CodeGenerationError): string {
  const [first] = findings;
  const pointer = first?.path ?? "";
  const at = places([pointer]).get(pointer);
  const place = at ? `${at.line}:${at.column}` : pointer;
  const others = findings.length > 1 ? ` (the first of ${findings.length} errors)` : "";
  return `No code is generated from ${path}:${place}: ${first?.ruleId}${others}: ${first?.message} ` +
    `Correct it, or give --force.`;
}

/** Names that the code spells in another way than the definition are told. */
function remarkNames(context: Context, model: EnrichedModel): void {
  for (const { ruleId, message } of validate(model, { only: new Set(["W107"]) })) {
    context.remark(`${ruleId}: ${message}`);
  }
}

/** Code that someone has written is not replaced by code that is made. */
async function refuseOtherCode(path: string): Promise<void> {
  // A pipe would be waited for; what cannot be read is told by writing it.
  const isFile = await Deno.stat(path).then((info) => info.isFile, () => false);
  if (!isFile || isGeneratedCode(await Deno.readTextFile(path).catch(() => ""))) return;
  throw new DocumentError(
    "exists",
    `"${path}" was not made by the loom, and would be lost: name another file, or take that one away first.`,
    path,
  );
}

async function inFolder(folder: string, name: string): Promise<string> {
  await makeFolder(folder);
  return join(folder, name);
}
