import type { KindContent } from "@loom/protocol";
import { wrongKind } from "../session/document_errors.ts";
import type { Session } from "../session/session.ts";
import type { Document } from "@loom/bridge/document";

/**
 * The content of the kind of a document.
 *
 * @throws {ToolError} `wrong_kind` for a kind of which only the name is known.
 */
export function contentOf({ path, kinds }: Session, { row }: Pick<Document, "row">): KindContent {
  if (row.content !== undefined) return row.content;
  const wanted = kinds.rows.find(({ content }) => content !== undefined);
  throw wrongKind(path, row, wanted ?? row);
}
