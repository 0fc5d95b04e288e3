import { useLayoutEffect, useRef } from "preact/hooks";

/** A shortcut: its key, and whether Ctrl or Alt is held. */
export interface Shortcut {
  readonly key: string;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
  readonly run: () => void;
}

/** Listens for shortcuts; keys that are written into a field are left to it. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const now = useRef(shortcuts);
  now.current = shortcuts;
  // Before the page is drawn: its first key is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const held = event.ctrlKey || event.metaKey;
      const isWritten = isTyping(event.target);
      const found = now.current.find(({ key, ctrl = false, alt = false, shift }) =>
        key === event.key.toLowerCase() && ctrl === held && alt === event.altKey &&
        (shift ?? event.shiftKey) === event.shiftKey
      );
      if (found === undefined || (isWritten && !isGlobal(found))) return;
      event.preventDefault();
      found.run();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Keys that mean nothing in a field: undo and redo there are the field's own. */
function isGlobal({ key, ctrl, alt }: Shortcut): boolean {
  return alt === true || (ctrl === true && (key === "k" || key === "s"));
}

/** True where keys are written into something. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement &&
    (target.matches("input, textarea, select") || target.isContentEditable);
}
