import { equalJson } from "@loom/protocol";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type EditedElement, type ElementKey, keyOf } from "./command_fields.ts";
import { useAfterFrame } from "../canvas/use_after_frame.ts";
import { useWorkspace } from "./context.ts";
import { countText } from "./finding_list.tsx";
import { Icon } from "./icon.tsx";

/** The elements of a document as a list: the way to them without a pointer, and without seeing the picture. */
export function Outline() {
  const { selected, select, findings, setMode, ...workspace } = useWorkspace();
  const elements = useAfterFrame(workspace.elements);
  const [filter, setFilter] = useState("");
  const wanted = filter.trim().toLowerCase();
  const depthOf = useMemo(() => depths(elements), [elements]);
  const shown = useMemo(
    () => elements.filter(({ text }) => text.toLowerCase().includes(wanted)),
    [elements, wanted],
  );
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [selected, elements]);
  const latest = useRef(select);
  latest.current = select;
  const rows = useRef<ReadonlyMap<string, VNode<OutlineRow>>>(new Map());
  // A document has hundreds of elements, and the page changes more often than they do.
  const list = useMemo(() => {
    const drawn = shown.map((element): VNode<OutlineRow> => {
      const key = keyOf(element);
      const row = {
        id: key,
        type: element.type,
        name: nameIn(element),
        depth: depthOf.get(element) ?? 0,
        isCurrent: key === selected,
        select: latest,
      };
      const known = rows.current.get(key);
      return known && equalJson(known.props, row) ? known : <Row key={key} {...row} />;
    });
    rows.current = new Map(drawn.map((node) => [node.props.id, node]));
    return <Rows nodes={drawn} />;
  }, [shown, depthOf, selected]);
  return (
    <nav aria-label="Elements" class="outline" ref={nav}>
      <label class="search">
        <span class="visually-hidden">Find an element</span>
        <input
          type="search"
          placeholder="Find"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </label>
      {list}
      {shown.length === 0
        ? <p class="quiet">{wanted === "" ? "Nothing yet." : "Nothing has this name."}</p>
        : null}
      <button type="button" class="plain outline-findings" onClick={() => setMode("check")}>
        <Icon
          name={findings.some(({ severity }) => severity === "error")
            ? "error"
            : findings.length > 0
            ? "warning"
            : "check"}
        />
        <span class="grow">{findings.length === 0 ? "No findings" : countText(findings)}</span>
      </button>
    </nav>
  );
}

/** An element as the outline shows it. */
interface OutlineRow {
  readonly id: ElementKey;
  readonly type: string;
  readonly name: string;
  readonly depth: number;
  readonly isCurrent: boolean;
  readonly select: { readonly current: (key: ElementKey) => void };
}

/** All rows. A component, as each row is: Preact passes over components that are the same node as before, not over elements. */
function Rows({ nodes }: { readonly nodes: readonly VNode<OutlineRow>[] }): VNode {
  return <ul onKeyDown={walk}>{nodes}</ul>;
}

function Row({ id, type, name, depth, isCurrent, select }: OutlineRow): VNode {
  return (
    <li data-key={id} style={{ paddingInlineStart: `${depth * 12}px` }}>
      <button
        type="button"
        class="plain"
        aria-current={isCurrent ? "true" : undefined}
        onClick={() => select.current(id)}
      >
        <span class="kind" data-type={type} aria-hidden="true" />
        <span class="visually-hidden">{type}</span> <span class="grow">{name}</span>
      </button>
    </li>
  );
}

/** The name in the outline, which shows by its indent what the element belongs to. */
function nameIn({ type, text, naming }: EditedElement): string {
  return type === "attribute" ? naming?.["name"] ?? text : text.slice(type.length).trim();
}

/** Up and down go from one element to the next. */
function walk(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = items.findIndex((item) => item === document.activeElement);
  event.preventDefault();
  items[at + step]?.focus();
}

/** The number of listed elements that each one lies in. */
function depths(elements: readonly EditedElement[]): Map<EditedElement, number> {
  const found = new Map<EditedElement, number>();
  const around: EditedElement[] = [];
  for (const element of elements) {
    while (around.length > 0 && !element.path.startsWith(`${around.at(-1)?.path}/`)) around.pop();
    found.set(element, around.length);
    around.push(element);
  }
  return found;
}
