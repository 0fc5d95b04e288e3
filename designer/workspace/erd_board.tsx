import {
  type EntityRelationshipDefinition,
  type ErdNotation,
  IDENTITY_VIEWPORT,
  type LayoutBox,
  type Places,
  type Viewport,
} from "@loom/protocol";
import { reasonOf } from "./ask_server.ts";
import { boundsOf } from "@loom/protocol/drawing";
import { useMemo, useRef, useState } from "preact/hooks";
import type { NewPlace } from "../canvas/board.ts";
import { erdAutoLayout, withNewEntities } from "../canvas/erd/auto_layout.ts";
import { EntityRelationshipCanvas } from "../canvas/erd/entity_relationship_canvas.tsx";
import { type BoardProps, canvasProps } from "./board_props.ts";
import { placesFor } from "../canvas/clipboard.ts";
import { addressOf } from "./document_list.tsx";
import { copiedEntities, diagramIn, type PastedDiagram, pastedDiagram } from "./erd/erd_clipboard.ts";
import { imported } from "./imports.ts";
import { Icon } from "./icon.tsx";
import { useRemembered } from "./remembered.ts";
import { useArrangement } from "./use_arrangement.ts";
import { commandsFor } from "./use_commands.ts";
import { systemOf } from "./use_system.ts";

const NOTATIONS = [
  { notation: "crowsfoot", text: "Crow's foot" },
  { notation: "chen", text: "Chen" },
] as const satisfies readonly { readonly notation: ErdNotation; readonly text: string }[];

/** The canvas of an entity-relationship diagram in its page: edits go into the document, movements into the arrangement beside it. */
export function Board(props: BoardProps) {
  const { docId, selected, onSelect } = props;
  const def = props.def as object as EntityRelationshipDefinition;
  const { layout, arrangement, isLoaded } = useArrangement(docId);
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [view, setView] = useRemembered("erd-view", { notation: "crowsfoot" });
  const [arranged, setArranged] = useState(0);
  const notation = NOTATIONS.find((one) => one.notation === view.notation)?.notation ?? "crowsfoot";
  const kept = (notation === "chen" ? arrangement.notations[notation]?.places : arrangement.places) ??
    NO_PLACES;
  // Without an arrangement, too, entities stay where they were drawn first.
  const drawn = useRef({ view: "", boxes: NO_BOXES });
  const fitKey = `${docId} ${notation} ${arranged}`;
  const positions = useMemo(() => {
    const isGuess = Object.keys(kept).length === 0;
    const known = !isGuess ? boxesOf(kept) : drawn.current.view === fitKey ? drawn.current.boxes : NO_BOXES;
    const boxes = withNewEntities(def, known, notation, isGuess);
    drawn.current = { view: fitKey, boxes };
    return boxes;
  }, [def, kept, notation, fitKey]);
  const named = notation === "chen" ? { notation } : {};
  // An automatic layout would move entities at every edit: the first movement saves the place of each.
  const withOthers = (boxes: Readonly<Record<string, LayoutBox>>) =>
    Object.keys(kept).length === 0 ? { ...positions, ...boxes } : boxes;
  const move = (boxes: Readonly<Record<string, LayoutBox>>, isOfEdit?: true) => {
    const places = withOthers(boxes);
    const before = Object.fromEntries(
      Object.keys(places).map((name) => [name, positions[name] ?? null]),
    );
    layout.change({ places, ...named });
    props.onStep({
      ...(isOfEdit ? { isOfEdit } : {}),
      undo: () => layout.change({ places: before, ...named }),
      redo: () => layout.change({ places, ...named }),
    });
  };
  const arrange = () => {
    const auto = erdAutoLayout(def, notation);
    move(auto);
    setArranged((count) => count + 1);
  };
  const add = (pasted: PastedDiagram, { at, before, lines = [] }: NewPlace) => {
    const { ops, summary, added } = pastedDiagram(props.row, def, pasted, notation);
    props.onEdit(ops, summary);
    const places = placesFor(added, at, [...Object.values(before), ...lines], NO_SIZE);
    layout.change({ places: withOthers(places), ...named });
    return { names: added.names, box: boundsOf(Object.values(places)) };
  };
  if (!isLoaded) return <div class="slc-waiting" />;
  return (
    <EntityRelationshipCanvas
      definition={def}
      positions={positions}
      lines={arrangement.lines}
      notation={notation}
      viewport={viewport}
      onViewportChange={setViewport}
      fitKey={fitKey}
      focus={selected}
      onFocus={onSelect}
      onClearSelection={() => onSelect("")}
      {...canvasProps(props)}
      onMove={move}
      onCopy={(names, boxes) => copiedEntities(def, names, boxes)}
      onPaste={async (text, place) => {
        try {
          const pasted = diagramIn(text) ?? await importedDiagram(text, props.row.kind);
          const added = add(pasted, place);
          if (pasted.remarks) props.onSay(pasted.remarks);
          return added;
        } catch (error) {
          props.onSay(reasonOf(error));
          return undefined;
        }
      }}
      onCommand={commandsFor(props)}
      onOpenMachine={(machine) => void openMachine(machine, props)}
      hudExtras={
        <>
          <span class="slc-hud-sep" aria-hidden="true" />
          {NOTATIONS.map((one) => (
            <button
              key={one.notation}
              type="button"
              class="slc-hud-btn hud-choice"
              aria-pressed={one.notation === notation}
              onClick={() => setView({ notation: one.notation })}
            >
              <Icon name={one.notation} />
              <span class="hud-text">{one.text}</span>
            </button>
          ))}
          <button
            type="button"
            class="slc-hud-btn"
            onClick={arrange}
            disabled={props.readOnly || props.isLocked}
          >
            <Icon name="arrange" />
            <span class="hud-text">Arrange</span>
          </button>
        </>
      }
    />
  );
}

/** The diagram in a text of another program, such as SQL. */
async function importedDiagram(text: string, wanted: string): Promise<PastedDiagram> {
  const { kind, definition, remarks } = await imported("pasted", text);
  if (kind !== wanted) throw new Error(`The clipboard holds another kind of document: ${kind}.`);
  const diagram = definition as object as EntityRelationshipDefinition;
  return { diagram, boxes: {}, remarks: remarks.join(" ") };
}

const NO_SIZE = { width: 0, height: 0 };
const NO_PLACES: Places = {};
const NO_BOXES: Readonly<Record<string, LayoutBox>> = {};

function boxesOf(places: Places): Record<string, LayoutBox> {
  return Object.fromEntries(
    Object.entries(places).map(([name, { x, y }]) => [name, { x, y, width: 0, height: 0 }]),
  );
}

/** Opens the machine of a name in the system of the diagram, or beside it; says so where there is none. */
async function openMachine(machine: string, { docId, onSay, ...props }: BoardProps): Promise<void> {
  const system = props.system ?? await systemOf(docId);
  const machines = system?.members.filter(({ kind }) => kind === "machine") ?? [];
  const found = machines.find(({ name }) => name === machine);
  if (found !== undefined) return location.assign(addressOf(found.file));
  const names = machines.map(({ name }) => name).join(", ") || "none";
  onSay(
    `No machine is named ${machine} in ${
      system?.system?.name ?? "the folder of this diagram"
    }: there is ${names}.`,
  );
}
