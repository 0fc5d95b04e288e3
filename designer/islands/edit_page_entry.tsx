/// <reference lib="dom" />
import { render } from "preact";
import { loadBoard } from "../workspace/boards.ts";
import { loadParts } from "../workspace/load_parts.ts";
import { loadKind } from "../workspace/load_kind.ts";
import { makeSession } from "../workspace/use_session.ts";
import { Workspace } from "../workspace/workspace.tsx";
import { readEditProps } from "./page_props.ts";

const { docId, kind, definition, focus, hub, isNew } = readEditProps(
  document.getElementById("props")?.textContent ?? "null",
);

// What the kind needs is loaded at once; what a mode or a command needs comes with it.
const [row, board] = await Promise.all([loadKind(kind), loadBoard(kind), loadParts(kind)]);
const root = document.getElementById("page");
if (root !== null && row !== undefined) {
  const session = await makeSession({ docId, row, def: definition, hub, isNew });
  root.replaceChildren();
  render(<Workspace docId={docId} row={row} board={board} session={session} focus={focus} />, root);
}
