import { endsInOne, type MadeOptions, madeStatus } from "@loom/bridge/document";
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
import { documentOf, type LoadedMachine, loadMachine } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import type { GENERATE } from "../table/read.ts";
import { UsageError } from "../usage_error.ts";
import { OVERWRITE_FLAG, sourcesOf, statusLine, writeText } from "../write_text.ts";

const ENDINGS: Readonly<Record<CodeLanguage, string>> = { typescript: ".ts", python: ".py" };
const LANGUAGES: readonly CodeLanguage[] = ["typescript", "python"];

/** Generates the code of a machine. */
export const generate: Run<typeof GENERATE> = async (context, values) => {
  const { out } = values;
  const doc = documentOf(context, values.doc);
  if (values.check && out === "-") {
    throw new UsageError("--check needs the file to look at: name it with --out.");
  }
  const { language, endings } = languageOf(values.language, out);
  const machine = await loadMachine(context, doc);
  const model = enrich(named(machine.definition, values.name));
  const text = textOf(model, machine, language, optionsOf(values));
  remarkNames(context, model);
  if (out === "-") {
    if (context.json) context.printJson({ language, text });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const path = await outPath(out, endings, () => generatedFileName(model, language));
  const rules: MadeOptions = {
    endings,
    kinds: context.kinds,
    sources: await sourcesOf([doc]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
    isOurs: isGeneratedCode,
  };
  if (values.check) return await check(context, { path, text, language }, rules);
  const { realPath, bytes } = await writeText(path, text, rules);
  context.remark(`${language} · ${bytes} bytes`);
  if (context.json) context.printJson({ language, path: realPath, bytes });
  else context.print(realPath);
  return EXIT.done;
};

/** The language that was asked for, else that of the ending of `--out`. */
function languageOf(
  wanted: CodeLanguage | undefined,
  out: string,
): { readonly language: CodeLanguage; readonly endings: readonly string[] } {
  const named = LANGUAGES.find((language) => endsInOne(out, [ENDINGS[language]]));
  const endings = wanted === undefined ? LANGUAGES.map((language) => ENDINGS[language]) : [ENDINGS[wanted]];
  return { language: wanted ?? named ?? "typescript", endings };
}

async function check(
  context: Context,
  { path, text, language }: { readonly path: string; readonly text: string; readonly language: CodeLanguage },
  rules: MadeOptions,
): Promise<ExitCode> {
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
