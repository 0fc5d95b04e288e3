import { DocumentError, readDocumentText, resolveDocumentPath } from "@loom/bridge/document";
import { basename, dirname, isAbsolute, join, relative, resolve, SEPARATOR } from "@std/path";
import { HttpError } from "./http_error.ts";
import type { DesignerDeps } from "./route.ts";

/** Statuses of answers about documents that cannot be read, by the code of the error. */
const STATUSES: Readonly<Record<string, number>> = {
  not_found: 404,
  no_folder: 404,
  outside_root: 403,
  unsafe_path: 403,
  symlink_loop: 403,
  not_a_file: 400,
  unreadable: 400,
  too_large: 413,
};

/** The longest path, in characters; no file system here takes a longer one. */
const MAX_PATH = 4096;

/** The folder that a container serves, where its user mounts another one. */
const CONTAINER_ROOT = "/data";

/** A folder with documents. */
interface Shelf {
  readonly root: string;
  /** True for places whose documents are shown. */
  readonly isShown: (steps: readonly string[]) => boolean;
  /** The folder that bounds a document and the files it refers to. */
  readonly boundsOf: (path: string) => string;
}

/** A place in a folder. */
interface Place {
  /** The path, real as far as it exists. */
  readonly path: string;
  /** The names from the folder down to it. */
  readonly steps: readonly string[];
  /** The reason why no document can be there. */
  readonly error?: DocumentError;
}

/**
 * Finds the document of a request.
 *
 * A refusal reveals nothing about files outside the roots, not even that they exist, nor about files of the chronicle that are no
 * diagrams of an episode, whatever other root they lie in.
 *
 * @param doc The path in the request; `null` for the server's own document, which is shown wherever it lies.
 * @param endings The endings that its name may have.
 * @returns The real path, and the folder that bounds the document and the files it refers to.
 * @throws {HttpError} When it lies outside the roots, or is no path of a document.
 */
export async function findDocument(
  doc: string | null,
  deps: Pick<DesignerDeps, "doc" | "roots" | "chronicle">,
  endings: readonly string[] = [".json"],
): Promise<{ path: string; root: string | undefined }> {
  if (doc === null || doc === "") return { path: deps.doc, root: undefined };
  checkSpelling(doc, endings);
  for (const { root, isShown, boundsOf } of shelvesOf(deps)) {
    const place = await placeIn(root, doc);
    if (place === undefined) continue;
    if (!isShown(place.steps)) break;
    if (place.error !== undefined) throw documentRefusal(place.error);
    if (
      !endsWith(place.path, endings) && !await isSame(doc, deps.doc)
    ) {
      throw unsafePath(doc, `leads to a file whose name does not end with ${endings.join(" or ")}`);
    }
    return { path: place.path, root: boundsOf(place.path) };
  }
  if (await isSame(doc, deps.doc)) return { path: deps.doc, root: undefined };
  throw outside(doc, deps);
}

/** Checks whether a document could not be read because there is no file, or one without content. */
export async function holdsNothing(path: string, root: string | undefined, error: unknown): Promise<boolean> {
  if (!(error instanceof DocumentError)) return false;
  if (error.code === "not_found") return true;
  const source = await readDocumentText(path, root === undefined ? {} : { root }).catch(() => undefined);
  return source?.text.trim() === "";
}

function checkSpelling(doc: string, endings: readonly string[]): void {
  if (!isAbsolute(doc)) {
    throw new HttpError(
      403,
      "unsafe_path",
      `doc is ${JSON.stringify(doc)}: give the document's absolute path.`,
    );
  }
  if (doc.length > MAX_PATH) {
    throw new HttpError(403, "unsafe_path", `doc has ${doc.length} characters: name a document that exists.`);
  }
  if (!endsWith(doc, endings)) throw unsafePath(doc, `does not end with ${endings.join(" or ")}`);
}

function endsWith(path: string, endings: readonly string[]): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(ending));
}

function unsafePath(doc: string, why: string): HttpError {
  return new HttpError(403, "unsafe_path", `doc is ${JSON.stringify(doc)}, which ${why}: name a document.`);
}

/** The chronicle comes first: its rule holds even where it lies in another root. */
function shelvesOf({ roots, chronicle }: Pick<DesignerDeps, "roots" | "chronicle">): readonly Shelf[] {
  const shelves = roots.map((root) => ({ root, isShown: () => true, boundsOf: () => root }));
  if (chronicle === undefined) return shelves;
  return [{ root: chronicle, isShown: isDiagram, boundsOf: dirname }, ...shelves];
}

/** True for `<episode>/diagrams/<file>` in a chronicle, none of them hidden. */
function isDiagram([episode = "", folder, file = "", ...more]: readonly string[]): boolean {
  if (folder !== "diagrams" || more.length > 0) return false;
  return [episode, file].every((name) => name !== "" && !name.startsWith("."));
}

/** The place of a path in a folder; `undefined` when it leads elsewhere. */
async function placeIn(root: string, doc: string): Promise<Place | undefined> {
  const realRoot = await realPathOf(root);
  if (realRoot === undefined) return undefined;
  const at = (path: string) => ({ path, steps: relative(realRoot, path).split(SEPARATOR) });
  try {
    return at((await resolveDocumentPath(doc, { root })).realPath);
  } catch (error) {
    if (!(error instanceof DocumentError) || error.code === "unsafe_path") throw documentRefusal(error);
    if (error.code === "outside_root") return undefined;
    const path = await nearestPath(doc);
    return path.startsWith(withSeparator(realRoot)) ? { ...at(path), error } : undefined;
  }
}

/** The real path of what exists, followed by the names of what does not. */
async function nearestPath(path: string): Promise<string> {
  const whole = resolve(path);
  for (let at = whole;; at = dirname(at)) {
    const real = await realPathOf(at);
    if (real !== undefined) return join(real, relative(at, whole));
    if (at === dirname(at)) return whole;
  }
}

function outside(doc: string, { roots, chronicle }: Pick<DesignerDeps, "roots" | "chronicle">): HttpError {
  const episodes = chronicle === undefined ? [] : [join(chronicle, "<episode>", "diagrams")];
  const places = [...roots, ...episodes];
  const isContainer = places.length === 1 && places[0] === CONTAINER_ROOT;
  const advice = isContainer
    ? `ask for ${JSON.stringify(join(CONTAINER_ROOT, basename(doc)))}`
    : `name a document in ${places.join(" or ")}`;
  return new HttpError(
    403,
    "outside_root",
    `${JSON.stringify(doc)} lies outside what is served: ${advice}.`,
  );
}

/** True when two paths lead to the same file, or are equal. */
async function isSame(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [realA, realB] = await Promise.all([realPathOf(a), realPathOf(b)]);
  return realA !== undefined && realA === realB;
}

async function realPathOf(path: string): Promise<string | undefined> {
  return await Deno.realPath(path).catch(() => undefined);
}

function withSeparator(folder: string): string {
  return folder.endsWith(SEPARATOR) ? folder : folder + SEPARATOR;
}

/** Turns an error of a document into a refusal; other errors stay. */
export function documentRefusal(error: unknown): unknown {
  if (!(error instanceof DocumentError)) return error;
  return new HttpError(STATUSES[error.code] ?? 422, error.code, error.message);
}
