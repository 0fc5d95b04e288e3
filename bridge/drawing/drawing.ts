import {
  displayWidth,
  type PictureTheme,
  renderAscii,
  renderAsciiBoxes,
  renderMermaid,
  renderSvg,
  type Size,
  type StateMachineDefinition,
} from "@loom/protocol";

/** The formats of drawings. */
export type DrawingFormat = "svg" | "png" | "mermaid" | "ascii";

/** How a machine is drawn. */
export interface DrawingStyle {
  /** The colours of a picture. */
  readonly theme: PictureTheme;
  /** The title; default: the machine's name above a picture, nothing above a text. */
  readonly title: string | undefined;
  /** The states to highlight. */
  readonly active: ReadonlySet<string>;
  /** Whether to show actions. */
  readonly actions: boolean;
  /** How many pixels a unit of a picture takes. */
  readonly scale: number;
  /** How a drawing in characters looks. */
  readonly view: "tree" | "boxes";
  /** The columns that a drawing in characters may take. */
  readonly columns: number | undefined;
}

/** What a machine became. */
export interface Drawing {
  /** The file, as text or bytes. */
  readonly content: string | Uint8Array;
  /** The size of a picture: of an SVG in units, of a PNG in pixels. */
  readonly size?: Size;
  /** The characters that a PNG has a square for, since no font has them; absent when there are none. */
  readonly missing?: readonly string[];
}

/** What is known of a format. */
export interface DrawingFormatRow {
  /** The ending of its files. */
  readonly extension: string;
  /** Whether it is text, which standard output takes. */
  readonly isText: boolean;
  /** Draws a machine. */
  readonly draw: (definition: StateMachineDefinition, style: DrawingStyle) => Drawing | Promise<Drawing>;
}

/**
 * The formats, one row each.
 *
 * @example
 * ```ts
 * import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "@loom/bridge/drawing";
 * import { assertEquals } from "@std/assert";
 * const lamp = { settings: { namespace: "n", asynchronous: false }, events: [], state: { name: "Lamp" } };
 * assertEquals(await DRAWING_FORMATS.ascii.draw(lamp, DRAWING_DEFAULTS), { content: "Lamp\n" });
 * ```
 */
export const DRAWING_FORMATS: Readonly<Record<DrawingFormat, DrawingFormatRow>> = {
  svg: { extension: "svg", isText: true, draw: drawSvg },
  png: { extension: "png", isText: false, draw: drawPng },
  mermaid: { extension: "mmd", isText: true, draw: drawMermaid },
  ascii: { extension: "txt", isText: true, draw: drawAscii },
};

/** How a machine is drawn when nothing is said. */
export const DRAWING_DEFAULTS: DrawingStyle = {
  theme: "dark",
  title: undefined,
  active: new Set(),
  actions: false,
  scale: 2,
  view: "tree",
  columns: undefined,
};

/** The format that the ending of a path tells. */
export function formatOfPath(path: string): DrawingFormat | undefined {
  const name = path.toLowerCase();
  const formats = Object.keys(DRAWING_FORMATS) as DrawingFormat[];
  return formats.find((format) => name.endsWith(`.${DRAWING_FORMATS[format].extension}`));
}

function drawSvg(definition: StateMachineDefinition, style: DrawingStyle): Drawing {
  const svg = svgOf(definition, style);
  return { content: svg, size: sizeOf(svg) };
}

async function drawPng(definition: StateMachineDefinition, style: DrawingStyle): Promise<Drawing> {
  // Loaded when it is needed: the renderer and its font are megabytes.
  const { renderPng } = await import("../picture/mod.ts");
  const picture = await renderPng(svgOf(definition, style), { scale: style.scale });
  const { bytes, width, height, missing } = picture;
  return { content: bytes, size: { width, height }, ...(missing.length > 0 ? { missing } : {}) };
}

function svgOf(definition: StateMachineDefinition, style: DrawingStyle): string {
  const { theme, title, active, actions } = style;
  return renderSvg(definition, { theme, active, actions, ...(title === undefined ? {} : { title }) });
}

/** The size that a picture states in its first element. */
function sizeOf(svg: string): Size {
  const head = svg.slice(0, svg.indexOf(">"));
  const length = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(head)?.[1] ?? 0);
  return { width: length("width"), height: length("height") };
}

function drawMermaid(definition: StateMachineDefinition, { title = "" }: DrawingStyle): Drawing {
  const head = title === "" ? "" : `---\ntitle: ${JSON.stringify(title)}\n---\n`;
  return { content: `${head}${renderMermaid(definition)}\n` };
}

function drawAscii(definition: StateMachineDefinition, style: DrawingStyle): Drawing {
  const { title = "", active, actions, view, columns } = style;
  const head = title === "" ? "" : `${title}\n${"─".repeat(displayWidth(title))}\n`;
  const draw = view === "boxes" ? renderAsciiBoxes : renderAscii;
  const text = draw(definition, active, { actions, ...(columns === undefined ? {} : { width: columns }) });
  return { content: `${head}${text}\n` };
}
