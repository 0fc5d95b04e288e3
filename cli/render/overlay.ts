import { readDocumentText } from "@loom/bridge/document";
import { coverageOverlay, heatOverlay, mergeCoverage, overlaidMachine, walkOverlay } from "@loom/engine";
import { findingsOverlay, listOf, markedElements, type PictureStyle } from "@loom/protocol";
import { resolve } from "@std/path";
import { linksOf, loadDocument, type LoadedDocument } from "../load_document.ts";
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
): Promise<Pick<PictureStyle, "before" | "linksBefore" | "sideBySide" | "overlay">> {
  if (findings) {
    return {
      overlay: findingsOverlay(markedElements(content, definition, {}), content.findings(definition)),
    };
  }
  if (against !== undefined) {
    const older = await loadDocument(context, against, { kind: row.kind });
    // An older system without its members beside it takes the links of the newer one.
    const links = await linksOf(older);
    return {
      before: older.definition,
      ...(links.length > 0 ? { linksBefore: links } : {}),
      ...(sideBySide ? { sideBySide } : {}),
    };
  }
  const asked = walk ?? heat ?? coverage;
  if (asked === undefined) return {};
  const machine = overlaidMachine(row, definition);
  if (walk !== undefined) return { overlay: walkOverlay(machine, listOf(walk)) };
  if (heat !== undefined) return { overlay: heatOverlay(machine, (await readDocumentText(heat)).text) };
  return { overlay: await coverageOf(context, path, asked) };
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
