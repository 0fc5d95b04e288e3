import type { RefObject, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { takesText } from "./gestures.ts";
import { useOwnId } from "./use_pane.ts";

/** An element of a board, for those who do not see it. Its texts are made when they are needed: a board may have thousands. */
export interface MirrorItem {
  readonly key: string;
  /** 1 for the outermost. */
  readonly level: number;
  readonly text: () => string;
  /** More about it than its text. */
  readonly more?: (() => string) | undefined;
}

/** A tree or a list of elements, each before what is inside of it. */
export interface MirrorList {
  readonly role: "tree" | "listbox";
  readonly label: string;
  readonly items: readonly MirrorItem[];
  /** The element of another list that lies on a side of one, for lists without levels. */
  readonly beside?: ((key: string, isRight: boolean) => string | undefined) | undefined;
}

interface MirrorProps {
  readonly lists: readonly MirrorList[];
  readonly hand: readonly string[];
  /** The keys that do something, in a sentence. */
  readonly help: string;
  /** The whole drawing in words. */
  readonly outline?: (() => string) | undefined;
  /** The last thing that happened. */
  readonly said: string;
  /** Counts the times that the focus is to come here. */
  readonly focusCount: number;
  readonly onPick: (keys: readonly string[]) => void;
  /** A key that the lists do not use themselves. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Boards with more elements than this begin closed. */
const MANY = 300;
/** The elements that exist on each side of the one in focus. */
const AROUND = 120;

/** Lists of what a board shows: arrow keys walk them, and the board follows. */
export function Mirror(props: MirrorProps): VNode {
  const { lists, hand, help, outline, said } = props;
  const id = useOwnId();
  const root = useRef<HTMLDivElement>(null);
  const text = useMemo(() => outline?.(), [outline]);
  useFocus(root, hand[0], props.focusCount);
  return (
    <div class="slc-mirror slc-visually-hidden" ref={root}>
      <p id={id}>{text} {help}</p>
      {lists.map((list) =>
        list.items.length === 0 ? null : <List key={list.label} {...props} list={list} describedBy={id} />
      )}
      <p aria-live="polite" class="slc-said">{said}</p>
    </div>
  );
}

/** The focus follows what is picked, but is never taken from elsewhere unless it is wanted here. */
function useFocus(root: RefObject<HTMLDivElement | null>, picked: string | undefined, count: number): void {
  const isWanted = useRef(false);
  const seen = useRef(count);
  if (seen.current !== count) [seen.current, isWanted.current] = [count, true];
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isHere = root.current?.contains(activeElement) === true;
    if (!isHere && !isWanted.current) return;
    // A field that has been opened meanwhile keeps it.
    if (!isHere && takesText(activeElement)) return void (isWanted.current = false);
    const item = picked === undefined
      ? undefined
      : root.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(picked)}"]`);
    const found = item ?? root.current?.querySelector<HTMLElement>("[role=treeitem][tabindex='0']");
    if (found && (isWanted.current || item) && found !== activeElement) found.focus({ preventScroll: true });
    // An element that the edit has just made is drawn soon.
    if (item || picked === undefined) isWanted.current = false;
  });
}

/** An element with its place among those of the same level. */
interface Row extends MirrorItem {
  readonly parent: Row | undefined;
  readonly at: number;
  readonly siblings: { count: number };
  hasMore: boolean;
}

function rowsOf(items: readonly MirrorItem[]): Row[] {
  const path: Row[] = [];
  const outermost = { count: 0 };
  const inner = new Map<Row, { count: number }>();
  return items.map((item) => {
    while ((path.at(-1)?.level ?? 0) >= item.level) path.pop();
    const parent = path.at(-1);
    if (parent) parent.hasMore = true;
    const siblings = parent ? inner.get(parent) ?? { count: 0 } : outermost;
    if (parent) inner.set(parent, siblings);
    const row: Row = { ...item, parent, at: ++siblings.count, siblings, hasMore: false };
    path.push(row);
    return row;
  });
}

