import { type DocumentText, filesBeside, type MadeOptions, madeStatus } from "@loom/bridge/document";
import { exchangeOf, readExchange, writerOf } from "@loom/bridge/exchange";
import { convertMachine as convertMachineText, machineWriter } from "@loom/engine";
import {
  aKind,
  type KindName,
  kindOfPath,
  type LeftOut,
  LoomError,
  MACHINE_KIND,
  machineNameFrom,
  type TextRemark,
} from "@loom/protocol";
import { basename, dirname, join } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { loadMachine, readSource, remarkDiagram, STANDARD_INPUT } from "../load_document.ts";
import { outPath } from "../out_path.ts";
import { ReadError } from "../read_json.ts";
import type { CONVERT } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { OVERWRITE_FLAG, sourcesOf, statusLine, writeText } from "../write_text.ts";

type ConvertValues = Parameters<Run<typeof CONVERT>>[1];

/** A document in another format. */
interface Converted {
  readonly format: string;
  readonly endings: readonly [string, ...string[]];
  /** The kind, when the text is a document. */
  readonly document: KindName | undefined;
  readonly text: string;
  readonly remarks: readonly TextRemark[];
  readonly leftOut: readonly LeftOut[];
  /** The documents inside the source, by their paths from this one. */
  readonly parts?: readonly { readonly path: string; readonly text: string }[];
}

/** Writes a document in another format. */
export const convert: Run<typeof CONVERT> = async (context, values) => {
  const { out } = values;
  if (values.check && out === "-") {
    throw new UsageError("--check needs the file to look at: name it with --out.");
  }
  const source = await readSource(context, values.in);
  const path = values.in === STANDARD_INPUT ? "" : values.in;
  const exchange = exchangeOf({ text: source.text, path, format: values.from });
  const { text, format, endings, document, remarks, leftOut, parts = [] } = exchange === undefined
    ? await convertMachine(context, values, source)
    : await convertOther(exchange, values, source);
  remarkDiagram(context, { path: values.in, remarks });
  for (const { message } of leftOut) context.remark(`${values.in}: ${message}`);
  const lost = { remarks, leftOut, ...(parts.length > 0 ? { parts } : {}) };
  if (out === "-") {
    for (const part of parts) {
      context.remark(`${values.in}: give --out to write "${part.path}" too, another machine of this source.`);
    }
    if (context.json) context.printJson({ format, text, ...lost });
    else context.io.stdout.write(text);
    return EXIT.done;
  }
  const target = await outPath(out, endings, () => fileNameOf(values.in, endings[0]));
  const rules: MadeOptions = {
    endings,
    kinds: context.kinds,
    ...(document === undefined ? {} : { document }),
    sources: await sourcesOf([values.in]),
    overwrite: values.overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  };
  if (values.check) return await check(context, { path: target, text, format }, rules);
  const { realPath, bytes } = await writeText(target, text, rules);
  const beside = { ...rules, endings: [".smdf.json"] as const, document: MACHINE_KIND.kind };
  for (const part of parts) {
    const { realPath: path } = await writeText(join(dirname(realPath), part.path), part.text, beside);
    context.remark(`${path} · another machine of this source`);
  }
  context.remark(`${format} · ${bytes} bytes`);
  if (context.json) context.printJson({ format, path: realPath, bytes, ...lost });
  else context.print(realPath);
  return EXIT.done;
};

async function check(
  context: Context,
  { path, text, format }: { readonly path: string; readonly text: string; readonly format: string },
  rules: MadeOptions,
): Promise<ExitCode> {
  const { realPath, status } = await madeStatus(path, text, rules);
  if (context.json) context.printJson({ format, path: realPath, status });
  else if (status !== "current") context.print(statusLine(realPath, status));
  return status === "current" ? EXIT.done : EXIT.problems;
}

async function convertMachine(
  context: Context,
  values: ConvertValues,
  source: DocumentText,
): Promise<Converted> {
  refuseMembers(context, values.in);
  const { name: format, endings } = usage(() =>
    machineWriter(values.to, values.out === "-" ? "" : values.out)
  );
  if (values.dialect !== undefined) {
    throw new UsageError("--dialect is for SQL, which has no state machines.");
  }
  const machine = await loadMachine(context, values.in, { format: values.from, source });
  const file = filesBeside(source.realPath);
  const { text, remarks, leftOut, parts = [] } = await convertMachineText(machine.text, format, {
    from: machine.format,
    path: values.in,
    bare: values.bare,
    ...(file === undefined ? {} : { file }),
    ...(values.in === STANDARD_INPUT ? {} : { name: machineNameFrom(values.in) }),
  });
  return {
    text,
    remarks,
    leftOut,
    parts,
    format,
    endings,
    document: isDocument(format) ? MACHINE_KIND.kind : undefined,
  };
}

/** Refuses a document that is a list of others: it is written in no other format. */
function refuseMembers({ kinds }: Context, path: string): void {
  const kind = kindOfPath(path);
  const row = kinds.rows.find((one) => one.kind === kind);
  if (row?.content?.hasMembers !== true) return;
  throw new UsageError(
    `"${path}" is ${aKind(row)}, which is written in no other format: convert its members one by one, ` +
      `or draw it with "loom render".`,
  );
}

async function convertOther(
  exchange: NonNullable<ReturnType<typeof exchangeOf>>,
  { in: path, from, to, out, dialect }: ConvertValues,
  source: DocumentText,
): Promise<Converted> {
  const writer = usage(() => writerOf(exchange, to, out === "-" ? "" : out));
  const isWritten = writer.dialects !== undefined;
  const name = path === STANDARD_INPUT ? "Diagram" : machineNameFrom(path);
  const read = await readExchange(exchange, {
    text: source.text,
    path: source.path,
    name,
    format: from,
    dialect: isWritten ? undefined : dialect,
  }).catch((error) => {
    throw error instanceof LoomError && error.constructor === LoomError
      ? new ReadError(source.path, error)
      : error;
  });
  const hasDialect = isWritten || exchange.formats.some((one) => one.name === read.format && one.dialects);
  if (dialect !== undefined && !hasDialect) {
    throw new UsageError(`--dialect is for SQL: ${read.format} and ${writer.name} have none.`);
  }
  const { text, leftOut } = writer.write(read.definition, { dialect });
  return {
    text,
    leftOut,
    remarks: read.remarks,
    format: writer.name,
    endings: writer.endings,
    document: writer.isDocument ? exchange.row.kind : undefined,
  };
}

/** Turns a wrong word of the command line into a usage error. */
function usage<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof LoomError && error.code === "unknown_format"
      ? new UsageError(error.message)
      : error;
  }
}

/** True for the formats that documents themselves are kept in. */
function isDocument(format: string): boolean {
  return format === "json" || format === "xml" || format === "mermaid";
}

/** The document's name with the ending of another format. */
function fileNameOf(doc: string, ending: string): string {
  if (doc === STANDARD_INPUT) {
    throw new UsageError("Standard input gives no name to the document: name a file with --out.");
  }
  return basename(doc).replace(/(?:\.(?:sm|er)df)?\.[^.]+$/i, "") + ending;
}
