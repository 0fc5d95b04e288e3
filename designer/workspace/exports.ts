import { DIAGRAM_FORMATS, diagramFileName, type KindName } from "@loom/protocol";
import { askServer } from "./ask_server.ts";
import type { Workspace } from "./context.ts";

/** A format that documents are exported in. */
export interface ExportFormat {
  readonly format: string;
  readonly title: string;
  readonly extension: string;
}

const PICTURES: readonly ExportFormat[] = [
  { format: "png", title: "PNG", extension: "png" },
  { format: "jpeg", title: "JPEG", extension: "jpg" },
  { format: "svg", title: "SVG", extension: "svg" },
  { format: "mermaid", title: "Mermaid", extension: "mmd" },
  { format: "markdown", title: "Markdown with Mermaid", extension: "md" },
  { format: "ascii", title: "Text drawing", extension: "txt" },
];

/** The formats of other drawing programs. */
const DIAGRAMS = (["d2", "dot", "plantuml", "drawio"] as const)
  .map((format): ExportFormat => ({ format, ...DIAGRAM_FORMATS[format] }));

/** The formats of other programs, by kind. */
const OTHERS: Readonly<Record<string, readonly ExportFormat[]>> = {
  machine: [
    { format: "xstate", title: "XState", extension: "xstate.ts" },
    { format: "xstate-json", title: "XState JSON", extension: "xstate.json" },
    { format: "scxml", title: "SCXML", extension: "scxml" },
    { format: "xml", title: "SMDF XML", extension: "smdf.xml" },
    { format: "asl", title: "Amazon States Language", extension: "asl.json" },
    ...DIAGRAMS,
  ],
  erd: [
    { format: "sql", title: "SQL", extension: "sql" },
    { format: "dbml", title: "DBML", extension: "dbml" },
    { format: "json-schema", title: "JSON Schema", extension: "schema.json" },
    { format: "typescript", title: "TypeScript", extension: "ts" },
    ...DIAGRAMS,
  ],
  sequence: DIAGRAMS.filter(({ format }) => format !== "dot"),
  system: DIAGRAMS,
};

/** The formats that documents of a kind are exported in. */
export function exportFormats(kind: KindName): readonly ExportFormat[] {
  return [...PICTURES, ...OTHERS[kind] ?? [], { format: "json", title: "JSON", extension: "json" }];
}

/**
 * Exports the document as the page has it: a file that the browser saves.
 *
 * @returns what was saved, in a sentence
 */
export async function exportDocument({ row, docId, def }: Workspace, format: string): Promise<string> {
  const found = exportFormats(row.kind).find((one) => one.format === format);
  if (found === undefined) throw new Error(`There is no format ${format}.`);
  const blob = await contentOf(def, format);
  const machine = row.content?.nameOf(def);
  const name = nextName((at) =>
    diagramFileName({
      doc: docId,
      ...(machine === undefined ? {} : { machine }),
      format: format === "json" ? row.extension.replace(/^\./, "") : found.extension,
      at,
    })
  );
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `Saved ${name}.`;
}

let last = 0;

/** A name of its own: two exports in one second get different ones. */
function nextName(nameAt: (at: Date) => string): string {
  last = Math.max(Date.now(), last + 1_000);
  return nameAt(new Date(last));
}

async function contentOf(def: object, format: string): Promise<Blob> {
  if (format === "json") return new Blob([`${JSON.stringify(def, null, 2)}\n`], { type: "application/json" });
  if (format === "jpeg") return await asJpeg(await writtenAs(def, "png"));
  if (format !== "markdown") return await writtenAs(def, format);
  const mermaid = (await (await writtenAs(def, "mermaid")).text()).trimEnd();
  return new Blob([`\`\`\`mermaid\n${mermaid}\n\`\`\`\n`], { type: "text/markdown" });
}

/** The document as the server writes it in a format. */
export async function writtenAs(definition: object, format: string, title?: string): Promise<Blob> {
  const theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return await (await askServer("/api/export", { definition, format, theme, title })).blob();
}

/** A picture as JPEG, which has no transparent parts. */
async function asJpeg(png: Blob): Promise<Blob> {
  const picture = await createImageBitmap(png);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return await canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}
