/** @module The parts of pages for scenarios, in a script of their own. */
export { EDITED_SEQUENCE_KIND as row } from "@loom/protocol";
export { Board } from "../sequence_board.tsx";
