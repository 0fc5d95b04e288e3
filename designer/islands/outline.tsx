import type { DocumentElement } from "@loom/protocol";
import { useState } from "preact/hooks";
import { type ElementKey, keyOf } from "../editor/element_key.ts";

interface OutlineProps {
  readonly elements: readonly DocumentElement[];
  readonly selected: ElementKey;
  readonly onSelect: (key: ElementKey) => void;
}

/** The elements of a document as a list: the way to them without a pointer, and without seeing the picture. */
export function Outline({ elements, selected, onSelect }: OutlineProps) {
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const shown = elements.filter(({ text }) => text.toLowerCase().includes(wanted));
  const depthOf = depths(elements);
  return (
    <nav aria-label="Elements">
      <label class="search">
        <span class="visually-hidden">Find an element</span>
        <input
          type="search"
          placeholder="Find"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </label>
      <ul>
        {shown.map((element) => {
          const key = keyOf(element);
          return (
            <li key={key} style={{ paddingInlineStart: `${(depthOf.get(element) ?? 0) * 0.75}rem` }}>
              <button
                type="button"
                class="plain"
                aria-current={key === selected ? "true" : undefined}
                onClick={() => onSelect(key)}
              >
                <span class="quiet">{element.type}</span> {element.text.slice(element.type.length).trim()}
              </button>
            </li>
          );
        })}
      </ul>
      {shown.length === 0
        ? <p class="quiet">{wanted === "" ? "Nothing yet." : "Nothing has this name."}</p>
        : null}
    </nav>
  );
}

/** The number of listed elements that each one lies in. */
function depths(elements: readonly DocumentElement[]): Map<DocumentElement, number> {
  const found = new Map<DocumentElement, number>();
  const around: DocumentElement[] = [];
  for (const element of elements) {
    while (around.length > 0 && !element.path.startsWith(`${around.at(-1)?.path}/`)) around.pop();
    found.set(element, around.length);
    around.push(element);
  }
  return found;
}
