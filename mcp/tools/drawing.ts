import {
  type Drawing,
  DRAWING_DEFAULTS,
  drawingEndings,
  drawingFileName,
  type DrawingFormat,
  type DrawingStyle,
  drawUnblocked,
  fontsToAdd,
  notationOf,
  sharesName,
  showFile,
} from "@loom/bridge/drawing";
import {
  didYouMean,
  type DocumentElement,
  findingsOverlay,
  type KindTable,
  listOf,
  LoomError,
  markedElements,
  type PictureOverlay,
  type Pictures,
  type PictureStyle,
  pictureStyle,
  type PictureValues,
  pictureValues,
  renewedArrangement,
  showsFindings,
} from "@loom/protocol";
import { basename, dirname, join } from "@std/path";
import * as z from "zod";
import { defineTool, type ToolAnswer, ToolError } from "../tool.ts";
import { type Document, editLayout, readLayout, removeLayout } from "@loom/bridge/document";
import { overlaidMachine, walkOverlay } from "@loom/engine";
import { mapLinks } from "@loom/bridge/system";
import { contentOf } from "./kind_content.ts";
import { checkExport, exportFile } from "./export_file.ts";
import type { Session } from "../session/session.ts";

/** An image in an answer has at most so many bytes. */
const MOST_IMAGE_BYTES = 1_500_000;
/** A picture as text has at most so many characters; drawings in characters are shorter by nature. */
const MOST_SVG_CHARACTERS = 16_000;
const MOST_TEXT_CHARACTERS = 40_000;
/** The most pixels of the longer side of a PNG whose scale is not given: as many as an agent can look at. */
const FIT = 2_000;
/** Limits of a scale; checked before anything is drawn. */
const SCALE = { min: 0.1, max: 8 };

/** Media types of the formats. */
const MIME_TYPES: Readonly<Record<DrawingFormat, string>> = {
  png: "image/png",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  html: "text/html",
  mermaid: "text/vnd.mermaid",
  ascii: "text/plain",
  d2: "text/plain",
  dot: "text/vnd.graphviz",
  plantuml: "text/plain",
  drawio: "application/vnd.jgraph.mxfile",
};

/** As many characters that no font has as are told. */
const TOLD_CHARACTERS = 12;

/** The request of a drawing. */
interface Wish {
  readonly format: DrawingFormat;
  readonly path?: string | undefined;
  readonly stamp?: boolean | undefined;
}

/** Facts about a written drawing for the answer. */
interface DrawnData extends Record<string, unknown> {
  path: string;
  bytes: number;
  width?: number;
  height?: number;
  /** The characters that no font has. */
  missing?: readonly string[];
}

/** Draws the machine into a file, and shows it. */
export const RENDER_DIAGRAM = defineTool({
  name: "render_diagram",
  title: "Render diagram",
  description: "Draws the machine into a file and shows it.",
  toolset: "generate",
  effect: "export",
  input: {
    format: z.enum(["png", "svg", "pdf", "html", "mermaid", "ascii", "d2", "dot", "plantuml", "drawio"])
      .optional(),
    path: z.string().optional(),
    scale: z.number().optional(),
    theme: z.enum(["dark", "light", "auto"]).optional(),
    notation: z.string().optional(),
    style: z.record(z.string(), z.string()).optional(),
    stamp: z.boolean().optional(),
    open: z.boolean().optional(),
    active: z.array(z.string()).optional(),
    overwrite: z.boolean().optional(),
  },
  output: { path: z.string(), bytes: z.number() },
  async run(values, { session, signal, progress }) {
    const { format = "png", open = false } = values;
    const wished = styleOf(values);
    if (open && session.options.isRemote) {
      throw new ToolError("not_here", "A client over HTTP opens nothing on this machine: leave open out.");
    }
    const document = await session.read();
    refuseUnknownNames(contentOf(session, document).elements(document.definition), wished.active);
    const notation = notationOf(document.row, values.notation);
    const { root } = session.options;
    const links = await mapLinks(document.path, document.definition, { root });
    const { arrange, ...others } = values.style ?? {};
    const words = pictureValues(others);
    if (arrange !== undefined) {
      await keepArrangement(session, document, contentOf(session, document).pictures, arrange, words, {
        notation,
        links,
      });
    }
    const { arrangement } = await readLayout(document.path, { root });
    const overlay = showsFindings(words)
      ? findingsOf(session, document)
      : walkOf(document, listOf(words.walk));
    // What was just arranged has its direction and its space in the file.
    const asked = pictureStyle(
      arrange === undefined ? words : { ...words, direction: undefined, fit: undefined },
    );
    const style = { ...wished, ...asked, arrangement, overlay, notation, links };
    const wish = { ...values, format };
    const target = await targetOf(document, wish, session.kinds);
    const rules = { endings: drawingEndings(format), overwrite: values.overwrite };
    await checkExport(session, target, rules);
    progress(0, 2, `Drawing ${format}`);
    const { content, size, missing } = await drawing(session, document, wish, style, signal);
    signal.throwIfAborted();
    progress(1, 2, "Writing the file");
    const { realPath, bytes } = await exportFile(session, target, content, rules);
    progress(2, 2, "Done");
    const data = { path: realPath, bytes, ...size, ...(missing ? { missing } : {}) };
    const isFitted = style.fit !== undefined && Math.max(size?.width ?? 0, size?.height ?? 0) >= style.fit;
    const remark = format === "png" && isFitted ? ` — fitted to ${FIT} pixels: scale gives another size` : "";
    return answer(format, content, data, `${remark}${open ? shown(realPath) : ""}`);
  },
});

