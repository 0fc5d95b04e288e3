import { DocumentError, resolveDocumentPath } from "@loom/bridge/document";
import { basename, dirname, isAbsolute, join, relative, resolve, SEPARATOR } from "@std/path";
import { HttpError } from "./http_error.ts";
import type { DesignerDeps } from "./route.ts";

/** The statuses of answers about documents that cannot be read, by the word of the error. */
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

/** The longest path that is looked for; no file system here takes a longer one. */
const MAX_PATH = 4096;

/** The one folder that a container serves, into which those who start it put a folder of theirs. */
const CONTAINER_ROOT = "/data";

/** A folder that documents are looked for in. */
interface Shelf {
  readonly root: string;
  /** Whether what is at a place in it is shown. */
  readonly isShown: (steps: readonly string[]) => boolean;
  /** The folder that a document of it, and what that names in turn, may not lie outside of. */
  readonly boundsOf: (path: string) => string;
}

/** Where a path leads in a folder. */
interface Place {
  /** The path, real as far as it exists. */
  readonly path: string;
  /** The names on the way to it, from the folder on. */
  readonly steps: readonly string[];
  /** Why no document can be there. */
  readonly error?: DocumentError;
}

/**
 * The real path of the document that a request is about.
 *
 * Of what lies outside the roots nothing is told, not even whether it is there; nor of what lies in the chronicle and is no
 * diagram of an episode, whatever other root it lies in.
 *
 * @param doc As the request names it; nothing for the server's own, which is shown wherever it lies.
 * @returns The path, and the folder that it and what it names in turn may not lie outside of.
 * @throws {HttpError} When it lies outside the roots, or is no path of a document.
 */
export async function findDocument(
  doc: string | null,
  deps: Pick<DesignerDeps, "doc" | "roots" | "chronicle">,
): Promise<{ path: string; root: string | undefined }> {
  if (doc === null || doc === "") return { path: deps.doc, root: undefined };
  checkSpelling(doc);
  for (const { root, isShown, boundsOf } of shelvesOf(deps)) {
    const place = await placeIn(root, doc);
    if (place === undefined) continue;
    if (!isShown(place.steps)) break;
    if (place.error !== undefined) throw documentRefusal(place.error);
    if (!isJson(place.path) && !await isSame(doc, deps.doc)) {
      throw unsafePath(doc, "leads to a file whose name does not end with .json");
    }
    return { path: place.path, root: boundsOf(place.path) };
  }
  if (await isSame(doc, deps.doc)) return { path: deps.doc, root: undefined };
  throw outside(doc, deps);
}

function checkSpelling(doc: string): void {
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
  if (!isJson(doc)) throw unsafePath(doc, "does not end with .json");
}

function isJson(path: string): boolean {
  return path.toLowerCase().endsWith(".json");
}

function unsafePath(doc: string, why: string): HttpError {
  return new HttpError(403, "unsafe_path", `doc is ${JSON.stringify(doc)}, which ${why}: name a document.`);
}

/** The chronicle goes first: what is in it goes by its rule, even where it lies in another root. */
function shelvesOf({ roots, chronicle }: Pick<DesignerDeps, "roots" | "chronicle">): readonly Shelf[] {
  const shelves = roots.map((root) => ({ root, isShown: () => true, boundsOf: () => root }));
  if (chronicle === undefined) return shelves;
  return [{ root: chronicle, isShown: isDiagram, boundsOf: dirname }, ...shelves];
}

/** Whether a place in a chronicle is `<episode>/diagrams/<file>`, none of them hidden. */
function isDiagram([episode = "", folder, file = "", ...more]: readonly string[]): boolean {
  if (folder !== "diagrams" || more.length > 0) return false;
  return [episode, file].every((name) => name !== "" && !name.startsWith("."));
}

/** Where a path leads in a folder; `undefined` when it leads elsewhere. */
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

/** A path without links as far as it exists, and what is named beyond. */
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

/** Whether two paths name the same file; one that is not there goes by its name. */
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

/** What went wrong with a document, as an answer; other errors pass. */
export function documentRefusal(error: unknown): unknown {
  if (!(error instanceof DocumentError)) return error;
  return new HttpError(STATUSES[error.code] ?? 422, error.code, error.message);
}
