import { formatDocument, formattedText, parseDocument } from "@loom/bridge/document";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode, exitCodeOf, graver } from "../exit_code.ts";
import { ClosedOutputError } from "../io.ts";
import { STANDARD_INPUT } from "../load_document.ts";
import { readStandardInput, STANDARD_INPUT_NAME } from "../read_standard_input.ts";
import { errorObject, reportError } from "../report_error.ts";
import type { FMT } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";

/** Lays documents out. */
export const fmt: Run<typeof FMT> = async (context, { doc, check }) => {
  const paths = doc.length > 0 ? doc : [context.doc];
  if (paths.includes(STANDARD_INPUT)) {
    if (paths.length > 1) throw new UsageError("Standard input goes alone: leave the other documents out.");
    return await formatInput(context, check);
  }
  const outcomes: Record<string, unknown>[] = [];
  let code: ExitCode = EXIT.done;
  for (const path of paths) {
    try {
      const { changed } = await formatDocument(path, { kinds: context.kinds, dryRun: check });
      outcomes.push({ path, changed });
      if (changed && !context.json) context.print(path);
      if (changed && check) code = graver(code, EXIT.problems);
    } catch (error) {
      // Of several documents the others are laid out all the same.
      if (paths.length === 1 || error instanceof ClosedOutputError) throw error;
      if (!context.json) reportError(error, context);
      outcomes.push({ path, changed: false, error: errorObject(error) });
      code = graver(code, exitCodeOf(error));
    }
  }
  if (context.json) context.printJson({ check, documents: outcomes });
  return code;
};

async function formatInput(
  { io, kinds, json, print, printJson }: Context,
  check: boolean,
): Promise<ExitCode> {
  const { text } = await readStandardInput(io.stdin);
  const source = { path: STANDARD_INPUT_NAME, realPath: "", text, revision: "", mtime: 0 };
  parseDocument(source, { kinds });
  const formatted = formattedText(source);
  const changed = formatted !== text;
  if (json) {
    printJson({
      check,
      documents: [{ path: STANDARD_INPUT_NAME, changed }],
      ...(check ? {} : { text: formatted }),
    });
  } else if (!check) io.stdout.write(formatted);
  else if (changed) print(STANDARD_INPUT_NAME);
  return check && changed ? EXIT.problems : EXIT.done;
}
