import {
  IDENTITY_VIEWPORT,
  relativeMemberPath,
  resolveMemberPath,
  type SystemDefinition,
  type Viewport,
} from "@loom/protocol";
import { useMemo, useState } from "preact/hooks";
import type { SystemMemberView } from "../canvas/mod.ts";
import { SystemMapCanvas } from "../canvas/system/system_map_canvas.tsx";
import { type BoardProps, canvasProps } from "./board_props.ts";
import { addressOf, useDocuments } from "./document_list.tsx";
import { useArrangement } from "./use_arrangement.ts";
import { commandsFor } from "./use_commands.ts";
import type { SystemReport } from "./use_system.ts";

/** The map of a system in its page. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect, def, system } = props;
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const { layout, arrangement: { places }, isLoaded } = useArrangement(docId);
  const documents = useDocuments();
  const known = useMemo(
    () =>
      documents.map(({ path }) => relativeMemberPath(docId, path))
        .filter((path) => !path.endsWith(".sysdf.json")),
    [docId, documents],
  );
  const members = useMemo(() => system === undefined ? {} : memberViews(system), [system]);
  if (!isLoaded) return <div class="slc-waiting" />;
  return (
    <SystemMapCanvas
      definition={def as object as SystemDefinition}
      members={members}
      links={system?.counts ?? NO_LINKS}
      known={known}
      positions={places}
      onMove={(boxes) => {
        const before = Object.fromEntries(Object.keys(boxes).map((name) => [name, places[name] ?? null]));
        layout.change({ places: boxes });
        props.onStep({
          undo: () => layout.change({ places: before }),
          redo: () => layout.change({ places: boxes }),
        });
      }}
      viewport={viewport}
      onViewportChange={setViewport}
      fitKey={docId}
      focus={selected}
      onFocus={onSelect}
      {...canvasProps(props)}
      onOpen={(path) => location.assign(addressOf(resolveMemberPath(docId, path), "", docId))}
      onCommand={commandsFor(props)}
    />
  );
}

const NO_LINKS: SystemReport["counts"] = [];

/** The members as the map draws them, with the number of findings in each. */
function memberViews({ members, findings }: SystemReport): Readonly<Record<string, SystemMemberView>> {
  const count = (path: string, severity: string) =>
    findings.filter((one) => one.member === path && one.severity === severity).length;
  return Object.fromEntries(members.map(({ path, svg, counts, problem }) => [path, {
    svg,
    counts,
    problem,
    errors: count(path, "error"),
    warnings: count(path, "warning"),
  }]));
}
