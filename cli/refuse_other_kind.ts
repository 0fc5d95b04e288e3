import { DocumentError } from "@loom/bridge/document";
import { DOCUMENT_KINDS, kindOfPath } from "@loom/protocol";

/**
 * Refuses a path whose name says that another kind of document is there than a machine.
 *
 * @throws {DocumentError} `wrong_kind`.
 */
export function refuseOtherKind(path: string): void {
  const kind = kindOfPath(path);
  if (kind === undefined || kind === "machine") return;
  const title = DOCUMENT_KINDS.find((row) => row.kind === kind)?.title ?? kind;
  throw new DocumentError(
    "wrong_kind",
    `"${path}" is named as another kind of document (${title}) and this needs a state machine: choose a name that ends in .smdf.json.`,
    path,
  );
}
