import { LOOM_KINDS } from "@loom/engine/kinds";
import type { KindName, KindTable } from "@loom/protocol";
import { DocumentError } from "../disk/document_error.ts";

/** Rules about the path of something made from a document. */
export interface TargetRules {
  /** The endings that fit, with their dot, in lower case. */
  readonly endings: readonly string[];
  /** Real paths of the documents that it is made from: never targets. */
  readonly sources: readonly string[];
  /** The kind, when the file is a document itself. Default: it is none. */
  readonly document?: KindName;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
}

/**
 * Refuses a path at which something made from a document must not stand, whatever is there.
 *
 * @param names The path as it was asked for, and where it leads.
 * @throws {DocumentError} `is_document` for a source document and for the name of one, `wrong_ending`.
 */
export function checkTarget(names: { path: string; realPath: string }, rules: TargetRules): void {
  const { path, realPath } = names;
  if (rules.sources.includes(realPath)) {
    throw new DocumentError(
      "is_document",
      `"${path}" is the document itself, which would be lost: name another file.`,
      path,
    );
  }
  for (const name of [path, realPath]) {
    if (rules.document === undefined && isDocumentName(name, rules)) {
      throw new DocumentError(
        "is_document",
        `"${path}" is named like a document, which could be lost: name a file that ends in ${
          endingsText(rules.endings)
        }.`,
        path,
      );
    }
    if (!fits(name, rules)) {
      throw new DocumentError(
        "wrong_ending",
        `"${path}" has an ending that does not fit: name a file that ends in ${endingsText(rules.endings)}.`,
        path,
      );
    }
  }
}

/** True when a path ends in one of the endings. */
export function endsInOne(path: string, endings: readonly string[]): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(ending));
}

/** Machines may be named like any JSON. */
function isDocumentName(name: string, { endings, kinds = LOOM_KINDS }: TargetRules): boolean {
  return kinds.ofPath(name) !== undefined || (/\.json$/i.test(name) && !endsInOne(name, endings));
}

function fits(name: string, { endings, document, kinds = LOOM_KINDS }: TargetRules): boolean {
  const kind = kinds.ofPath(name)?.kind;
  return endsInOne(name, endings) && (kind === undefined || kind === document);
}

/** `.svg, .png or .txt` */
function endingsText(endings: readonly string[]): string {
  return endings.length < 2 ? endings.join("") : `${endings.slice(0, -1).join(", ")} or ${endings.at(-1)}`;
}
