import type { Run } from "../command.ts";
import { bashCompletions } from "../completions/bash.ts";
import { fishCompletions } from "../completions/fish.ts";
import { zshCompletions } from "../completions/zsh.ts";
import { EXIT } from "../exit_code.ts";
import type { COMPLETIONS } from "../table/shell.ts";

const SCRIPTS = { bash: bashCompletions, zsh: zshCompletions, fish: fishCompletions };

/** Prints a script that lets a shell complete commands and options. */
export const completions: Run<typeof COMPLETIONS> = (context, values) => {
  const script = SCRIPTS[values.shell](context.commands);
  if (context.json) context.printJson({ shell: values.shell, script });
  else context.print(script);
  return EXIT.done;
};