interface ListProps extends MirrorProps {
  readonly list: MirrorList;
  readonly describedBy: string;
}

function List(props: ListProps): VNode {
  const { list: { role, label, items }, describedBy, hand, onPick } = props;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => rowsOf(items), [items]);
  const picked = rows.find(({ key }) => key === hand[0]);
  const { shown, isOpen } = useMemo(() => shownRows(rows, toggled, picked), [rows, toggled, picked]);
  const index = Math.max(0, picked ? shown.indexOf(picked) : 0);
  const toggle = (key: string) => {
    const next = new Set(toggled);
    if (!next.delete(key)) next.add(key);
    setToggled(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = shown[index];
    if (!row) return;
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in STEPS)) {
      return props.onKeyDown(event);
    }
    event.preventDefault();
    event.stopPropagation();
    const to = STEPS[event.key]?.({ shown, index, row, isOpen, toggle, beside: props.list.beside });
    if (to !== undefined) onPick(event.shiftKey ? [to, ...hand] : [to]);
  };
  const first = Math.max(0, index - AROUND);
  return (
    <ul
      role={role}
      aria-label={label}
      aria-multiselectable="true"
      aria-describedby={describedBy}
      onKeyDown={onKeyDown}
    >
      {shown.slice(first, index + AROUND).map((row, place) => {
        const { key, level, at, siblings, hasMore, text, more } = row;
        const isTree = role === "tree";
        return (
          <li
            key={key}
            role={isTree ? "treeitem" : "option"}
            data-key={key}
            aria-level={isTree ? level : undefined}
            aria-posinset={at}
            aria-setsize={siblings.count}
            aria-expanded={hasMore ? isOpen(row) : undefined}
            aria-selected={hand.includes(key)}
            aria-description={more?.() || undefined}
            tabIndex={first + place === index ? 0 : -1}
            onFocus={() => hand.includes(key) || onPick([key])}
            onClick={() => onPick([key])}
            onDblClick={() => props.onKeyDown(new KeyboardEvent("keydown", { key: "Enter" }))}
          >
            {text()}
          </li>
        );
      })}
    </ul>
  );
}

/** The rows that are not inside of closed ones. What the picked one is in is open. */
function shownRows(rows: readonly Row[], toggled: ReadonlySet<string>, picked: Row | undefined) {
  const around = new Set<Row>();
  for (let at = picked?.parent; at; at = at.parent) around.add(at);
  const isOpenAtFirst = rows.length <= MANY;
  const isOpen = (row: Row) => around.has(row) || isOpenAtFirst !== toggled.has(row.key);
  const hidden = new Set<Row>();
  const shown = rows.filter((row) => {
    const isHidden = row.parent !== undefined && (hidden.has(row.parent) || !isOpen(row.parent));
    if (isHidden) hidden.add(row);
    return !isHidden;
  });
  return { shown, isOpen };
}

interface Step {
  readonly shown: readonly Row[];
  readonly index: number;
  readonly row: Row;
  readonly isOpen: (row: Row) => boolean;
  readonly toggle: (key: string) => void;
  readonly beside: MirrorList["beside"];
}

/** The keys that walk; each gives the element to go to. */
const STEPS: Readonly<Record<string, (step: Step) => string | undefined>> = {
  ArrowDown: ({ shown, index }) => shown[index + 1]?.key,
  ArrowUp: ({ shown, index }) => shown[index - 1]?.key,
  Home: ({ shown }) => shown[0]?.key,
  End: ({ shown }) => shown.at(-1)?.key,
  ArrowRight({ shown, index, row, isOpen, toggle, beside }) {
    if (beside) return beside(row.key, true);
    if (row.hasMore && isOpen(row)) return shown[index + 1]?.key;
    if (row.hasMore) toggle(row.key);
    return undefined;
  },
  ArrowLeft({ row, isOpen, toggle, beside }) {
    if (beside) return beside(row.key, false);
    if (!row.hasMore || !isOpen(row)) return row.parent?.key;
    toggle(row.key);
    return undefined;
  },
};
