import {
  type ArrangementPatch,
  type EditedKind,
  findState,
  fitOf,
  IDENTITY_VIEWPORT,
  type JsonObject,
  keysOf,
  type LayoutBox,
  type Place,
  type Placeable,
  placesInside,
  type StateMachineDefinition,
  type Viewport,
} from "@loom/protocol";
import { boundsOf } from "@loom/protocol/drawing";
import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { MachineCanvas } from "../canvas/machine/machine_canvas.tsx";
import type { ArrangeMachine } from "../canvas/machine/scene.ts";
import type { CanvasMenuItem, CanvasSelection, CanvasTarget, MovedBoxes, NewPlace } from "../canvas/mod.ts";
import { type BoardProps, canvasProps } from "./board_props.ts";
import type { LayoutSession } from "./layout_session.ts";
import { useFollowed } from "./use_arrangement.ts";
import { placesFor } from "../canvas/clipboard.ts";
import { copiedStates, pastedStates } from "./machine_clipboard.ts";
import {
  addedRegion,
  addedState,
  asInitial,
  type CanvasEdit,
  enteredTransition,
  nestedStates,
  opsOf,
  removedElements,
  renamedState,
  STATE_KINDS,
  withKind,
} from "./machine_edits.ts";

interface MachineBoardProps extends BoardProps {
  /** The arrangement of the document. */
  readonly layout: LayoutSession;
  /** Arranges states that have no place. */
  readonly arrange: ArrangeMachine;
}

/** The box of a new state. */
const NEW_STATE = { width: 160, height: 60 } as const;
const HINT = "Double-click to add a state. Drag from an edge to connect.";

/** The canvas of a machine in its page: edits become operations of the document, movements changes of its arrangement. */
export function MachineBoard(props: MachineBoardProps): VNode | null {
  const { layout, def: json } = props;
  const def = json as object as StateMachineDefinition;
  const { arrangement, isLoaded } = useFollowed(layout);
  const [viewport, setViewport] = useState<Viewport>(IDENTITY_VIEWPORT);
  const [path, setPath] = useState<readonly string[]>([]);
  const [arranged, setArranged] = useState(0);
  const positions = useMemo(() => boxesOf(Object.entries(arrangement.places)), [arrangement.places]);
  const moves = useMoves(props, def, () => setArranged((count) => count + 1));
  const edits = editsOf(props, def, moves);
  if (!isLoaded) return <div class="slc-waiting" />;
  return (
    <MachineCanvas
      arrange={props.arrange}
      definition={def}
      positions={positions}
      drawn={props.drawn}
      layoutKey={arranged}
      direction={arrangement.direction}
      space={arrangement.fit === undefined ? undefined : fitOf(arrangement.fit)}
      viewport={viewport}
      onViewportChange={setViewport}
      path={path}
      onNavigateInto={(name) => setPath(pathTo(def, name) ?? path)}
      onNavigateTo={(depth) => setPath(path.slice(0, depth))}
      fitKey={`${props.docId} ${path.join("/")} ${arranged}`}
      selection={selectionOf(props.selected)}
      activeStates={props.active}
      collapsed={arrangement.collapsed}
      onCollapse={(collapsed) =>
        moves.change({ collapsed }, { collapsed: [...layout.arrangement().collapsed] })}
      {...canvasProps(props)}
      emptyHint={HINT}
      onSelect={(kind, id) => props.onSelect(`${kind}:${id}`)}
      onClearSelection={() => props.onSelect("")}
      onMove={moves.move}
      onArrange={moves.arrange}
      {...edits}
    />
  );
}

/** The edits of the document. */
function editsOf({ onEdit }: MachineBoardProps, def: StateMachineDefinition, moves: Moves) {
  const made = (edit: CanvasEdit): string | undefined => {
    if ("refusal" in edit) return edit.refusal;
    onEdit(opsOf(edit), edit.summary);
    return undefined;
  };
  return {
    onAddState(place: NewPlace) {
      const edit = addedState(def, place.parent);
      if (made(edit) !== undefined || edit.name === undefined) return undefined;
      moves.place(placesFor({ names: [edit.name], boxes: {} }, place.at, [], NEW_STATE), place.before);
      return edit.name;
    },
    onNest(names: readonly string[], parent: string | undefined, moved?: MovedBoxes) {
      const refusal = made(nestedStates(def, names, parent));
      if (refusal === undefined && moved) moves.move(moved.boxes, moved.before, true);
      return refusal;
    },
    onRenameState: (name: string, to: string) => made(renamedState(def, name, to)),
    onEnterTransition: (
      about: { readonly from: string } | { readonly id: string },
      entered: { readonly to: string; readonly event: string; readonly guard: string },
    ) => made(enteredTransition(def, about, entered)),
    onDelete: (elements: { readonly states: readonly string[]; readonly transitions: readonly string[] }) =>
      void made(removedElements(def, elements)),
    menuItems: ({ kind, id }: CanvasTarget): CanvasMenuItem[] => {
      if (kind !== "state" || id === undefined) return [];
      const now = findState(def.state, id)?.kind ?? "normal";
      const kinds = STATE_KINDS.filter((other) => other !== now).map((other): CanvasMenuItem => ({
        text: `Make it ${other}`,
        run: () => void made(withKind(def, id, other)),
      }));
      const region = addedRegion(def, id);
      return [
        { text: "Make it initial", run: () => void made(asInitial(def, id)) },
        ...kinds,
        { text: "Add region", run: () => made(region) === undefined ? region.name : undefined },
      ];
    },
    onCopy: (names: readonly string[], boxes: Readonly<Record<string, LayoutBox>>) =>
      copiedStates(def, names, boxes),
    onPaste(text: string, { parent, at, before }: NewPlace) {
      const edit = pastedStates(def, text, parent);
      const refusal = made(edit);
      if (refusal !== undefined || edit.pasted === undefined) return { refusal: refusal ?? "" };
      const { states = [], parallel } = (parent === undefined ? def.state : findState(def.state, parent)) ??
        {};
      const taken = [...states, ...parallel?.states ?? []].flatMap(({ name }) => before[name] ?? []);
      const places = placesFor(edit.pasted, at, taken, NEW_STATE);
      moves.place(places, before);
      return { names: edit.pasted.names, box: boundsOf(Object.values(places)) };
    },
  };
}

