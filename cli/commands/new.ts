import { createDocument, type WriteResult } from "@loom/bridge/document";
import { MACHINE_KIND, machineNameFrom, type StateMachineDefinition } from "@loom/protocol";
import { basename } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { documentOf } from "../load_document.ts";
import { refuseOtherKind } from "../refuse_other_kind.ts";
import type { NEW } from "../table/whole.ts";
import { UsageError } from "../usage_error.ts";
import { existsHere } from "../write_text.ts";

/** The ending of machine documents. */
const EXTENSION = ".smdf.json";

/** Makes a document to start from. */
export const newDocument: Run<typeof NEW> = async (context, values) => {
  const path = withExtension(documentOf(context, values.path));
  refuseOtherKind(path);
  const name = values.machineName ?? machineNameFrom(path);
  const template = MACHINE_KIND.content?.templates.find((one) => one.name === values.template);
  if (template === undefined) throw new UsageError(`There is no template "${values.template}".`);
  const definition = template.make({ name, namespace: values.namespace });
  const document = values.bare ? definition : { stateMachine: definition };
  const result = await createDocument(path, document, {
    kind: "machine",
    overwrite: values.overwrite,
    dryRun: values.dryRun,
  }).catch((error) => {
    throw existsHere(error);
  });
  tell(context, result, definition, values.dryRun);
  return EXIT.done;
};

type NewContext = Parameters<Run<typeof NEW>>[0];

function tell(
  { json, print, printJson, remark, paint }: NewContext,
  { path, after, text }: WriteResult,
  { settings }: StateMachineDefinition,
  dryRun: boolean,
): void {
  if (json) {
    printJson({ doc: path, revision: after, machine: settings.name, ...(dryRun ? { dryRun, text } : {}) });
    return;
  }
  if (dryRun) {
    print(text.trimEnd());
    remark("Dry run: nothing was written.");
    return;
  }
  print(`${paint.good("+")} ${path}`);
  remark(paint.faint(`Next: loom --doc ${path} add-state <name>, then loom validate ${path}`));
}

/** A bare name gets the ending of machine documents. */
function withExtension(path: string): string {
  if (path === "-") throw new UsageError("Standard output takes no document: name a file.");
  const name = basename(path);
  if (name === "") throw new UsageError("The path is empty: name the document to make.");
  if (/\.(?:xml|fsm)$/i.test(name)) {
    throw new UsageError(`"${path}" would be XML: make it as ${EXTENSION} and convert it.`);
  }
  return name.includes(".") ? path : path + EXTENSION;
}
