import { readDocumentText } from "@loom/bridge/document";
import { coverageOverlay, heatOverlay, mergeCoverage, walkOverlay } from "@loom/engine";
import {
  aKind,
  findingsOverlay,
  listOf,
  MACHINE_KIND,
  type PictureStyle,
  type StateMachineDefinition,
} from "@loom/protocol";
import { resolve } from "@std/path";
import { loadDocument, type LoadedDocument } from "../load_document.ts";
import { numberedStep } from "../run/runner.ts";
import { findTests } from "../suite/find_tests.ts";
import { runFile } from "../suite/run_file.ts";
import { UsageError } from "../usage_error.ts";
import type { RenderJob } from "./job.ts";

/**
 * The overlay that a job asks for.
 *
 * @throws {UsageError} When the document has none.
 * @throws {LoomError} When another document cannot be read, or the machine cannot run.
 */
export async function overlayOf(
  { context, overlay: { walk, against, coverage, heat, findings, sideBySide } }: RenderJob,
  { path, row, content, definition }: LoadedDocument,
): Promise<Pick<PictureStyle, "before" | "sideBySide" | "overlay">> {
  if (findings) {
    return { overlay: findingsOverlay(content.elements(definition), content.findings(definition)) };
  }
  if (against !== undefined) {
    const older = await loadDocument(context, against, { kind: row.kind });
    return { before: older.definition, ...(sideBySide ? { sideBySide } : {}) };
  }
  const asked = walk ?? heat ?? coverage;
  if (asked === undefined) return {};
  if (row.kind !== MACHINE_KIND.kind) {
    throw new UsageError(
      `"${path}" is ${aKind(row)}: only pictures of machines show walks, heat and coverage.`,
    );
  }
  if (walk !== undefined) {
    // Documents of that kind are machines.
    return { overlay: walkOverlay(definition as object as StateMachineDefinition, listOf(walk)) };
  }
  if (heat !== undefined) return { overlay: await heatOf(definition, heat) };
  return { overlay: await coverageOf(context, path, asked) };
}

async function heatOf(
  definition: LoadedDocument["definition"],
  log: string,
): Promise<PictureStyle["overlay"]> {
  const { text } = await readDocumentText(log);
  const steps = text.split(/\r\n?|\n/).flatMap((line, at) => numberedStep(line, at + 1) ?? []);
  // Documents of that kind are machines.
  return heatOverlay(definition as object as StateMachineDefinition, steps);
}

async function coverageOf(
  context: RenderJob["context"],
  path: string,
  tests: string,
): Promise<PictureStyle["overlay"]> {
  const touched = [];
  for (const file of await findTests([tests])) {
    const { machine, coverage } = await runFile(context, file, () => true);
    if (machine !== undefined && coverage && resolve(machine) === resolve(path)) touched.push(coverage);
  }
  if (touched.length > 0) return coverageOverlay(mergeCoverage(touched));
  throw new UsageError(`No test file in "${tests}" is about "${path}": name one whose machine it is.`);
}
