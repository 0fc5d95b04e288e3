/** @module The row of the kind, in a script of its own. */
import { ERD_KIND } from "@loom/protocol";

export default ERD_KIND;
