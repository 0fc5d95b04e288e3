import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { TOKEN } from "../table/shell.ts";

/** Bytes of a token: 256 bits. */
const LENGTH = 32;

/** Makes a token. Digits only: one that begins with a hyphen would be read as an option. */
export const token: Run<typeof TOKEN> = (context) => {
  const made = crypto.getRandomValues(new Uint8Array(LENGTH)).toHex();
  if (context.json) context.printJson({ token: made });
  else context.print(made);
  context.remark(
    'Give it to a server with --token-file or LOOM_BRIDGE_TOKEN; "loom help token" lists the others.',
  );
  return EXIT.done;
};
