import { type EditCommand, MACHINE_COMMANDS, MACHINE_KIND } from "@loom/protocol";

const { content } = MACHINE_KIND;

/** The commands of machines, in the order in which people need them, and those of the row that these are not. */
const COMMANDS = new Map(
  [...MACHINE_COMMANDS, ...content?.commands ?? []].map((command) => [command.id, command as EditCommand]),
);

/** State machines with their commands, without what needs the engine. */
export default content === undefined
  ? MACHINE_KIND
  : { ...MACHINE_KIND, content: { ...content, commands: [...COMMANDS.values()] } };
