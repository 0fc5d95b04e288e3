import { checkMade, type MadeOptions, type MadeStatus, madeStatus, readLayout } from "@loom/bridge/document";
import {
  type Drawing,
  DRAWING_FORMATS,
  drawingEndings,
  type DrawingFormat,
  fontsToAdd,
  sharesName,
} from "@loom/bridge/drawing";
import type { PictureError } from "@loom/bridge/picture";
import {
  type AnyKind,
  type Arrangement,
  didYouMean,
  type JsonObject,
  type PictureStyle,
  pluralOf,
} from "@loom/protocol";
import { resolve } from "@std/path";
import {
  linksOf,
  loadDocument,
  type LoadedDocument,
  remarkDiagram,
  STANDARD_INPUT,
} from "../load_document.ts";
import { isOpenEnded, OVERWRITE_FLAG, writeText } from "../write_text.ts";
import { pathFor, type Placed } from "./destination.ts";
import type { RenderJob } from "./job.ts";
import { UsageError } from "../usage_error.ts";

/** The drawing of a document, as JSON reports show it. */
export interface DrawnDocument {
  /** The document. */
  readonly doc: string;
  /** The format of the drawing. */
  readonly format: DrawingFormat;
  /** The width of a picture: of an SVG in units, of a PNG in pixels. */
  readonly width?: number;
  /** Its height. */
  readonly height?: number;
  /** The length of the drawing. */
  readonly bytes: number;
  /** The file of the drawing. */
  readonly path?: string;
  /** The drawing, when it is in no file. */
  readonly text?: string;
  /** True when nothing was written. */
  readonly dryRun?: true;
  /** With `--check`: how the file compares with the drawing. */
  readonly status?: MadeStatus;
  /** The characters of a PNG that no font has. */
  readonly missing?: readonly string[];
}

/** Drawings of more elements show their progress. */
const MANY_ELEMENTS = 300;

/**
 * Draws a document of a job, and writes the drawing unless it is for standard output.
 *
 * @throws {LoomError} When it cannot be read, drawn or written.
 */
export async function drawDocument(job: RenderJob, doc: string): Promise<DrawnDocument> {
  const { context, format } = job;
  if (job.docs.length > 1) context.progress(`${job.docs.indexOf(doc) + 1} of ${job.docs.length}  ${doc}`);
  try {
    const document = await loadDocument(context, doc);
    const { row, definition } = document;
    remarkDiagram(context, document);
    remarkElements(job, doc, row, definition);
    const isShared = doc !== STANDARD_INPUT && await sharesName(doc, row, context.kinds);
    const placed = { doc, row, definition, format, at: job.stamp ? context.io.now() : undefined, isShared };
    const path = pathFor(job.destination, placed);
    const realPath = path === undefined ? undefined : await claimPath(job, doc, path);
    const links = await linksOf(document);
    const arrangement = await arrangementOf(job, doc);
    const { content, size, missing, shrunkTo } = await drawing(
      { ...job, style: { ...job.style, links, arrangement, ...await overlayOf(job, document) } },
      placed,
    );
    if (shrunkTo !== undefined) {
      context.remark(`${doc}: drawn at scale ${shrunkTo}, since a PNG has at most 64 megapixels.`);
    }
    if (missing) context.remark(squaresRemark(doc, missing));
    const about = { doc, format, ...size, ...(missing ? { missing } : {}) };
    if (path === undefined || realPath === undefined) return { ...about, ...asText(content) };
    return { ...about, ...await put(job, { path, realPath }, content) };
  } finally {
    context.progress("");
  }
}

/** The marks that a job asks to draw over a document. */
async function overlayOf(job: RenderJob, document: LoadedDocument): Promise<Partial<PictureStyle>> {
  const isPlain = Object.values(job.overlay).every((value) => value === undefined || value === false);
  // Lazy import: overlays run machines and their tests.
  return isPlain ? {} : (await import("./overlay.ts")).overlayOf(job, document);
}

/** The arrangement that is kept for a document; one that cannot be read is told, and counts for nothing. */
async function arrangementOf(
  { context, isArranged }: RenderJob,
  doc: string,
): Promise<Arrangement | undefined> {
  if (!isArranged || doc === STANDARD_INPUT) return undefined;
  const { path, arrangement, problem } = await readLayout(doc);
  if (problem !== undefined) context.remark(`${path} is left out of account: ${problem}`);
  return arrangement;
}

