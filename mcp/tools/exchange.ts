import { ERD_EXCHANGE, type Exchange, EXCHANGES, readExchange, writerOf } from "@loom/bridge/exchange";
import { convertMachine, lossesOfJson, machineWriter, readableFormats } from "@loom/engine";
import {
  collectAllStates,
  collectEventIds,
  type KindName,
  LoomError,
  MACHINE_KIND,
  machineNameFrom,
  orList,
  type TextRemark,
} from "@loom/protocol";
import { basename } from "@std/path";
import * as z from "zod";
import type { Session } from "../session/session.ts";
import { refuseLocked, wrongKind } from "../session/document_errors.ts";
import { defineTool, ToolError } from "../tool.ts";
import { changeAnswer, DRY_RUN, EDIT_OUTPUT } from "./edit_answer.ts";
import { exportFile } from "./export_file.ts";
import { machineIn, readFileText } from "./read_machine_file.ts";

/** A text that is longer is written into a file only. */
const MOST_CHARACTERS = 100_000;

/** The document in another format. */
interface Exported {
  readonly content: string;
  readonly lost: readonly string[];
  readonly endings: readonly string[];
  readonly document: KindName | undefined;
}

/** Writes the document in another format. */
export const EXPORT_DEFINITION = defineTool({
  name: "export_definition",
  title: "Export definition",
  description: "Exports scxml, xstate, asl, sql, dbml, typescript and more.",
  toolset: "exchange",
  effect: "export",
  input: {
    format: z.string(),
    dialect: z.string().optional(),
    path: z.string().optional(),
    overwrite: z.boolean().optional(),
  },
  output: { bytes: z.number() },
  async run({ format, dialect, path, overwrite }, { session }) {
    const { content, lost: more, endings, document } = await exported(session, format, dialect);
    const lost = more.length === 0 ? {} : { left_out: more };
    if (path !== undefined) {
      refuseLocked(session, " Leave path out, and the answer has the text.");
      const { realPath, bytes } = await exportFile(session, path, content, {
        endings,
        ...(document === undefined ? {} : { document }),
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

async function exported(session: Session, format: string, dialect: string | undefined): Promise<Exported> {
  const { row, text, definition } = await session.read();
  const exchange = exchangeFor(session, row.kind);
  if (exchange === undefined) {
    const { name, endings } = asToolError("", () => machineWriter(format));
    refuseDialect(dialect);
    const { text: content, remarks, leftOut } = await convertMachine(text, name, { from: "json" });
    return {
      content,
      lost: [...remarks, ...leftOut].map(({ message }) => message),
      endings,
      document: name === "json" || name === "xml" || name === "mermaid" ? MACHINE_KIND.kind : undefined,
    };
  }
  const writer = asToolError("", () => writerOf(exchange, format));
  refuseDialect(dialect, writer.dialects);
  const { text: content, leftOut } = writer.write(definition, { dialect });
  return {
    content,
    lost: leftOut.map(({ message }) => message),
    endings: writer.endings,
    document: writer.isDocument ? row.kind : undefined,
  };
}

/** A document that was read from another format. */
interface Imported {
  readonly definition: object;
  readonly remarks: readonly TextRemark[];
  readonly from: string;
  /** The numbers of its parts. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Takes a document over from another format. */
export const IMPORT_DEFINITION = defineTool({
  name: "import_definition",
  title: "Import definition",
  description: "Imports another format into the active document.",
  toolset: "exchange",
  effect: "remove",
  input: {
    text: z.string().optional(),
    path: z.string().optional(),
    format: z.string().optional(),
    dialect: z.string().optional(),
    overwrite: z.boolean().optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  async run({ text, path, format, dialect, overwrite, dry_run: dryRun }, { session, signal }) {
    const source = await sourceOf(session, text, path);
    const { kind } = session.row;
    const exchange = exchangeFor(session, kind);
    const request = { source, path, format, dialect };
    const { definition, remarks, from, counts } = exchange === undefined
      ? await importMachine(session, request)
      : await importOther(session, exchange, request);
    const edited = await session.writeWhole(definition, { overwrite, dryRun, signal, kind });
    const words = Object.entries(counts).map(([part, count]) => `${count} ${part}`).join(" and ");
    const { text: done, more = [], data } = changeAnswer(
      edited,
      () => `Took over ${words} from ${from} into "${edited.path}".`,
    );
    return {
      text: done,
      more: [...remarks.map(({ line, column, message }) => `${line}:${column}: ${message}`), ...more],
      data: { ...data, ...counts, remarks: remarks.map((remark) => ({ ...remark })) },
    };
  },
});

/** The request to read a text. */
interface ImportRequest {
  readonly source: string;
  readonly path: string | undefined;
  readonly format: string | undefined;
  readonly dialect: string | undefined;
}

async function importMachine(
  session: Session,
  { source, path, format, dialect }: ImportRequest,
): Promise<Imported> {
  refuseDialect(dialect);
  const options = {
    from: format,
    ...(path === undefined ? {} : { path }),
    name: machineNameFrom(path ?? session.path),
  };
  const advice = `Nothing was written: mend it, or give format (${readableFormats().join(", ")}).`;
  const { definition, remarks, parts = [], format: from } = await machineIn(
    source,
    options,
    path ?? "text",
    advice,
  );
  return {
    definition,
    remarks: from === "json" ? lossesOfJson(source) : [...remarks, ...parts.map(notImported)],
    from,
    counts: {
      states: collectAllStates(definition.state).length,
      events: collectEventIds(definition).length,
    },
  };
}

/** A machine inside another, which needs a file of its own. */
function notImported({ path }: { readonly path: string }): TextRemark {
  const message =
    `The machine "${path}" of the same text was not written: "loom convert" with --out writes it too.`;
  return { code: "left_out", message, line: 1, column: 1 };
}

async function importOther(
  session: Session,
  exchange: Exchange,
  { source, path, format, dialect }: ImportRequest,
): Promise<Imported> {
  const name = machineNameFrom(path ?? session.path);
  const read = await readExchange(exchange, { text: source, path: path ?? "text", name, format, dialect })
    .catch((cause) =>
      asToolError(" Nothing was written.", () => {
        throw cause;
      })
    );
  refuseDialect(dialect, exchange.formats.find((one) => one.name === read.format)?.dialects);
  const counts = Object.entries(read.definition).flatMap(([part, value]) =>
    Array.isArray(value) ? [[part, value.length] as const] : []
  );
  return { ...read, from: read.format, counts: Object.fromEntries(counts) };
}

/** The formats of a kind; `undefined` for machines, which have their own converter. */
function exchangeFor(session: Session, kind: KindName): Exchange | undefined {
  if (kind === MACHINE_KIND.kind) return undefined;
  const found = EXCHANGES.find(({ row }) => row.kind === kind);
  if (found !== undefined) return found;
  throw wrongKind(session.path, session.row, session.kinds.named(MACHINE_KIND.kind) ?? ERD_EXCHANGE.row);
}

function refuseDialect(dialect: string | undefined, dialects: readonly string[] = []): void {
  if (dialect === undefined || dialects.includes(dialect)) return;
  const advice = dialects.length === 0 ? "dialect is for SQL only: leave it out" : `give ${orList(dialects)}`;
  throw new ToolError("bad_parameter", `There is no dialect ${JSON.stringify(dialect)} here: ${advice}.`);
}

function asToolError<Value>(advice: string, work: () => Value): Value {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof LoomError)) throw cause;
    throw new ToolError(cause.code, cause.message + advice, { cause });
  }
}

async function sourceOf(
  session: Session,
  text: string | undefined,
  path: string | undefined,
): Promise<string> {
  if (text !== undefined && path === undefined) return text;
  if (text === undefined && path !== undefined) return await readFileText(session, path);
  throw new ToolError("bad_parameter", "import_definition takes either text or path: give one of them.");
}

/** The tools that exchange documents with other programs. */
export const EXCHANGE_TOOLS = [EXPORT_DEFINITION, IMPORT_DEFINITION] as const;
