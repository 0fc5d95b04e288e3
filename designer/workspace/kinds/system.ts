/** @module The row of the kind, in a script of its own. */
import { SYSTEM_KIND } from "@loom/protocol";

export default SYSTEM_KIND;
