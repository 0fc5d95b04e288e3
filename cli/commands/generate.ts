import { endsInOne, type MadeOptions, madeStatus } from "@loom/bridge/document";
import { loadInvokedMachines } from "@loom/bridge/system";
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
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { documentOf, type LoadedMachine, loadMachine, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import type { GENERATE } from "../table/read.ts";
import { UsageError } from "../usage_error.ts";
import { watchDocuments } from "../watch_documents.ts";
import { OVERWRITE_FLAG, sourcesOf, statusLine, writeText } from "../write_text.ts";

const ENDINGS: Readonly<Record<CodeLanguage, string>> = { typescript: ".ts", python: ".py" };
const LANGUAGES: readonly CodeLanguage[] = ["typescript", "python"];

type Values = Parameters<Run<typeof GENERATE>>[1];

/** Generates the code of a machine. */
export const generate: Run<typeof GENERATE> = async (context, values) => {
  const { out } = values;
  const doc = documentOf(context, values.doc);
  if (values.check && out === "-") {
    throw new UsageError("--check needs the file to look at: name it with --out.");
  }
  if (values.watch) return await generateAgain(context, values, doc);
  const code = await codeOf(context, values, doc);
  if (out === "-") {
    const { language, text } = code;
    if (context.json) context.printJson({ language, text });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  if (values.check) return await check(context, await targetOf(context, values, doc, code));
  const written = await write(context, await targetOf(context, values, doc, code));
  if (context.json) context.printJson(written);
  else context.print(written.path);
  return EXIT.done;
};

/** Generates now and each time the document changes. */
async function generateAgain(context: Context, values: Values, doc: string): Promise<ExitCode> {
  if (values.out === "-" || values.check) {
    throw new UsageError("--watch writes a file again and again: name it with --out, and leave --check out.");
  }
  if (doc === STANDARD_INPUT) throw new UsageError("--watch needs a document with a path.");
  return await watchDocuments(context, [doc], async () => {
    const code = await codeOf(context, values, doc);
    const written = await write(context, await targetOf(context, values, doc, code));
    context.io.stdout.write((context.json ? JSON.stringify(written) : written.path) + "\n");
    return EXIT.done;
  }, { tellsChanges: false });
}

/** Generated code. */
interface Code {
  readonly language: CodeLanguage;
  readonly endings: readonly string[];
  readonly text: string;
  readonly model: EnrichedModel;
}

async function codeOf(context: Context, values: Values, doc: string): Promise<Code> {
  const { language, endings } = languageOf(values.language, values.out);
  const machine = await loadMachine(context, doc);
  const model = enrich(named(machine.definition, values.name));
  const { definition, parts } = machine;
  const isAlone = doc === STANDARD_INPUT && parts === undefined;
  const { machines } = isAlone ? { machines: {} } : await loadInvokedMachines(doc, definition, { parts });
  const text = textOf(model, machine, language, { ...optionsOf(values), machines });
  remarkNames(context, model);
  return { language, endings, text, model };
}

/** The file that code belongs into. */
interface Target extends Pick<Code, "language" | "text"> {
  readonly path: string;
  readonly rules: MadeOptions;
}

async function targetOf(
  { kinds }: Context,
  { out, overwrite }: Values,
  doc: string,
  { language, endings, text, model }: Code,
): Promise<Target> {
  const path = await outPath(out, endings, () => generatedFileName(model, language));
  const sources = await sourcesOf([doc]);
  const rules = {
    endings,
    kinds,
    sources,
    overwrite,
    overwriteFlag: OVERWRITE_FLAG,
    isOurs: isGeneratedCode,
  };
  return { language, text, path, rules };
}

async function write(
  context: Context,
  { path, text, language, rules }: Target,
): Promise<{ language: CodeLanguage; path: string; bytes: number }> {
  const { realPath, bytes } = await writeText(path, text, rules);
  context.remark(`${language} · ${bytes} bytes`);
  return { language, path: realPath, bytes };
}

/** The language that was asked for, else that of the ending of `--out`. */
function languageOf(
  wanted: CodeLanguage | undefined,
  out: string,
): { readonly language: CodeLanguage; readonly endings: readonly string[] } {
  const named = LANGUAGES.find((language) => endsInOne(out, [ENDINGS[language]]));
  const endings = wanted === undefined ? LANGUAGES.map((language) => ENDINGS[language]) : [ENDINGS[wanted]];
  return { language: wanted ?? named ?? "typescript", endings };
}

async function check(context: Context, { path, text, language, rules }: Target): Promise<ExitCode> {
  const { realPath, status } = await madeStatus(path, text, rules);
  if (context.json) context.printJson({ language, path: realPath, status });
  else if (status !== "current") context.print(statusLine(realPath, status));
  return status === "current" ? EXIT.done : EXIT.problems;
}

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
