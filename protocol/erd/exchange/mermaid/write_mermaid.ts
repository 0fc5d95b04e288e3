import { renderMermaidEr } from "../../mermaid.ts";
import type { EntityRelationshipDefinition } from "../../types.ts";
import { type Kept, LeftOutList } from "../left_out.ts";
import type { WrittenText } from "../../../left_out.ts";

const KEPT: Kept = {
  entity: ["name"],
  attribute: ["name", "type", "key", "references", "stateOf", "description"],
  relationship: [
    "from",
    "to",
    "cardinality",
    "label",
    "fromParticipation",
    "toParticipation",
    "identifying",
  ],
};

/** Writes a diagram as a Mermaid `erDiagram`, with the list of what that has no place for. */
export function writeErdMermaid(def: EntityRelationshipDefinition): WrittenText {
  const left = new LeftOutList("A Mermaid diagram");
  left.survey(def, KEPT);
  return { text: `${renderMermaidEr(def)}\n`, leftOut: left.lines };
}
