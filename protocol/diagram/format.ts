import type { PictureLink } from "../picture/overlay.ts";
import type { WrittenText } from "../left_out.ts";
import { writeD2 } from "./d2.ts";
import { writeDot } from "./dot.ts";
import { writeDrawio } from "./drawio.ts";
import type { Diagram } from "./graph.ts";
import { writePlantUml } from "./plantuml.ts";

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
  /** Writes a graph. */
  readonly write: (diagram: Diagram) => string;
}

/** The formats, one row each. */
export const DIAGRAM_FORMATS: Readonly<Record<DiagramFormat, DiagramFormatRow>> = {
  d2: { title: "D2", one: "A D2 diagram", extension: "d2", write: writeD2 },
  dot: { title: "Graphviz DOT", one: "A Graphviz graph", extension: "dot", write: writeDot },
  plantuml: { title: "PlantUML", one: "A PlantUML diagram", extension: "puml", write: writePlantUml },
  drawio: { title: "draw.io", one: "A draw.io diagram", extension: "drawio", write: writeDrawio },
};

/** A writer of documents of a kind in one format. */
export interface DiagramWriter<Doc> {
  /** Writes a document; its links lead between parts that are documents themselves. */
  write(document: Doc, links?: readonly PictureLink[]): WrittenText;
}

/** Writers of a kind's documents, by format. */
export type DiagramWriters<Doc> = { readonly [Format in DiagramFormat]?: DiagramWriter<Doc> };

/** The writers of a kind whose documents are graphs. */
export function graphWriters<Doc>(
  graphOf: (document: Doc, links?: readonly PictureLink[]) => Diagram,
  leftOut: (document: Doc, format: string) => WrittenText["leftOut"],
): DiagramWriters<Doc> {
  const writerOf = ({ one, write }: DiagramFormatRow): DiagramWriter<Doc> => ({
    write: (document, links) => ({
      text: write(graphOf(document, links)),
      leftOut: leftOut(document, one),
    }),
  });
  return Object.fromEntries(Object.entries(DIAGRAM_FORMATS).map(([format, row]) => [format, writerOf(row)]));
}
