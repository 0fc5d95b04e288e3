import { type Drawing, DRAWING_FORMATS, type DrawingFormat } from "@loom/bridge/drawing";
import type { PictureError } from "@loom/bridge/picture";
import { didYouMean, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { resolve } from "@std/path";
import { loadMachine } from "../load_document.ts";
import { remarkDiagram } from "../remark_diagram.ts";
import { writeText } from "../write_text.ts";
import { claimPath } from "./claim_path.ts";
import { pathFor, type Placed } from "./destination.ts";
import type { RenderJob } from "./job.ts";

/** What became of a document; it is told as JSON as it stands. */
export interface DrawnDocument {
  /** The document. */
  readonly doc: string;
  /** The format of the drawing. */
  readonly format: DrawingFormat;
  /** The width of a picture: of an SVG in units, of a PNG in pixels. */
  readonly width?: number;
  /** Its height. */
  readonly height?: number;
  /** How long the drawing is. */
  readonly bytes: number;
  /** The file that it is in. */
  readonly path?: string;
  /** The drawing, when it is in no file. */
  readonly text?: string;
  /** Whether nothing was written. */
  readonly dryRun?: true;
  /** The characters of a PNG that no font has. */
  readonly missing?: readonly string[];
}

/** Machines with more states are said to be drawn while that lasts. */
const MANY_STATES = 300;

/**
 * Draws a document of a job, and writes the drawing unless it is for standard output.
 *
 * @throws {LoomError} When it cannot be read, drawn or written.
 */
export async function drawDocument(job: RenderJob, doc: string): Promise<DrawnDocument> {
  const { context, format } = job;
  if (job.docs.length > 1) context.progress(`${job.docs.indexOf(doc) + 1} of ${job.docs.length}  ${doc}`);
  try {
    const machine = await loadMachine(context, doc);
    const { definition } = machine;
    remarkDiagram(context, machine);
    lookAtStates(job, doc, definition);
    const placed = { doc, definition, format, at: job.stamp ? context.io.now() : undefined };
    const path = pathFor(job.destination, placed);
    const realPath = path === undefined ? undefined : await claimPath(job, doc, path);
    const { content, size, missing } = await drawing(job, placed);
    if (missing) context.remark(squaresRemark(doc, missing));
    const about = { doc, format, ...size, ...(missing ? { missing } : {}) };
    if (path === undefined || realPath === undefined) return { ...about, ...asText(content) };
    if (job.dryRun) return { ...about, bytes: bytesOf(content).length, path: realPath, dryRun: true };
    const written = await writeText(path, content, { overwrite: true });
    return { ...about, bytes: written.bytes, path: written.realPath };
  } finally {
    context.progress("");
  }
}

/** As many characters as one line tells. */
const TOLD_CHARACTERS = 12;

function squaresRemark(doc: string, missing: readonly string[]): string {
  const told = missing.slice(0, TOLD_CHARACTERS).join(" ") + (missing.length > TOLD_CHARACTERS ? " …" : "");
  return `${doc}: no font here has ${told}, so that □ stands there: install one that has them, or draw an SVG.`;
}

/** Tells how many states there are, where that means to wait, and which names to highlight are none of theirs. */
function lookAtStates(
  { context, style, docs }: RenderJob,
  doc: string,
  definition: StateMachineDefinition,
): void {
  const names = Array.from(walkStates(definition.state), ({ state }) => String(state.name));
  for (const name of style.active) {
    if (names.includes(name)) continue;
    context.remark(`${doc}: there is no state "${name}" to highlight.${didYouMean(name, names)}`);
  }
  if (docs.length === 1 && names.length > MANY_STATES) context.progress(`Drawing ${names.length} states …`);
}

/** Draws a machine; of a picture that cannot be it tells where one without that limit would be. */
async function drawing(job: RenderJob, placed: Placed): Promise<Drawing> {
  try {
    return await DRAWING_FORMATS[job.format].draw(placed.definition, job.style);
  } catch (error) {
    if (!isPictureError(error)) throw error;
    const path = pathFor(job.destination, { ...placed, format: "svg" }) ?? "";
    const svg = resolve(path.replace(/\.png$/i, ".svg"));
    const { PictureError } = await import("@loom/bridge/picture");
    const message = `"${placed.doc}": ${error.message} With --as svg it would be "${svg}".`;
    throw new PictureError(error.code, message, { cause: error });
  }
}

/** By its name, so that other formats do not load the renderer of pictures. */
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
