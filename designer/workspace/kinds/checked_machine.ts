import { CHECKED_MACHINE_KIND } from "@loom/engine/machine_kind";
import machine from "./machine.ts";

const { content } = CHECKED_MACHINE_KIND;

/** State machines with their commands and their rules. */
export default content === undefined || machine.content?.commands === undefined
  ? machine
  : { ...CHECKED_MACHINE_KIND, content: { ...content, commands: machine.content.commands } };
