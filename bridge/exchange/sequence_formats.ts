import {
  isPlantUmlSequence,
  isSequenceDiagram,
  isTraces,
  type JsonObject,
  readSequenceMermaid,
  readSequencePlantUml,
  readTraces,
  SEQUENCE_KIND,
  type SequenceDefinition,
  writeSequenceMermaid,
} from "@loom/protocol";
import { parseTextOf } from "../document/text_format.ts";
import { diagramFormats, type Exchange, type ExchangeFormat } from "./format.ts";

/** The readers of formats that scenarios are written in like any diagram. */
const READERS: Readonly<Record<string, Pick<ExchangeFormat, "endings" | "matches" | "read">>> = {
  plantuml: {
    endings: [".puml", ".plantuml"],
    matches: isPlantUmlSequence,
    read: (text, { name }) => Promise.resolve().then(() => readSequencePlantUml(text, name)),
  },
};

const FORMATS: readonly ExchangeFormat[] = [
  {
    name: "sqdf",
    endings: [".sqdf.json", ".json"],
    isDocument: true,
    matches: (text) =>
      /^[\s\uFEFF]*\{/.test(text) && /"participants"\s*:/.test(text) && /"messages"\s*:/.test(text),
    read: async (text, { path }) => {
      const source = { path, realPath: "", text, revision: "", mtime: 0 };
      return await parseTextOf(source, { kind: SEQUENCE_KIND.kind, format: "json" });
    },
    write: (definition) => ({ text: JSON.stringify(definition, null, 2) + "\n", leftOut: [] }),
  },
  {
    name: "mermaid",
    endings: [".mmd", ".mermaid"],
    matches: isSequenceDiagram,
    read: (text, { name }) => Promise.resolve().then(() => readSequenceMermaid(text, name)),
    write: (definition) => writeSequenceMermaid(sequenceIn(definition)),
  },
  {
    name: "otlp",
    endings: [".otlp.json", ".jsonl"],
    matches: isTraces,
    read: (text, { name }) => Promise.resolve().then(() => readTraces(text, name)),
  },
  ...diagramFormats(SEQUENCE_KIND).map((format) => ({ ...format, ...READERS[format.name] })),
];

/** The formats of sequence diagrams. */
export const SEQUENCE_EXCHANGE: Exchange = { row: SEQUENCE_KIND, formats: FORMATS };

/** The writers take any document, valid or not. */
function sequenceIn(definition: JsonObject): SequenceDefinition {
  return definition as SequenceDefinition;
}
