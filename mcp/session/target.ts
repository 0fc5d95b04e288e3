import { DocumentError, readDocument } from "@loom/bridge/document";
import { type KindName, kindOfPath } from "@loom/protocol";
import { resolve } from "@std/path";
import { ToolError } from "../tool.ts";
import { chronicleFile, isChronicleAddress } from "./chronicle.ts";
import { documentError } from "./document_errors.ts";
import { realPathOf } from "./real_path.ts";

const CHRONICLE_ROOT = "/srv/chronicle";

/** What a document that can be read and is broken is refused for, when it is read. */
const BROKEN: ReadonlySet<string> = new Set(["json_syntax", "not_utf8", "too_deep", "forbidden_key"]);

/**
 * The file that a client names to be the active document.
 *
 * @param path A path, or a chronicle address.
 * @throws {ToolError} When it cannot be a document of the loom, or the address leads nowhere.
 */
export async function targetOf(path: string, chronicleRoot: string = CHRONICLE_ROOT): Promise<string> {
  const target = isChronicleAddress(path) ? await chronicleFile(path, chronicleRoot) : resolve(path);
  if (target.endsWith(".json")) return target;
  throw new ToolError(
    "unknown_kind",
    `"${path}" is no document of the loom: name a file that ends in .smdf.json, .erdf.json, .sqdf.json or .sysdf.json.`,
  );
}

/** What is at a path. */
export interface Found {
  readonly exists: boolean;
  /** The kind that name or content tell. */
  readonly kind?: KindName;
}

/**
 * Looks at what is to be the active document. One that is broken can be, so that an agent sees how; a file that neither its
 * name nor its content makes a document cannot.
 *
 * @throws {ToolError} Why it cannot be.
 */
export async function lookAt(target: string, root: string | undefined): Promise<Found> {
  try {
    await realPathOf(target, root);
    const { kind } = await readDocument(target, root === undefined ? {} : { root });
    return { exists: true, kind };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "not_found" || error.code === "no_folder") return { exists: false };
    if (kindOfPath(target) !== undefined && BROKEN.has(error.code)) return { exists: true };
    throw documentError(error, target);
  }
}
