import {
  type Attribute,
  type Box,
  endsOf,
  type EntityRelationshipDefinition,
  relationshipsOf,
  type Size,
  textOrEmpty,
  type Viewport,
} from "@loom/protocol";
import { moved } from "@loom/protocol/drawing";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { returnFocus, useBoard, type WithHandle } from "../board.ts";
import { BoardCanvas } from "../board_canvas.tsx";
import { drawFar } from "../far_layer.tsx";
import { Menu } from "../menu.tsx";
import type { MirrorItem, MirrorList } from "../mirror.tsx";
import type { CanvasContent, PaneView } from "../pane.tsx";
import { beginningOf, NARROW } from "../view_window.ts";
import { type ScenePart, shownParts } from "../parts.tsx";
import type { EntityRelationshipCanvasProps, ErdBoard } from "./board.ts";
import { endMenuOf, ERD_BOARD, ERD_KEYS } from "./kind.tsx";
import { attributesIn } from "./relating.ts";
import { entityKey, type ErdScene, relationshipKey, sceneOf, type SceneRow } from "./scene.ts";

const HEAD = 28;

/** An entity-relationship diagram that is shown and edited: the host owns the definition, the positions, the viewport and the selection. */
export function EntityRelationshipCanvas(props: WithHandle<EntityRelationshipCanvasProps>): CanvasContent {
  const board = useBoard(ERD_BOARD, props);
  const scene = useScene(board);
  board.show(scene);
  const { relating, endMenu, move } = board.state;
  const isDragged = move !== undefined;
  const moving = move?.keys ?? NONE;
  const world = useCallback(
    (view: PaneView) => shownParts(scene.parts.filter((part) => !isMoving(part, moving)), view, isDragged),
    [scene, moving],
  );
  const over = move &&
    ((view: PaneView) => shownParts(scene.parts.filter((part) => isMoving(part, moving)), view, isDragged));
  const far = useMemo(() =>
    drawFar({
      containers: [],
      lines: scene.lines.flatMap(({ paths }) => paths),
      boxes: scene.tables.map(({ name, box }) => ({ name, box, fill: "nodeFill", head: HEAD })),
    }), [scene]);
  const shown = useRef(scene);
  if (!move) shown.current = scene;
  const lists = useMemo(() => erdLists(props.definition, shown.current), [props.definition, shown.current]);
  const { focus, selection } = props;
  const name = props.definition.settings?.name;
  return (
    <BoardCanvas
      board={board}
      handleRef={props.ref}
      label={`Board${
        typeof name === "string" && name !== "" ? ` of ${name}` : ""
      }: ${scene.tables.length} entities, ${scene.lines.length} relationships`}
      world={world}
      over={over}
      far={far}
      lists={lists}
      help={ERD_KEYS}
      wanted={focus ?? (selection === undefined ? undefined : selection === null ? "" : entityKey(selection))}
      hint={relating ? "Choose the other element; Esc ends" : undefined}
      emptyHint="Nothing here yet. Double-click to add an entity."
      modes={["slc-pane--erd", relating && "slc-pane--drawing"]}
      firstView={firstView}
    >
      {(size) =>
        endMenu
          ? (
            <Menu
              key={`${endMenu.index} ${endMenu.end}`}
              {...endMenuOf(board, endMenu)}
              at={endMenu.at}
              size={size}
              onClose={() => {
                board.set({ endMenu: undefined });
                returnFocus(board);
              }}
            />
          )
          : null}
    </BoardCanvas>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Checks whether a part is one of some entities, or a line that ends at one. */
function isMoving({ entities = [] }: ScenePart, moving: ReadonlySet<string>): boolean {
  return entities.some((name) => moving.has(name));
}

/** The scale at which rows can still be read. */
const READABLE = 0.6;

/** On a phone the beginning of a large diagram, where it can be read. */
function firstView(bounds: Box, size: Size): Viewport | undefined {
  return size.width < NARROW ? beginningOf(bounds, size, READABLE) : undefined;
}

/** The scene; while it changes, lines stay where they can. */
function useScene({ props, state: { move } }: ErdBoard): ErdScene {
  const { definition, notation = "crowsfoot" } = props;
  // The scene before the movement that goes on: its lines come back where their entities do.
  const atRest = useRef<ErdScene | undefined>(undefined);
  const last = useRef<ErdScene | undefined>(undefined);
  const positions = useMemo(() => {
    const live = { ...props.positions };
    for (const name of move?.keys ?? []) {
      const box = live[name];
      if (box && move) live[name] = moved(box, move.by);
    }
    return live;
  }, [props.positions, move]);
  return useMemo(() => {
    const before = move === undefined ? atRest.current : last.current;
    last.current = sceneOf(definition, positions, notation, before, move !== undefined, props.lines);
    if (move === undefined) atRest.current = last.current;
    return last.current;
  }, [definition, positions, notation, move !== undefined]);
}

/** The entities with their attributes, then the relationships, as sentences. */
function erdLists(def: EntityRelationshipDefinition, { tables, lines }: ErdScene): MirrorList[] {
  const values = new Map(relationshipsOf(def).map(({ index, value }) => [index, value]));
  const entities = tables.flatMap(({ name, rows }): MirrorItem[] => {
    const attributes = new Map(attributesIn(def, name).map((one) => [one.name, one]));
    return [
      {
        key: entityKey(name),
        text: () => `${name}, entity, ${rows.length === 1 ? "1 attribute" : `${rows.length} attributes`}`,
        level: 1,
      },
      ...rows.map((row) => ({
        key: row.key,
        text: () => attributeSentence(row, attributes.get(row.name)),
        level: 2,
      })),
    ];
  });
  const relationships = lines.map(({ index, from, to }) => ({
    key: relationshipKey(index),
    text() {
      const value = values.get(index) ?? {};
      const [one, other] = endsOf(value);
      const verb = textOrEmpty(value.label).trim() || "has";
      return `${from} ${verb} ${to}, relationship: ${endText(one)} ${from}, ${endText(other)} ${to}`;
    },
    level: 1,
  }));
  return [{ role: "tree", label: "Entities and relationships", items: [...entities, ...relationships] }];
}

function attributeSentence({ name, stateOf }: SceneRow, attribute: Attribute | undefined): string {
  return [
    name,
    attribute?.type ?? "",
    attribute?.key === "pk" ? "primary key" : attribute?.key === "uk" ? "unique" : "",
    attribute?.references ? `refers to ${attribute.references}` : "",
    attribute?.nullable ? "may be missing" : "",
    stateOf.length > 0 ? `state of ${stateOf.join(" and ")}` : "",
  ].filter((word) => word !== "").join(", ");
}

function endText(
  { maximum, minimum }: { readonly maximum: "one" | "many"; readonly minimum: 0 | 1 },
): string {
  if (maximum === "one") return minimum === 1 ? "exactly one" : "one or none";
  return minimum === 1 ? "one or more" : "any number of";
}
