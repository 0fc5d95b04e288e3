import type { PictureLink } from "../picture/overlay.ts";
import type { WrittenText } from "../left_out.ts";

/** The text formats of other drawing programs. */
export type DiagramFormat = "d2" | "dot" | "plantuml" | "drawio";

/** A format of another drawing program. */
export interface DiagramFormatRow {
  /** Its name for people. */
  readonly title: string;
  /** One diagram of it, as words in a sentence. */
  readonly one: string;
  /** The ending of its files. */
  readonly extension: string;
}

/** The formats, one row each. */
export const DIAGRAM_FORMATS: Readonly<Record<DiagramFormat, DiagramFormatRow>> = {
  d2: { title: "D2", one: "A D2 diagram", extension: "d2" },
  dot: { title: "Graphviz DOT", one: "A Graphviz graph", extension: "dot" },
  plantuml: { title: "PlantUML", one: "A PlantUML diagram", extension: "puml" },
  drawio: { title: "draw.io", one: "A draw.io diagram", extension: "drawio" },
};

/** A writer of documents of a kind in one format. */
export interface DiagramWriter<Doc> {
  /** Writes a document; its links lead between parts that are documents themselves. */
  write(document: Doc, links?: readonly PictureLink[]): WrittenText;
}

/** Writers of a kind's documents, by format. */
export type DiagramWriters<Doc> = { readonly [Format in DiagramFormat]?: DiagramWriter<Doc> };
