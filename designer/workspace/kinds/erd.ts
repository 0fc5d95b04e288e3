/** @module The parts of pages for entity-relationship diagrams, in a script of their own. */
export { EDITED_ERD_KIND as row } from "@loom/protocol";
export { PARTS } from "../erd/entity_parts.tsx";
export { Board } from "../erd_board.tsx";
