import type { Size } from "@loom/protocol";
import type { VNode } from "preact";
import { Menu, type MenuItem } from "../menu.tsx";
import {
  addInside,
  addState,
  beginTransition,
  type Board,
  boxesNow,
  outermost,
  parentAt,
  removeInHand,
  returnFocus,
  takeStates,
} from "./board.ts";
import { containerAt } from "./hit.ts";
import type { CanvasTarget } from "./props.ts";
import { addBeside, duplicate, toggleCollapsed } from "./keys.ts";
import { openTransition } from "./presses.ts";

/** The menu of a state, a transition or the board. */
export function BoardMenu({ board, size }: { readonly board: Board; readonly size: Size }): VNode | null {
  const { menu } = board.state;
  if (!menu) return null;
  const { target: { kind, id } } = menu;
  const items = kind === "state" && id !== undefined
    ? stateItems(board, id)
    : kind === "transition" && id !== undefined
    ? transitionItems(board, id)
    : boardItems(board);
  const name = kind === "state" && id !== undefined
    ? board.scene.byKey.get(id)?.name ?? id
    : kind === "canvas"
    ? "Board"
    : "Transition";
  return (
    <Menu
      key={`${menu.at.x} ${menu.at.y} ${id ?? ""}`}
      label={name}
      items={items}
      at={menu.at}
      size={size}
      onClose={() => {
        board.set({ menu: undefined });
        returnFocus(board);
      }}
    />
  );
}

function stateItems(board: Board, key: string): (MenuItem | undefined)[] {
  const { props, scene, state: { hand } } = board;
  const state = scene.byKey.get(key);
  if (!state) return [];
  const isClosed = props.collapsed?.includes(state.name) === true;
  const isFixed = props.readOnly === true;
  return [
    ...(props.onRenameState
      ? [{ text: "Rename", keys: "Enter", isDisabled: isFixed, run: () => board.set({ rename: key }) }]
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
    ...(isFixed ? [] : hostItems(board, { kind: "state", id: key })),
    undefined,
    ...(state.isContainer && props.onNavigateInto
      ? [{ text: "Go inside", keys: "Ctrl+Enter", run: () => props.onNavigateInto?.(state.name) }]
      : []),
    ...(props.onCollapse && (state.isContainer || isClosed)
      ? [{ text: isClosed ? "Open" : "Close", keys: ".", run: () => void toggleCollapsed(board, key) }]
      : []),
    ...copyItems(board, outermost(scene, hand.states)),
    undefined,
    {
      text: hand.states.size > 1 ? `Remove ${hand.states.size} states` : "Remove",
      keys: "Del",
      isDisabled: isFixed,
      run: () => removeInHand(board),
    },
  ];
}

/** The rows of the host. */
function hostItems(board: Board, target: CanvasTarget): MenuItem[] {
  return (board.props.menuItems?.(target) ?? []).map(({ text, run }) => ({
    text,
    run() {
      const name = run();
      if (name === undefined) return;
      takeStates(board, [name]);
      board.set({ rename: name });
    },
  }));
}

function copyItems(board: Board, states: readonly string[]): MenuItem[] {
  const { onCopy, onPaste } = board.props;
  if (!onCopy) return [];
  const copy: MenuItem = {
    text: "Copy",
    keys: "Ctrl+C",
    run: () => void navigator.clipboard?.writeText(onCopy(states)),
  };
  return onPaste && board.props.readOnly !== true
    ? [copy, { text: "Duplicate", keys: "Ctrl+D", run: () => void duplicate(board) }]
    : [copy];
}

function transitionItems(board: Board, id: string): (MenuItem | undefined)[] {
  const { scene, props, state: { menu } } = board;
  const edge = scene.edges.find((one) => one.id === id);
  const isFixed = props.readOnly === true;
  return [
    ...(props.onEnterTransition && edge?.kind !== "join"
      ? [{
        text: "Edit…",
        keys: "Enter",
        isDisabled: isFixed,
        run: () => openTransition(board, id, menu?.at ?? { x: 0, y: 0 }),
      }]
      : []),
    ...(edge
      ? [{ text: `Go to ${scene.byKey.get(edge.to)?.name ?? ""}`, run: () => goTo(board, edge.to) }]
      : []),
    ...(edge
      ? [{ text: `Go to ${scene.byKey.get(edge.from)?.name ?? ""}`, run: () => goTo(board, edge.from) }]
      : []),
    undefined,
    { text: "Remove", keys: "Del", isDisabled: isFixed, run: () => removeInHand(board) },
  ];
}

function goTo(board: Board, key: string): void {
  const box = board.scene.byKey.get(key)?.box;
  takeStates(board, [key]);
  if (box) board.tools?.reveal(box);
}

function boardItems(board: Board): (MenuItem | undefined)[] {
  const { props, scene, state: { menu }, tools } = board;
  const isFixed = props.readOnly === true;
  const world = menu?.world ?? { x: 0, y: 0 };
  const parent = parentAt(board, containerAt(scene, world)?.key);
  return [
    ...(props.onAddState
      ? [{
        text: "Add state here",
        keys: "A",
        isDisabled: isFixed,
        run: () => addState(board, parent, world),
      }]
      : []),
    ...(props.onPaste
      ? [{
        text: "Paste here",
        keys: "Ctrl+V",
        isDisabled: isFixed,
        run: () => void pasteFromClipboard(board, parent),
      }]
      : []),
    undefined,
    {
      text: "Select all",
      keys: "Ctrl+A",
      run: () => takeStates(board, scene.states.filter(({ slot }) => slot !== "root").map(({ key }) => key)),
    },
    { text: "Fit", keys: "0", run: () => tools?.handle.fit() },
    ...(props.onArrange
      ? [{ text: "Arrange", isDisabled: isFixed, run: () => props.onArrange?.(boxesNow(scene)) }]
      : []),
  ];
}

async function pasteFromClipboard(board: Board, parent: string | undefined): Promise<void> {
  const at = board.state.menu?.world ?? { x: 0, y: 0 };
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text) board.props.onPaste?.(text, { parent, at });
}
