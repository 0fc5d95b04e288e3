/** @module The parts of pages for systems, in a script of their own. */
export { EDITED_SYSTEM_KIND as row } from "@loom/protocol";
export { Board } from "../system_board.tsx";