interface Moves {
  readonly move: (
    boxes: Readonly<Record<string, LayoutBox>>,
    drawn: Readonly<Record<string, LayoutBox>>,
    isOfEdit?: true,
  ) => void;
  /** Gives new states their places, and keeps the others where they are; that is part of the edit that adds them. */
  readonly place: (
    boxes: Readonly<Record<string, LayoutBox>>,
    before: Readonly<Record<string, LayoutBox>>,
  ) => void;
  readonly arrange: (drawn: Readonly<Record<string, LayoutBox>>) => void;
  readonly change: (patch: ArrangementPatch, inverse: ArrangementPatch) => void;
}

/** Changes of the arrangement, each of them a step that can be undone. */
function useMoves(
  { layout, onStep, row }: MachineBoardProps,
  def: StateMachineDefinition,
  rearrange: () => void,
): Moves {
  const latest = useRef(def);
  latest.current = def;
  /** The states of the newest machine, and the keys of their places: found for each movement, not for each edit. */
  const statesNow = () => {
    const elements = placeablesOf(row, latest.current);
    const keys = keysOf(elements);
    const byId = new Map(elements.map(({ id }, at) => [id, keys[at] ?? id]));
    return { elements, keyOf: (id: string) => byId.get(id) ?? id };
  };
  const change = (
    patch: ArrangementPatch,
    inverse: ArrangementPatch,
    { again = () => {}, isOfEdit }: { readonly again?: () => void; readonly isOfEdit?: true | undefined } =
      {},
  ) => {
    layout.change(patch);
    onStep({
      ...(isOfEdit ? { isOfEdit } : {}),
      undo: () => {
        layout.change(inverse);
        again();
      },
      redo: () => {
        layout.change(patch);
        again();
      },
    });
  };
  const placesOf = (boxes: Readonly<Record<string, LayoutBox>>): Record<string, LayoutBox> => {
    const { keyOf } = statesNow();
    return Object.fromEntries(Object.entries(boxes).map(([id, box]) => [keyOf(id), box]));
  };
  const hasNoPlaces = () => Object.keys(layout.arrangement().places).length === 0;
  /** The boxes of what closed states hold, which move along with these. */
  const hiddenIn = (
    moved: Readonly<Record<string, LayoutBox>>,
    drawn: Readonly<Record<string, LayoutBox>>,
  ) => {
    const { places, collapsed } = layout.arrangement();
    if (collapsed.length === 0) return {};
    const { elements, keyOf } = statesNow();
    const inside = Object.entries(moved).flatMap(([id, { x, y }]) => {
      const was = drawn[id];
      if (!was || !collapsed.includes(keyOf(id))) return [];
      return [...placesInside(elements, places, id, { x: x - was.x, y: y - was.y })];
    });
    return boxesOf(inside);
  };
  return {
    change,
    move(moved, drawn, isOfEdit) {
      const boxes = { ...hiddenIn(moved, drawn), ...moved };
      const isFirst = hasNoPlaces();
      const places = placesOf(isFirst ? { ...drawn, ...boxes } : boxes);
      const before = placesOf(
        Object.fromEntries(
          Object.keys(isFirst ? drawn : boxes).flatMap((id) => drawn[id] ? [[id, drawn[id]]] : []),
        ),
      );
      change({ places }, { places: before }, { isOfEdit });
    },
    place(boxes, before) {
      layout.change({ places: { ...hasNoPlaces() ? placesOf(before) : {}, ...boxes } });
    },
    arrange(drawn) {
      const none = Object.fromEntries(Object.keys(layout.arrangement().places).map((key) => [key, null]));
      rearrange();
      change({ places: none }, { places: placesOf(drawn) }, { again: rearrange });
    },
  };
}

function placeablesOf({ content }: EditedKind, def: StateMachineDefinition): readonly Placeable[] {
  return content?.pictures.placeables?.(def as object as JsonObject) ?? [];
}

function boxesOf(places: Iterable<readonly [string, Place]>): Record<string, LayoutBox> {
  return Object.fromEntries([...places].map(([key, place]) => [key, { width: 0, height: 0, ...place }]));
}

/** The selection, from its key in the page. */
function selectionOf(selected: string): CanvasSelection {
  const at = selected.indexOf(":");
  const [kind, id] = [selected.slice(0, at), selected.slice(at + 1)];
  return kind === "state" || kind === "transition" ? { kind, id } : { kind: null, id: null };
}

/** The names from the root down to a state, without the root's. */
function pathTo({ state: root }: StateMachineDefinition, name: string): readonly string[] | undefined {
  const search = (
    state: StateMachineDefinition["state"],
    path: readonly string[],
  ): readonly string[] | undefined => {
    for (const inner of [...state.states ?? [], ...state.parallel?.states ?? []]) {
      const next = [...path, inner.name];
      const found = inner.name === name ? next : search(inner, next);
      if (found) return found;
    }
    return undefined;
  };
  return search(root, []);
}
