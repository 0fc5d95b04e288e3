import type { VNode } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { describeMachine } from "@loom/protocol/drawing";
import { type Board, focusLater, takeStates, takeTransition, transitionName } from "./board.ts";
import { arrowOf, nudge, onBoardKey } from "./keys.ts";
import type { Scene } from "./scene.ts";

/** Boards with more states than this begin closed. */
const MANY = 300;
/** The elements that exist on each side of the one in focus. */
const AROUND = 120;

interface Item {
  readonly key: string;
  readonly level: number;
  readonly at: number;
  readonly of: number;
  readonly isOpen: boolean | undefined;
}

/**
 * The machine as elements that assistive technology reads and that the keyboard walks: a tree of states and a list of transitions. What
 * is focused here is in hand on the board.
 */
export function Mirror({ board }: { readonly board: Board }): VNode {
  const { scene, state: { hand, said }, props } = board;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const walk = useRef<{ readonly origin: string; readonly index: number } | undefined>(undefined);
  const [inHand] = hand.states;
  const items = useMemo(() => itemsOf(scene, toggled, inHand), [scene, toggled, inHand]);
  const name = props.rootLabel ?? scene.drawing.name;
  const focused = inHand ?? items[0]?.key;
  const index = Math.max(0, items.findIndex(({ key }) => key === focused));
  const text = useMemo(() => describeMachine(scene.drawing, new Set(props.activeStates)), [
    scene,
    props.activeStates,
  ]);
  const active = new Set(props.activeStates);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = focused;
    if (key === undefined) return;
    if (event.key.toLowerCase() === "t" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      walk.current = along(board, walk.current, key, event.shiftKey);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    walk.current = undefined;
    const isDone = onTreeKey(board, event, {
      items,
      index,
      key,
      toggle: (one) => setToggled(toggle(toggled, one)),
    });
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="slc-mirror slc-visually-hidden">
      <p id={`${props.svgId ?? "slc"}-text`}>{text}</p>
      <div
        role="tree"
        aria-label={`States${name === "" ? "" : ` of ${name}`}`}
        aria-multiselectable="true"
        aria-describedby={`${props.svgId ?? "slc"}-text`}
        onKeyDown={onKeyDown}
      >
        {items.slice(Math.max(0, index - AROUND), index + AROUND).map((item) => (
          <StateItem
            key={item.key}
            board={board}
            item={item}
            isFocused={item.key === focused}
            isSelected={hand.states.has(item.key)}
            isActive={active.has(scene.byKey.get(item.key)?.name ?? "")}
          />
        ))}
      </div>
      <TransitionList board={board} />
      <p aria-live="polite" class="slc-said">{said}</p>
    </div>
  );
}

interface StateItemProps {
  readonly board: Board;
  readonly item: Item;
  readonly isFocused: boolean;
  readonly isSelected: boolean;
  readonly isActive: boolean;
}

function StateItem(
  { board, item: { key, level, at, of, isOpen }, isFocused, isSelected, isActive }: StateItemProps,
) {
  const state = board.scene.byKey.get(key);
  return (
    <div
      role="treeitem"
      data-mirror={key}
      aria-level={level}
      aria-posinset={at}
      aria-setsize={of}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      aria-description={descriptionOf(board, key, isActive)}
      tabIndex={isFocused ? 0 : -1}
      onFocus={() => {
        if (!board.state.hand.states.has(key)) takeStates(board, [key]);
        const box = board.scene.byKey.get(key)?.box;
        if (box) board.tools?.reveal(box);
      }}
      onClick={() => takeStates(board, [key])}
      onDblClick={() => onBoardKey(board, new KeyboardEvent("keydown", { key: "Enter" }))}
    >
      {state?.name || "unnamed"}
    </div>
  );
}

/** More about a state than its name. */
function descriptionOf({ scene }: Board, key: string, isActive: boolean): string {
  const state = scene.byKey.get(key);
  const out = (scene.edgesOf.get(key) ?? []).filter(({ from }) => from === key);
  const said = out.slice(0, 8).map(({ event, to, kind }) =>
    `${kind === "join" ? "when complete" : event === "" ? "at once" : `on ${event}`} to ${
      scene.byKey.get(to)?.name ?? to
    }`
  );
  return [
    scene.initials.has(key) ? "initial" : "",
    state?.kind === "normal" ? "" : state?.kind ?? "",
    state?.slot === "region" ? "region" : "",
    isActive ? "active" : "",
    ...said,
    out.length > 8 ? `and ${out.length - 8} more` : "",
  ].filter(Boolean).join(", ");
}

/** The rows of the tree that are open, in the order in which they are read. */
function itemsOf(scene: Scene, toggled: ReadonlySet<string>, inHand: string | undefined): Item[] {
  const isOpenAtFirst = scene.states.length <= MANY;
  const around = new Set<string>();
  for (let at = inHand === undefined ? undefined : scene.byKey.get(inHand)?.parent; at !== undefined;) {
    around.add(at);
    at = scene.byKey.get(at)?.parent;
  }
  const items: Item[] = [];
  const visit = (keys: readonly string[], level: number): void => {
    for (const [index, key] of keys.entries()) {
      const inner = scene.children.get(key) ?? [];
      const isOpen = inner.length === 0 ? undefined : around.has(key) || (isOpenAtFirst !== toggled.has(key));
      items.push({ key, level, at: index + 1, of: keys.length, isOpen });
      if (isOpen) visit(inner, level + 1);
    }
  };
  visit((scene.children.get(undefined) ?? []).filter((key) => !scene.ghosts.has(key)), 1);
  return items;
}

