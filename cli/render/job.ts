import { DRAWING_FORMATS, type DrawingFormat, type DrawingStyle, formatOfPath } from "@loom/bridge/drawing";
import { pictureStyle, type PictureTheme } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import type { RENDER } from "../table/read.ts";
import { UsageError } from "../usage_error.ts";
import { sourcesOf } from "../write_text.ts";
import { type Destination, destinationOf } from "./destination.ts";

/** Values of the command `render`. */
export type RenderValues = Parameters<Run<typeof RENDER>>[1];

/** A drawing job: documents, style and destination. */
export interface RenderJob {
  /** The context of the command. */
  readonly context: Context;
  /** The documents, each once. */
  readonly docs: readonly string[];
  /** The format. */
  readonly format: DrawingFormat;
  /** The format, where one was asked for by name. */
  readonly as: DrawingFormat | undefined;
  /** The style. */
  readonly style: DrawingStyle;
  /** True when what layout files keep is followed. */
  readonly isArranged: boolean;
  /** The sources of an overlay. */
  readonly overlay: Pick<RenderValues, "walk" | "against" | "coverage" | "heat" | "findings" | "sideBySide">;
  /** The destination. */
  readonly destination: Destination;
  /** True when names have the time in them. */
  readonly stamp: boolean;
  /** True when everything is done except writing. */
  readonly dryRun: boolean;
  /** True when files are only compared with what would be drawn. */
  readonly check: boolean;
  /** True when any file but a document is replaced. */
  readonly overwrite: boolean;
  /** Real paths of the documents: no drawing goes there. */
  readonly sources: readonly string[];
  /** The files of drawings, and the document that each belongs to. */
  readonly claimed: Map<string, string>;
}

const THEMES: readonly string[] = ["dark", "light", "auto"] satisfies PictureTheme[];

/**
 * Makes the job that a command line asks for.
 *
 * @throws {UsageError} When the options do not go together.
 */
export async function renderJob(context: Context, values: RenderValues): Promise<RenderJob> {
  const docs = values.doc.length > 0 ? [...new Set(values.doc)] : [context.doc];
  const { as, out, stamp, dryRun, check, overwrite, walk, against, coverage, heat, findings, sideBySide } =
    values;
  const format = as ?? formatOfPath(out ?? "") ?? "svg";
  const destination = await destinationOf({ docs, out, as, stamp });
  await checkValues(values, docs, format, destination);
  if (stamp && destination.kind === "file") context.remark("--stamp is not used: --out names the file.");
  const toStdout = destination.kind === "stdout";
  const style: DrawingStyle = {
    theme: themeOf(context, values.theme),
    title: values.title,
    active: namesIn(values.active ?? ""),
    actions: values.actions,
    embedFont: values.embedFont,
    scale: values.scale ?? DEFAULT_SCALE,
    shrink: values.scale === undefined,
    view: values.view,
    notation: values.notation,
    ...pictureStyle(values),
    columns: toStdout ? context.io.stdout.columns : undefined,
  };
  const sources = await sourcesOf(docs);
  const options = { stamp, dryRun, check, overwrite };
  const overlay = { walk, against, coverage, heat, findings, sideBySide };
  if (
    [walk, against, coverage, heat, findings || undefined].filter((value) => value !== undefined).length > 1
  ) {
    throw new UsageError(
      "--walk, --against, --coverage, --heat and --findings are pictures of their own: give one of them.",
    );
  }
  if (sideBySide && against === undefined) {
    throw new UsageError("--side-by-side needs another version: name it with --against.");
  }
  const isArranged = !values.noArrangement;
  return {
    context,
    docs,
    format,
    as,
    style,
    isArranged,
    overlay,
    destination,
    ...options,
    sources,
    claimed: new Map(),
  };
}

/** The formats that are drawn from an SVG. */
const PICTURES: readonly DrawingFormat[] = ["svg", "png", "pdf", "html"];
const MOVING: readonly DrawingFormat[] = ["svg", "html"];

/** The formats that options have an effect on. */
const FORMATS_OF: { readonly [Name in keyof RenderValues]?: readonly DrawingFormat[] } = {
  direction: PICTURES,
  fit: PICTURES,
  lines: PICTURES,
  labels: PICTURES,
  notes: PICTURES,
  focus: PICTURES,
  collapse: PICTURES,
  findings: PICTURES,
  walk: PICTURES,
  against: PICTURES,
  coverage: PICTURES,
  heat: PICTURES,
  notation: PICTURES,
  active: [...PICTURES, "ascii"],
  actions: [...PICTURES, "ascii"],
  animate: MOVING,
  embedFont: MOVING,
  scale: ["png"],
};

/** Refuses options without an effect on the format. */
function checkFormat(values: RenderValues, format: DrawingFormat): void {
  for (const [name, formats] of Object.entries(FORMATS_OF)) {
    const value = values[name as keyof RenderValues];
    if (value === undefined || value === false || formats.includes(format)) continue;
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw new UsageError(
      `${flag} is about ${listed(formats)}, and this is ${format}: leave it out, or draw in another format.`,
    );
  }
}

function listed(formats: readonly DrawingFormat[]): string {
  const words = formats.map((format) => format.toUpperCase());
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
}

/** Flags that make no sense beside `--check`. */
const CHECK_EXCLUDES = ["stamp", "open", "watch"] as const;

async function checkValues(
  values: RenderValues,
  docs: readonly string[],
  format: DrawingFormat,
  { kind }: Destination,
): Promise<void> {
  const refuse = (sentence: string): never => {
    throw new UsageError(sentence);
  };
  if (values.watch && docs.includes(STANDARD_INPUT)) refuse("--watch needs a document with a path.");
  if (kind === "stdout" && !DRAWING_FORMATS[format].isText) {
    refuse(
      `${format.toUpperCase()} is not text, which is all that standard output takes: name a file with --out.`,
    );
  }
  if (values.check && kind === "stdout") refuse("--check needs files to look at: leave --out - out.");
  for (const flag of CHECK_EXCLUDES) {
    if (values.check && values[flag]) refuse(`--check writes nothing: leave --${flag} out.`);
  }
  if (kind === "stdout" && values.open) refuse("--open needs a file to show: name one with --out.");
  checkFormat(values, format);
  if (values.scale !== undefined) await checkScale(values.scale);
}

/** Pixels a unit of a PNG takes. */
const DEFAULT_SCALE = 2;

/** Refuses a scale before anything is drawn. */
async function checkScale(scale: number): Promise<void> {
  const { PNG_LIMITS: { minScale, maxScale } } = await import("@loom/bridge/picture");
  if (scale >= minScale && scale <= maxScale) return;
  throw new UsageError(`--scale must be a number from ${minScale} to ${maxScale}, and ${scale} is none.`);
}

function themeOf(context: Context, word: string): PictureTheme {
  if (THEMES.includes(word)) return word as PictureTheme;
  context.remark(`There is no theme "${word}": it is drawn in dark. The themes are ${THEMES.join(", ")}.`);
  return "dark";
}

/** The names of states in a list, or in the `state` of a machine with regions. */
function namesIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/[,|]/).map((name) => name.trim()).filter(Boolean));
}