/** Writes a drawing, or does what the job does instead. */
async function put(
  job: RenderJob,
  { path, realPath }: { readonly path: string; readonly realPath: string },
  content: string | Uint8Array,
): Promise<Pick<DrawnDocument, "bytes" | "path" | "dryRun" | "status">> {
  const { length: bytes } = bytesOf(content);
  const rules = rulesOf(job);
  if (job.check) {
    const { status } = await madeStatus(path, content, rules);
    return { bytes, path: realPath, status };
  }
  if (job.dryRun) {
    await checkMade(path, content, rules);
    return { bytes, path: realPath, dryRun: true };
  }
  const written = await writeText(path, content, rules);
  return { bytes: written.bytes, path: written.realPath };
}

/** The most characters that one remark lists. */
const MOST_CHARACTERS = 12;

function squaresRemark(doc: string, missing: readonly string[]): string {
  const listed = missing.slice(0, MOST_CHARACTERS).join(" ") + (missing.length > MOST_CHARACTERS ? " …" : "");
  const fonts = fontsToAdd(missing).join(" ");
  const remedy = fonts === ""
    ? "install a font that has them"
    : `"loom fonts add ${fonts}" gets what they need`;
  return `${doc}: no font here has ${listed}, so that □ stands there: ${remedy}, or draw an SVG.`;
}

/** Reports names to highlight that the document does not have, and the number of elements where drawing takes long. */
function remarkElements(
  { context, style, docs }: RenderJob,
  doc: string,
  row: AnyKind,
  definition: JsonObject,
): void {
  const elements = row.content?.elements(definition) ?? [];
  // The elements that pictures highlight are those of the first type.
  const type = elements[0]?.type;
  const names = elements.flatMap((element) => element.type === type ? [element.name] : []);
  for (const name of style.active) {
    if (names.includes(name)) continue;
    context.remark(
      `${doc}: there is no ${type ?? "element"} "${name}" to highlight.${didYouMean(name, names)}`,
    );
  }
  if (docs.length === 1 && names.length > MANY_ELEMENTS) {
    context.progress(`Drawing ${names.length} ${pluralOf(type ?? "element")} …`);
  }
}

/** Draws a document; the error of a PNG that is too large names the file that an SVG would have. */
async function drawing(job: RenderJob, placed: Placed): Promise<Drawing> {
  try {
    return await DRAWING_FORMATS[job.format].draw(placed.row, placed.definition, job.style);
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const path = pathFor(job.destination, { ...placed, format: "svg" }) ?? "";
    const svg = resolve(path.replace(/\.png$/i, ".svg"));
    const { PictureError } = await import("@loom/bridge/picture");
    const message = `"${placed.doc}": ${error.message} With --as svg it would be "${svg}".`;
    throw new PictureError(error.code, message, { cause: error });
  }
}

/** Tells the error by its name, so that other formats do not load the renderer. */
function isPictureError(error: unknown): error is PictureError {
  return error instanceof Error && error.name === "PictureError";
}

function asText(content: string | Uint8Array): { bytes: number; text: string } {
  const bytes = bytesOf(content);
  return { bytes: bytes.length, text: new TextDecoder().decode(bytes) };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** The rules about files of a job. */
export function rulesOf({ context, as, sources, overwrite }: RenderJob): MadeOptions {
  return {
    endings: drawingEndings(as),
    kinds: context.kinds,
    sources,
    overwrite,
    overwriteFlag: OVERWRITE_FLAG,
  };
}

/**
 * Takes a path for the drawing of a document.
 *
 * @returns The path without any symbolic link.
 * @throws {UsageError} When another document of the job took the path.
 * @throws {DocumentError} When a document is or could be there, the ending does not fit, or no file can be there.
 */
async function claimPath(job: RenderJob, doc: string, path: string): Promise<string> {
  const realPath = await isOpenEnded(path) ? path : await checkMade(path, undefined, rulesOf(job));
  const other = job.claimed.get(realPath) ?? doc;
  if (other !== doc) {
    throw new UsageError(`"${doc}" and "${other}" would both be drawn into "${path}": draw them apart.`);
  }
  job.claimed.set(realPath, doc);
  return realPath;
}
