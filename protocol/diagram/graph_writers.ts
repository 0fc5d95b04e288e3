import type { WrittenText } from "../left_out.ts";
import type { PictureLink } from "../picture/overlay.ts";
import { writeD2 } from "./d2.ts";
import { writeDot } from "./dot.ts";
import { writeDrawio } from "./drawio.ts";
import { DIAGRAM_FORMATS, type DiagramFormat, type DiagramWriter, type DiagramWriters } from "./format.ts";
import type { Diagram } from "./graph.ts";
import { writePlantUml } from "./plantuml.ts";

/** The writers of graphs, by format. */
const WRITERS: Readonly<Record<DiagramFormat, (diagram: Diagram) => string>> = {
  d2: writeD2,
  dot: writeDot,
  plantuml: writePlantUml,
  drawio: writeDrawio,
};

/** The writers of a kind whose documents are graphs. */
export function graphWriters<Doc>(
  graphOf: (document: Doc, links?: readonly PictureLink[]) => Diagram,
  leftOut: (document: Doc, format: string) => WrittenText["leftOut"],
): DiagramWriters<Doc> {
  const writerOf = (format: DiagramFormat): DiagramWriter<Doc> => ({
    write: (document, links) => ({
      text: WRITERS[format](graphOf(document, links)),
      leftOut: leftOut(document, DIAGRAM_FORMATS[format].one),
    }),
  });
  return {
    d2: writerOf("d2"),
    dot: writerOf("dot"),
    plantuml: writerOf("plantuml"),
    drawio: writerOf("drawio"),
  };
}
