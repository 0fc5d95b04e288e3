import { drawingEndings, drawingFileName, type DrawingFormat, formatOfPath } from "@loom/bridge/drawing";
import type { AnyKind, JsonObject } from "@loom/protocol";
import { dirname, join } from "@std/path";
import { STANDARD_INPUT } from "../load_document.ts";
import { isFolder, outKind } from "../out_path.ts";
import { UsageError } from "../usage_error.ts";

/** Destination of drawings. */
export type Destination =
  | { readonly kind: "stdout" }
  /** One drawing, to this path. */
  | { readonly kind: "file"; readonly path: string }
  /** Any number of drawings, into this folder, which may have to be made. */
  | { readonly kind: "folder"; readonly path: string }
  /** Each drawing beside its document. */
  | { readonly kind: "beside" };

/** Inputs of a destination. */
export interface DestinationWish {
  /** The documents. */
  readonly docs: readonly string[];
  /** The word behind `--out`. */
  readonly out: string | undefined;
  /** The format that was asked for. */
  readonly as: DrawingFormat | undefined;
  /** True when names have the time in them. */
  readonly stamp: boolean;
}

/**
 * Decides where drawings go.
 *
 * @throws {UsageError} When the wish makes no sense.
 */
export async function destinationOf({ docs, out, as, stamp }: DestinationWish): Promise<Destination> {
  if (docs.length > 1 && docs.includes(STANDARD_INPUT)) {
    throw new UsageError("Standard input is drawn alone: leave the other documents out.");
  }
  if (out === undefined) {
    return docs[0] === STANDARD_INPUT && !stamp ? { kind: "stdout" } : { kind: "beside" };
  }
  if (docs.length > 1) return await folderForAll(docs.length, out);
  if (out === "-") return { kind: "stdout" };
  return { kind: await outKind(out, drawingEndings(as)), path: out };
}

async function folderForAll(count: number, out: string): Promise<Destination> {
  if (out === "-") {
    throw new UsageError(
      `Standard output takes one drawing, not ${count}: name a folder, or leave --out out.`,
    );
  }
  const isTaken = await Deno.stat(out).then(({ isDirectory }) => !isDirectory, () => false);
  if (isTaken || (formatOfPath(out) !== undefined && !await isFolder(out))) {
    throw new UsageError(`"${out}" is one file for ${count} documents: name a folder, or leave --out out.`);
  }
  return { kind: "folder", path: out };
}

/** A drawing that needs a path. */
export interface Placed {
  /** The document. */
  readonly doc: string;
  /** The kind of document. */
  readonly row: AnyKind;
  /** Its definition. */
  readonly definition: JsonObject;
  /** The format of the drawing. */
  readonly format: DrawingFormat;
  /** The time for its name, if there is to be one. */
  readonly at: Date | undefined;
  /** True when a document of another kind with the same name lies beside it. */
  readonly isShared: boolean;
}

/**
 * The path for a drawing.
 *
 * @returns `undefined` for standard output.
 * @throws {UsageError} When nothing gives it a name.
 */
export function pathFor(destination: Destination, placed: Placed): string | undefined {
  if (destination.kind === "stdout") return undefined;
  if (destination.kind === "file") return destination.path;
  const folder = destination.kind === "folder" ? destination.path : dirname(placed.doc);
  if (placed.doc === STANDARD_INPUT) {
    throw new UsageError("Standard input gives no name to the drawing: name a file with --out.");
  }
  return join(folder, drawingFileName(placed));
}
