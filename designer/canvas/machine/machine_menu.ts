import type { MenuItem } from "../menu.tsx";
import { copyItems, pasteItems } from "../clipboard.ts";
import { type Hit, nameOf, reveal, take, typeOf } from "../board.ts";
import {
  addBeside,
  addInside,
  addState,
  beginNesting,
  beginTransition,
  boxesNow,
  type MachineBoard,
  openTransition,
  removeInHand,
  renameState,
  stateKey,
  statesInHand,
  toggleCollapsed,
} from "./board.ts";
import { containerAt } from "./hit.ts";
import type { CanvasTarget } from "./props.ts";

/** The rows of the menu of a state, a transition or the board. */
export function machineMenu(board: MachineBoard, hit: Hit | undefined): (MenuItem | undefined)[] {
  if (!hit || hit.part === "inside") return boardItems(board);
  return typeOf(hit.key) === "state"
    ? stateItems(board, nameOf(hit.key))
    : transitionItems(board, nameOf(hit.key));
}

/** The name of that menu. */
export function menuName({ scene }: MachineBoard, hit: Hit | undefined): string {
  if (!hit || hit.part === "inside") return "Board";
  return typeOf(hit.key) === "state"
    ? scene.byKey.get(nameOf(hit.key))?.name ?? nameOf(hit.key)
    : "Transition";
}

function stateItems(board: MachineBoard, key: string): (MenuItem | undefined)[] {
  const { props, scene } = board;
  const inHand = statesInHand(board);
  const state = scene.byKey.get(key);
  if (!state) return [];
  const isClosed = props.collapsed?.includes(state.name) === true;
  const isFixed = props.readOnly === true;
  return [
    ...(props.onRenameState
      ? [{ text: "Rename", keys: "Enter", isDisabled: isFixed, run: () => renameState(board, key) }]
      : []),
    { text: "Add transition…", keys: "C", isDisabled: isFixed, run: () => beginTransition(board, key) },
    { text: "Transition to itself…", isDisabled: isFixed, run: () => beginTransition(board, key, key) },
    ...(props.onAddState
      ? [
        {
          text: "Add state beside it",
          keys: "Tab",
          isDisabled: isFixed,
          run: () => addBeside(board, key, true),
        },
        { text: "Add state inside", keys: "Shift+A", isDisabled: isFixed, run: () => addInside(board, key) },
      ]
      : []),
    ...(props.onNest
      ? [
        { text: "Move into…", keys: "M", isDisabled: isFixed, run: () => void beginNesting(board, false) },
        {
          text: "Move out",
          keys: "Shift+M",
          isDisabled: isFixed || !hasAround(board, key),
          run: () => void beginNesting(board, true),
        },
      ]
      : []),
    ...(isFixed ? [] : hostItems(board, { kind: "state", id: key })),
    undefined,
    ...(state.isContainer && props.onNavigateInto
      ? [{ text: "Go inside", keys: "Ctrl+Enter", run: () => props.onNavigateInto?.(state.name) }]
      : []),
    ...(props.onCollapse && (state.isContainer || isClosed)
      ? [{ text: isClosed ? "Open" : "Close", keys: ".", run: () => void toggleCollapsed(board, key) }]
      : []),
    ...copyItems(board),
    undefined,
    {
      text: inHand.length > 1 ? `Remove ${inHand.length} states` : "Remove",
      keys: "Del",
      isDisabled: isFixed,
      run: () => void removeInHand(board),
    },
  ];
}

/** Checks whether a state is inside of another one. */
function hasAround({ scene }: MachineBoard, key: string): boolean {
  const parent = scene.byKey.get(scene.byKey.get(key)?.parent ?? "");
  return parent !== undefined && parent.slot !== "root";
}

/** The rows of the host. */
function hostItems(board: MachineBoard, target: CanvasTarget): MenuItem[] {
  return (board.props.menuItems?.(target) ?? []).map(({ text, run }) => ({
    text,
    run() {
      const name = run();
      if (name === undefined) return;
      take(board, [stateKey(name)]);
      renameState(board, name);
    },
  }));
}

function transitionItems(board: MachineBoard, id: string): (MenuItem | undefined)[] {
  const { scene, props, state: { menu } } = board;
  const edge = scene.edgeById.get(id);
  const isFixed = props.readOnly === true;
  return [
    ...(props.onEnterTransition && edge?.kind !== "join"
      ? [{
        text: "Edit…",
        keys: "Enter",
        isDisabled: isFixed,
        run: () => void openTransition(board, id, menu?.at),
      }]
      : []),
    ...(edge ? [edge.to, edge.from] : []).map((key) => ({
      text: `Go to ${scene.byKey.get(key)?.name ?? ""}`,
      run: () => goTo(board, key),
    })),
    undefined,
    { text: "Remove", keys: "Del", isDisabled: isFixed, run: () => void removeInHand(board) },
  ];
}

function goTo(board: MachineBoard, key: string): void {
  take(board, [stateKey(key)]);
  reveal(board, stateKey(key));
}

function boardItems(board: MachineBoard): (MenuItem | undefined)[] {
  const { props, scene, state: { menu }, tools } = board;
  const isFixed = props.readOnly === true;
  const world = menu?.world ?? { x: 0, y: 0 };
  const parent = containerAt(scene, world)?.key ?? scene.inside;
  return [
    ...(props.onAddState
      ? [{
        text: "Add state here",
        keys: "A",
        isDisabled: isFixed,
        run: () => addState(board, parent, world),
      }]
      : []),
    ...pasteItems(board, parent, world),
    undefined,
    {
      text: "Select all",
      keys: "Ctrl+A",
      run: () => take(board, board.kind.all(board)),
    },
    { text: "Fit", keys: "0", run: () => tools?.handle.fit() },
    ...(props.onArrange
      ? [{ text: "Arrange", isDisabled: isFixed, run: () => props.onArrange?.(boxesNow(scene)) }]
      : []),
  ];
}
