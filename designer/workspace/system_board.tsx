import {
  IDENTITY_VIEWPORT,
  relativeMemberPath,
  resolveMemberPath,
  type SystemDefinition,
  type Viewport,
} from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import { SystemMapCanvas } from "../canvas/system/system_map_canvas.tsx";
import type { BoardProps } from "./board_props.ts";
import { listedFiles } from "./member_files.ts";
import type { SystemView } from "./system_view.ts";
import { commandsFor } from "./use_commands.ts";

const NOTHING: SystemView = { members: {}, links: [] };

/** The map of a system in its page: what its members are is read from their files. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect, readOnly, def } = props;
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [view, setView] = useState<SystemView>(NOTHING);
  const [known, setKnown] = useState<readonly string[]>([]);
  useEffect(() => {
    let isOver = false;
    void import("./system_view.ts").then(({ viewOf }) => viewOf(docId, def)).then((next) =>
      isOver || setView(next)
    );
    return () => {
      isOver = true;
    };
  }, [docId, def]);
  useEffect(() => {
    void listedFiles().then((files) =>
      setKnown(
        files.map(({ path }) => relativeMemberPath(docId, path)).filter((path) =>
          !path.endsWith(".sysdf.json")
        ),
      )
    );
  }, [docId]);
  return (
    <SystemMapCanvas
      definition={def as object as SystemDefinition}
      members={view.members}
      links={view.links}
      known={known}
      viewport={viewport}
      onViewportChange={setViewport}
      fitKey={docId}
      focus={selected}
      onFocus={onSelect}
      readOnly={readOnly}
      peers={props.peers}
      onPointer={props.onPointer}
      onOpen={(path) => {
        const address = new URL(location.href);
        address.searchParams.set("doc", resolveMemberPath(docId, path));
        address.searchParams.set("system", docId);
        address.searchParams.delete("focus");
        location.assign(address);
      }}
      onCommand={commandsFor(props)}
      onUndo={props.onUndo}
      onRedo={props.onRedo}
    />
  );
}
