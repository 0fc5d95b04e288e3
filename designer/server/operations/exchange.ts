import { DRAWING_DEFAULTS, DRAWING_FORMATS, type DrawingFormat, drawUnblocked } from "@loom/bridge/drawing";
import { exchangeOf, EXCHANGES, readExchange, writerOf } from "@loom/bridge/exchange";
import { MACHINE_FORMATS, machineWriter, readMachine } from "@loom/engine";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  isObject,
  type JsonObject,
  LoomError,
  MACHINE_KIND,
  machineNameFrom,
  type StateMachineDefinition,
} from "@loom/protocol";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { DRAWING_TIMEOUT } from "../page_picture.ts";
import { json, text } from "../respond.ts";
import type { Route } from "../route.ts";

/** The media types of pictures; other formats are plain text. */
const MEDIA: Readonly<Record<string, string>> = { svg: "image/svg+xml", png: "image/png" };

/** Writes the document of a request in a format of its kind: a picture, a text, or the format of another program. */
export const exportDocument: Route["run"] = async ({ request }) => {
  const { definition: given, format, theme, notation, title } = await readJsonBody(request, DOCUMENT_LIMITS);
  const { row, definition } = documentIn(given);
  if (typeof format !== "string") throw new HttpError(400, "bad_body", "format is no text: name a format.");
  return await answering(async () => {
    const content = isDrawing(format)
      ? await drawn(row, definition, format, { theme, notation, title })
      : await written(row, definition, format);
    return text(content, MEDIA[format] ?? "text/plain; charset=utf-8");
  });
};

/** Reads a text in any format as a document. */
export const importDocument: Route["run"] = async ({ request }) => {
  const { text: source, name: path } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (typeof source !== "string" || typeof path !== "string") {
    throw new HttpError(400, "bad_body", "text or name is no text: send the text of a file and its name.");
  }
  return await answering(async () => {
    const name = machineNameFrom(path);
    const exchange = exchangeOf({ text: source, path, format: undefined });
    const read = exchange === undefined
      ? { kind: MACHINE_KIND.kind, ...await readMachine(source, { path, name }) }
      : await readExchange(exchange, { text: source, path, name });
    const { kind, format, definition, remarks } = read;
    return json(200, { kind, format, definition, remarks: remarks.map(({ message }) => message) });
  });
};

function isDrawing(format: string): format is DrawingFormat {
  return Object.hasOwn(DRAWING_FORMATS, format);
}

interface DrawnStyle {
  readonly theme: unknown;
  readonly notation: unknown;
  readonly title: unknown;
}

async function drawn(
  row: AnyKind,
  definition: JsonObject,
  format: DrawingFormat,
  { theme, notation, title }: DrawnStyle,
): Promise<string | Uint8Array> {
  const style = {
    ...DRAWING_DEFAULTS,
    actions: true,
    theme: theme === "dark" ? "dark" as const : "light" as const,
    shrink: true,
    ...(typeof notation === "string" ? { notation } : {}),
    ...(typeof title === "string" ? { title } : {}),
  };
  return (await drawUnblocked({ row, definition, format, style }, AbortSignal.timeout(DRAWING_TIMEOUT)))
    .content;
}

async function written(row: AnyKind, definition: JsonObject, format: string): Promise<string> {
  const exchange = EXCHANGES.find((one) => one.row.kind === row.kind);
  if (exchange !== undefined) return writerOf(exchange, format).write(definition, {}).text;
  const { name } = machineWriter(format);
  const writer = MACHINE_FORMATS.find((one) => one.name === name);
  if (row.kind !== MACHINE_KIND.kind || writer?.write === undefined) {
    throw new HttpError(422, "unknown_format", `${format} is no format that this document is written in.`);
  }
  // The kind of the row says that it is one.
  return (await writer.write(definition as object as StateMachineDefinition)).text;
}

/** The document in a request, of a kind that its content need not tell where the request names it. */
export function documentIn(
  given: unknown,
  kind?: unknown,
): { readonly row: AnyKind; readonly definition: JsonObject } {
  const named = typeof kind === "string" ? LOOM_KINDS.named(kind) : undefined;
  if (named !== undefined && isObject(given)) return { row: named, definition: given as JsonObject };
  const definition = LOOM_KINDS.unwrap(given);
  const row = isObject(definition) ? LOOM_KINDS.ofDocument(definition) : undefined;
  if (row !== undefined) return { row, definition: definition as JsonObject };
  throw new HttpError(400, "bad_body", "definition is no document: send one as an object.");
}

/** Answers, or tells why the document cannot be written or read. */
async function answering(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LoomError) || error instanceof HttpError) throw error;
    throw new HttpError(422, error.code, error.message);
  }
}