function toggle(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

interface TreeFocus {
  readonly items: readonly Item[];
  readonly index: number;
  readonly key: string;
  readonly toggle: (key: string) => void;
}

function onTreeKey(board: Board, event: KeyboardEvent, { items, index, key, toggle }: TreeFocus): boolean {
  const arrow = arrowOf(event);
  if (arrow && event.altKey) {
    nudge(board, arrow, event.shiftKey);
    return true;
  }
  const item = items[index];
  const inner = board.scene.children.get(key) ?? [];
  const parent = board.scene.byKey.get(key)?.parent;
  if (!event.ctrlKey && !event.metaKey) {
    switch (event.key) {
      case "ArrowDown":
        return focusState(board, items[index + 1]?.key, event.shiftKey);
      case "ArrowUp":
        return focusState(board, items[index - 1]?.key, event.shiftKey);
      case "Home":
        return focusState(board, items[0]?.key, false);
      case "End":
        return focusState(board, items.at(-1)?.key, false);
      case "ArrowRight":
        if (item?.isOpen === false) toggle(key);
        else focusState(board, inner[0], false);
        return true;
      case "ArrowLeft":
        if (item?.isOpen === true) toggle(key);
        else focusState(board, parent, false);
        return true;
    }
  }
  board.set({ isInTree: true });
  return onBoardKey(board, event);
}

/** Puts the focus on the element of a state, which takes the state in hand. */
export function focusState(board: Board, key: string | undefined, isMore: boolean): boolean {
  if (key === undefined || !board.scene.byKey.has(key)) return true;
  takeStates(board, isMore ? [key, ...board.state.hand.states] : [key]);
  focusLater(board, `[data-mirror="${CSS.escape(key)}"]`);
  return true;
}

/** Goes along a transition, or back along one that leads here; again for the next one of the same state. */
function along(
  board: Board,
  walk: { readonly origin: string; readonly index: number } | undefined,
  key: string,
  isBack: boolean,
) {
  const origin = walk?.origin ?? key;
  const ways = (board.scene.edgesOf.get(origin) ?? []).filter(({ from, to }) =>
    isBack ? to === origin && from !== origin : from === origin && to !== origin
  );
  const index = walk === undefined ? 0 : (walk.index + 1) % Math.max(1, ways.length);
  const way = ways[index];
  const name = board.scene.byKey.get(origin)?.name ?? origin;
  if (way === undefined) {
    board.set({ said: isBack ? `Nothing leads to ${name}.` : `No transition leads out of ${name}.` });
    return undefined;
  }
  board.set({ said: `${transitionName(board.scene, way.id)}, ${index + 1} of ${ways.length}.` });
  focusState(board, isBack ? way.from : way.to, false);
  return { origin, index };
}

/** All transitions as a list. */
function TransitionList({ board }: { readonly board: Board }): VNode | null {
  const { scene, state: { hand } } = board;
  const ids = useMemo(() => transitionIds(scene), [scene]);
  const index = Math.max(0, ids.indexOf(hand.transition ?? ""));
  if (ids.length === 0) return null;
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    takeTransition(board, id);
    focusLater(board, `[data-mirror-line="${CSS.escape(id)}"]`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
    const edge = scene.edges.find(({ id }) => id === ids[index]);
    if (step !== undefined) focus(ids[index + step]);
    else if (event.key === "ArrowRight" && edge) focusState(board, edge.to, false);
    else if (event.key === "ArrowLeft" && edge) focusState(board, edge.from, false);
    else {
      board.set({ isInTree: true });
      if (!onBoardKey(board, event)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const first = Math.max(0, index - AROUND);
  return (
    <div role="listbox" aria-label="Transitions" onKeyDown={onKeyDown}>
      {ids.slice(first, index + AROUND).map((id, place) => (
        <div
          key={id}
          role="option"
          data-mirror-line={id}
          aria-selected={id === hand.transition}
          aria-posinset={first + place + 1}
          aria-setsize={ids.length}
          tabIndex={first + place === index ? 0 : -1}
          onFocus={() => {
            if (board.state.hand.transition !== id) takeTransition(board, id);
          }}
          onClick={() => takeTransition(board, id)}
        >
          {transitionName(scene, id)}
        </div>
      ))}
    </div>
  );
}

/** Lines first, then the transitions that stay inside of their states. */
function transitionIds({ states, edges }: Scene): string[] {
  return [
    ...edges.filter(({ kind }) => kind !== "further").map(({ id }) => id),
    ...states.flatMap(({ rows }) => rows.flatMap(({ id }) => id ?? [])),
  ];
}
