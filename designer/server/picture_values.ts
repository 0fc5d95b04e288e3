import { readDocumentText } from "@loom/bridge/document";
import {
  coverageOverlay,
  heatOverlay,
  MachineDefinitionError,
  overlaidMachine,
  readSuite,
  runSuite,
  walkOverlay,
} from "@loom/engine";
import {
  type AnyKind,
  findingsOverlay,
  type JsonObject,
  listOf,
  LoomError,
  markedElements,
  orThrow,
  parseJsonText,
  type PictureOverlay,
  pictureStyle,
  type PictureValues,
  queryPictureValues,
  showsFindings,
} from "@loom/protocol";
import { dirname, resolve } from "@std/path";
import type { AskedPicture } from "../pages/picture_page.tsx";
import { documentRefusal, findDocument } from "./find_document.ts";
import { HttpError } from "./http_error.ts";
import { machinesBeside } from "./operations/invoked.ts";
import type { DesignerDeps } from "./route.ts";

/** A document of which a picture is asked for. */
export interface PicturedDocument {
  /** Its real path. */
  readonly docId: string;
  readonly row: AnyKind;
  readonly definition: JsonObject;
}

/**
 * Reads what the address of a page says about its picture.
 *
 * @throws {HttpError} 400 for a word that means nothing for this document; 403 and others for tests that cannot be read.
 */
export async function askedPicture(
  { searchParams }: URL,
  document: PicturedDocument,
  deps: DesignerDeps,
): Promise<AskedPicture> {
  const picture = queryPictureValues(searchParams);
  const tests = searchParams.get("coverage");
  const covered = tests === null ? undefined : await coverageOf(tests, document, deps);
  const path = searchParams.get("heat");
  const log = path === null ? undefined : await logOf(path, deps);
  return orBadRequest(() => {
    pictureStyle(picture);
    if (log !== undefined) {
      return { picture, overlay: heatOverlay(overlaidMachine(document.row, document.definition), log) };
    }
    return { picture, overlay: covered ?? overlayOf(picture, document) };
  });
}

/** The text of a log of events. */
async function logOf(log: string, deps: DesignerDeps): Promise<string> {
  const { path, root } = await findDocument(log, deps, [".log", ".jsonl"]);
  try {
    return (await readDocumentText(path, root === undefined ? {} : { root })).text;
  } catch (error) {
    throw documentRefusal(error);
  }
}

/** The parts of a machine that the tests in a file cover, as marks of a picture. */
async function coverageOf(
  tests: string,
  { docId, row, definition }: PicturedDocument,
  deps: DesignerDeps,
): Promise<PictureOverlay> {
  const { path, root } = await findDocument(tests, deps);
  try {
    const { text } = await readDocumentText(path, root === undefined ? {} : { root });
    const suite = orThrow(readSuite(parseJsonText(text)));
    if (resolve(dirname(path), suite.suite.machine) !== docId) {
      throw new HttpError(
        400,
        "wrong_machine",
        `The tests in "${path}" are about "${suite.suite.machine}": open that document, or name its own tests.`,
      );
    }
    const machine = overlaidMachine(row, definition);
    const { machines } = await machinesBeside(docId, machine, deps);
    return coverageOverlay(runSuite(suite, machine, undefined, machines).coverage);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof SyntaxError || error instanceof MachineDefinitionError) {
      throw new HttpError(422, "bad_tests", `The tests in "${path}" cannot run: ${error.message}`);
    }
    if (error instanceof LoomError) throw new HttpError(422, error.code, error.message);
    throw documentRefusal(error);
  }
}

/**
 * Makes a picture, whose options may name what the document does not have.
 *
 * @throws {HttpError} 400 for such a name.
 */
export function orBadRequest<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof LoomError) throw new HttpError(400, error.code, error.message);
    throw error;
  }
}

function overlayOf(
  values: PictureValues,
  { row, definition }: PicturedDocument,
): PictureOverlay | undefined {
  const steps = typeof values.walk === "string" ? listOf(values.walk) : [];
  if (steps.length > 0) return walkOverlay(overlaidMachine(row, definition), steps);
  const { content } = row;
  if (content === undefined || !showsFindings(values)) return undefined;
  return findingsOverlay(markedElements(content, definition, {}), content.findings(definition));
}