/**
 * Keeps the picture's arrangement in the document's layout file, as `loom arrange` does, or removes the file.
 *
 * @param word `keep` or `remove`.
 */
async function keepArrangement(
  { options: { root } }: Session,
  { path, definition }: Document,
  pictures: Pictures,
  word: string,
  { direction, fit }: PictureValues,
  style: Pick<PictureStyle, "notation" | "links">,
): Promise<void> {
  if (word === "remove") await removeLayout(path, { root });
  else if (word === "keep") {
    const { direction: way } = pictureStyle({ direction, fit });
    const patch = {
      ...(way === undefined ? {} : { direction: way === "auto" ? null : way }),
      ...(typeof fit === "string" ? { fit } : {}),
    };
    await editLayout(path, (now) => renewedArrangement(pictures, definition, now, patch, style), { root });
  } else {throw new ToolError(
      "bad_style",
      `style.arrange is keep or remove, and ${JSON.stringify(word)} is neither.`,
    );}
}

function findingsOf(session: Session, document: Document): PictureOverlay {
  const content = contentOf(session, document);
  const { definition } = document;
  return findingsOverlay(markedElements(content, definition, {}), content.findings(definition));
}

/** The overlay of a walk; `undefined` without steps. */
function walkOf({ row, definition }: Document, steps: readonly string[]): PictureOverlay | undefined {
  return steps.length === 0 ? undefined : walkOverlay(overlaidMachine(row, definition), steps);
}

function styleOf(
  { scale, theme = "auto", active = [] }: {
    readonly scale?: number | undefined;
    readonly theme?: "dark" | "light" | "auto" | undefined;
    readonly active?: readonly string[] | undefined;
  },
): DrawingStyle {
  const style = { ...DRAWING_DEFAULTS, theme, active: new Set(active) };
  if (scale === undefined) return { ...style, fit: FIT };
  if (!(scale >= SCALE.min && scale <= SCALE.max)) {
    throw new ToolError("bad_scale", `scale must be from ${SCALE.min} to ${SCALE.max}, and ${scale} is not.`);
  }
  return { ...style, scale };
}

function refuseUnknownNames(elements: readonly DocumentElement[], active: ReadonlySet<string>): void {
  // The elements that pictures highlight are those of the first type.
  const type = elements[0]?.type ?? "element";
  const names = elements.flatMap((element) => element.type === type ? [element.name] : []);
  for (const name of active) {
    if (names.includes(name)) continue;
    throw new ToolError(
      "unknown_name",
      `There is no ${type} "${name}" to highlight.${didYouMean(name, names)} get_definition shows all.`,
    );
  }
}

/** Path of the drawing: the given one, else beside the document. */
async function targetOf({ path, row, definition }: Document, wish: Wish, kinds: KindTable): Promise<string> {
  if (wish.path !== undefined) return wish.path;
  const at = wish.stamp ? new Date() : undefined;
  return join(
    dirname(path),
    drawingFileName({
      doc: path,
      row,
      definition,
      format: wish.format,
      at,
      isShared: await sharesName(path, row, kinds),
    }),
  );
}

/** Draws; of a picture that cannot be it tells where one without that limit would be. */
async function drawing(
  session: Session,
  document: Document,
  { format, ...wish }: Wish,
  style: DrawingStyle,
  signal: AbortSignal,
): Promise<Drawing> {
  const { row, definition } = document;
  try {
    return await drawUnblocked({ format, row, definition, style }, signal);
  } catch (cause) {
    if (!(cause instanceof LoomError) || format !== "png") throw cause;
    const asSvg = { ...wish, format: "svg", path: wish.path?.replace(/\.png$/i, ".svg") } as const;
    const svg = await targetOf(document, asSvg, session.kinds);
    const place = await session.resolve(svg).catch(() => svg);
    // The scale has been looked at, and the SVG is our own: only its size is the machine's fault.
    const code = cause.code === "too_large" ? cause.code : "defect";
    throw new ToolError(code, `png: ${cause.message} With format "svg" it would be "${place}".`, {
      cause,
    });
  }
}

/** The remark about showing a drawing. */
function shown(path: string): string {
  try {
    showFile(path);
    return " — opened";
  } catch {
    return " — no viewer could be started";
  }
}

function answer(
  format: DrawingFormat,
  content: string | Uint8Array,
  data: DrawnData,
  opened: string,
): ToolAnswer<DrawnData> {
  const size = data.width === undefined ? "" : `, ${data.width}×${data.height}`;
  const squares = data.missing === undefined
    ? ""
    : `. No font here has ${data.missing.slice(0, TOLD_CHARACTERS).join(" ")}, so that □ stands there: ${
      fontRemedy(data.missing)
    }, or draw an SVG`;
  const text = `${basename(data.path)} → ${data.path} (${data.bytes} bytes${size})${opened}${squares}`;
  const link = { path: data.path, mimeType: MIME_TYPES[format] };
  if (typeof content !== "string") {
    const isSmall = format === "png" && content.length <= MOST_IMAGE_BYTES;
    return { text, link, data, ...(isSmall ? { image: { data: content, mimeType: "image/png" } } : {}) };
  }
  const most = format === "svg" ? MOST_SVG_CHARACTERS : MOST_TEXT_CHARACTERS;
  if (content.length > most) return { text: `${text}. It is too long to be shown here.`, link, data };
  return { text, more: [content], link, data: { ...data, text: content } };
}

function fontRemedy(missing: readonly string[]): string {
  const fonts = fontsToAdd(missing).join(" ");
  return fonts === "" ? "install a font that has them" : `run "loom fonts add ${fonts}" here`;
}

/** The tools that draw. */
export const DRAWING_TOOLS = [RENDER_DIAGRAM] as const;
