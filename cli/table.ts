import type { Command } from "./command.ts";
import { EVENT_COMMANDS } from "./table/events.ts";
import { LIVE_COMMANDS } from "./table/live.ts";
import { NARRATIVE_COMMANDS } from "./table/narrative.ts";
import { READ_COMMANDS } from "./table/read.ts";
import { SHELL_COMMANDS } from "./table/shell.ts";
import { STATE_COMMANDS } from "./table/states.ts";
import { TRANSITION_COMMANDS } from "./table/transitions.ts";
import { WHOLE_COMMANDS } from "./table/whole.ts";

/**
 * The commands, one row each: help, shell completions, the page of commands and the reader of the command line
 * are made from it.
 */
export const COMMANDS: readonly Command[] = [
  ...READ_COMMANDS,
  ...WHOLE_COMMANDS,
  ...STATE_COMMANDS,
  ...TRANSITION_COMMANDS,
  ...EVENT_COMMANDS,
  ...LIVE_COMMANDS,
  ...NARRATIVE_COMMANDS,
  ...SHELL_COMMANDS,
];
