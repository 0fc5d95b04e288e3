/// <reference lib="dom" />
import { render } from "preact";
import type { BoardProps } from "../workspace/board_props.ts";
import { loadPageKind } from "../workspace/page_kinds.ts";
import { makeSession } from "../workspace/use_session.ts";
import { Workspace } from "../workspace/workspace.tsx";
import { type EditProps, readEditProps } from "./page_props.ts";

const props = globalThis.document?.getElementById("props")?.textContent;
if (props) await start(readEditProps(props));

async function start(
  { docId, kind, definition, arrangement, focus, hub, isNew }: EditProps,
): Promise<void> {
  // Loads the kind at once; a mode or a command loads its own modules when it is used.
  const loaded = await loadPageKind(kind);
  const root = document.getElementById("page");
  if (root === null || loaded === undefined) return;
  const { row, board: Board } = loaded;
  const board = (props: BoardProps) => <Board {...props} drawn={arrangement} />;
  const session = await makeSession({ docId, row, def: definition, hub, isNew });
  root.replaceChildren();
  render(<Workspace docId={docId} row={row} board={board} session={session} focus={focus} />, root);
}
