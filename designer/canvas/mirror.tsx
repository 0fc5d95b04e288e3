import { useId, useLayoutEffect, useRef } from "preact/hooks";

/** An element of a board, for those who do not see it. */
export interface MirrorItem {
  readonly key: string;
  readonly text: string;
  /** 1 for the outermost. */
  readonly level: number;
  /** True where there is more inside, which is shown while the element or something in it is picked. */
  readonly hasMore?: boolean | undefined;
}

interface MirrorProps {
  /** The name of the list. */
  readonly label: string;
  /** The elements, each before what is inside of it. */
  readonly items: readonly MirrorItem[];
  /** The key of the picked element; `undefined` for none, or for one of another list. */
  readonly picked: string | undefined;
  readonly onPick: (key: string) => void;
  /** A key that the list does not use itself. */
  readonly onKeyDown: (event: KeyboardEvent, key: string) => void;
  /** The keys that do something, in a sentence. */
  readonly help: string;
  /** Counts the times that the focus is to come here. */
  readonly focusCount: number;
}

/** A tree of what a board shows: arrow keys walk it, and the board follows. */
export function Mirror({ label, items, picked, onPick, onKeyDown, help, focusCount }: MirrorProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const shown = shownItems(items, picked);
  const current = shown.find(({ key }) => key === picked) ?? shown[0];
  const isFocused = () => list.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    // The focus follows what is picked, but is never taken from elsewhere.
    if (picked !== undefined && isFocused()) focusOn(list.current, picked);
  }, [picked]);
  useLayoutEffect(() => {
    if (focusCount > 0 && picked !== undefined) focusOn(list.current, picked);
  }, [focusCount]);
  const walk = (event: KeyboardEvent, key: string) => {
    const to = event.altKey || event.ctrlKey || event.metaKey
      ? undefined
      : targetOf(event.key, shown, key, items);
    if (to === undefined) return onKeyDown(event, key);
    event.preventDefault();
    event.stopPropagation();
    onPick(to);
    focusOn(list.current, to);
  };
  return (
    <>
      <p class="slc-visually-hidden" id={id}>{help}</p>
      <ul class="slc-visually-hidden" role="tree" aria-label={label} aria-describedby={id} ref={list}>
        {shown.map(({ key, text, level, hasMore }) => (
          <li
            key={key}
            role="treeitem"
            aria-level={level}
            aria-selected={key === picked}
            aria-expanded={hasMore ? isOpen(key, items, picked) : undefined}
            tabIndex={key === current?.key ? 0 : -1}
            data-key={key}
            onFocus={() => key === picked || onPick(key)}
            onClick={() => onPick(key)}
            onKeyDown={(event) => walk(event, key)}
          >
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

function focusOn(list: HTMLElement | null, key: string): void {
  const find = () => list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  const found = find();
  if (found) return found.focus({ preventScroll: true });
  // What is picked unfolds a part of the list, which is drawn next.
  requestAnimationFrame(() => find()?.focus({ preventScroll: true }));
}

function parentOf(items: readonly MirrorItem[], key: string): MirrorItem | undefined {
  const at = items.findIndex((one) => one.key === key);
  const level = items[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) {
    const item = items[index];
    if (item && item.level < level) return item;
  }
  return undefined;
}

function isOpen(key: string, items: readonly MirrorItem[], picked: string | undefined): boolean {
  for (let at = picked; at !== undefined; at = parentOf(items, at)?.key) if (at === key) return true;
  return false;
}

/** The outermost elements, and what is inside of those that the picked one is in. */
function shownItems(items: readonly MirrorItem[], picked: string | undefined): MirrorItem[] {
  const open = new Set<string>();
  if (picked !== undefined) {
    for (let at: string | undefined = picked; at !== undefined; at = parentOf(items, at)?.key) open.add(at);
  }
  const path: MirrorItem[] = [];
  return items.filter((item) => {
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= item.level) path.pop();
    const isShown = path.every(({ key }) => open.has(key));
    path.push(item);
    return isShown;
  });
}

function targetOf(
  pressed: string,
  shown: readonly MirrorItem[],
  key: string,
  items: readonly MirrorItem[],
): string | undefined {
  const at = shown.findIndex((one) => one.key === key);
  const here = shown[at];
  switch (pressed) {
    case "ArrowDown":
      return shown[at + 1]?.key;
    case "ArrowUp":
      return shown[at - 1]?.key;
    case "ArrowRight":
      return here && (shown[at + 1]?.level ?? 0) > here.level ? shown[at + 1]?.key : undefined;
    case "ArrowLeft":
      return parentOf(items, key)?.key;
    case "Home":
      return shown[0]?.key;
    case "End":
      return shown.at(-1)?.key;
    default:
      return undefined;
  }
}
