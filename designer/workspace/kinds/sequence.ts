/** @module The row of the kind, in a script of its own. */
import { SEQUENCE_KIND } from "@loom/protocol";

export default SEQUENCE_KIND;
