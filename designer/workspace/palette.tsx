import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { keyOf } from "./command_fields.ts";
import { matchScore } from "./match_score.ts";
import { Icon, type IconName } from "./icon.tsx";
import type { PaletteItem } from "./palette_items.ts";

/** The most items that are shown. */
const MOST = 60;

interface PaletteProps {
  readonly items: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Everything that can be done and gone to, found by a few letters. */
export function Palette({ items, onClose }: PaletteProps) {
  const { elements, select, setMode } = useWorkspace();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const before = useRef(document.activeElement);
  useEffect(() => {
    input.current?.focus();
    return () => before.current instanceof HTMLElement && before.current.focus();
  }, []);
  const places: readonly PaletteItem[] = elements.map((element) => ({
    id: `go ${keyOf(element)}`,
    icon: "design" as IconName,
    title: element.text,
    detail: "Go to",
    run: () => {
      setMode("design");
      select(keyOf(element));
    },
  }));
  const found = ranked([...items, ...places], text).slice(0, MOST);
  const chosen = found[Math.min(at, found.length - 1)];
  const choose = (item: PaletteItem | undefined) => {
    onClose();
    item?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter") choose(chosen);
    else if (step !== 0) {
      setAt((Math.min(at, found.length - 1) + step + found.length) % Math.max(1, found.length));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="scrim" onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div
        class="palette"
        role="dialog"
        aria-modal="true"
        aria-label="Search and commands"
        onKeyDown={onKeyDown}
      >
        <input
          ref={input}
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.id}`}
          aria-label="Search and commands"
          placeholder="Search elements and commands"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
        />
        <ul id={id} role="listbox" aria-label="Found">
          {found.map((item) => (
            <li
              key={item.id}
              id={`${id}-${item.id}`}
              role="option"
              aria-selected={item === chosen}
              ref={(node) => {
                if (item === chosen) node?.scrollIntoView({ block: "nearest" });
              }}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(item);
              }}
            >
              <Icon name={item.icon} />
              <span class="grow">{item.title}</span>
              {item.detail === undefined ? null : <span class="quiet">{item.detail}</span>}
              {item.shortcut === undefined ? null : <kbd>{item.shortcut}</kbd>}
            </li>
          ))}
        </ul>
        {found.length === 0 ? <p class="empty">Nothing has this name.</p> : null}
      </div>
    </div>
  );
}

function ranked(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  if (text.trim() === "") return items;
  return items.map((item) => ({ item, score: matchScore(item.title, text.trim()) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
