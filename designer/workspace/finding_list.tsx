import type { DocumentElement, Finding } from "@loom/protocol";
import { useRef } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { type ElementKey, keyOf } from "./command_fields.ts";
import { FindingItem } from "./finding_item.tsx";

/** The most findings that are listed. */
const MOST = 200;

/** Findings about one element. */
interface FindingGroup {
  readonly element: DocumentElement | undefined;
  readonly findings: readonly Finding[];
}

/** The findings by element, errors first; `j` and `k` go through them. */
export function FindingList() {
  const { findings, elements, select } = useWorkspace();
  const list = useRef<HTMLDivElement>(null);
  const groups = grouped(findings.slice(0, MOST), elements);
  const go = (event: KeyboardEvent) => {
    const step = event.key === "j" ? 1 : event.key === "k" ? -1 : 0;
    if (step === 0 || list.current === null) return;
    const items = [...list.current.querySelectorAll<HTMLElement>(".finding-text")];
    const at = items.findIndex((item) => item.contains(document.activeElement));
    items[Math.min(items.length - 1, Math.max(0, at + step))]?.focus();
  };
  if (findings.length === 0) return <p class="empty">No findings. The document keeps all its rules.</p>;
  return (
    <div class="finding-groups" ref={list} onKeyDown={go}>
      <p class="quiet">{countText(findings)}. j and k go through them.</p>
      {groups.map(({ element, findings }) => (
        <section
          key={element === undefined ? "" : keyOf(element)}
          aria-label={element?.text ?? "The document"}
        >
          <h3>{element?.text ?? "The document"}</h3>
          <ul class="findings">
            {findings.map((finding, index) => (
              <FindingItem
                key={`${finding.ruleId} ${index}`}
                finding={finding}
                onSelect={() => select(element === undefined ? "" : keyOf(element))}
              />
            ))}
          </ul>
        </section>
      ))}
      {findings.length > MOST ? <p class="quiet">{findings.length - MOST} more</p> : null}
    </div>
  );
}

/** The numbers of errors and warnings as words. */
export function countText(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  const parts = [[errors, "error"], [warnings, "warning"]] as const;
  return parts.filter(([count]) => count > 0).map(([count, word]) =>
    `${count} ${word}${count === 1 ? "" : "s"}`
  )
    .join(", ");
}

function grouped(findings: readonly Finding[], elements: readonly DocumentElement[]): FindingGroup[] {
  const groups = new Map<DocumentElement | undefined, Finding[]>();
  const sorted = findings.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
  for (const finding of sorted) {
    const element = elementOf(finding, elements);
    groups.set(element, [...groups.get(element) ?? [], finding]);
  }
  return [...groups].map(([element, findings]) => ({ element, findings }));
}

/** The keys of the elements that findings of a severity are about. */
export function keysWith(
  severity: Finding["severity"],
  findings: readonly Finding[],
  elements: readonly DocumentElement[],
): ElementKey[] {
  const found = findings.filter((one) => one.severity === severity).flatMap((finding) => {
    const element = elementOf(finding, elements);
    return element === undefined ? [] : [keyOf(element)];
  });
  return [...new Set(found)];
}

/** The innermost element that a finding lies in. */
export function elementOf<Element extends DocumentElement>(
  { path }: Finding,
  elements: readonly Element[],
): Element | undefined {
  const known = PLACES.get(elements) ?? new Map(elements.map((element, at) => [element.path, at]));
  PLACES.set(elements, known);
  for (let around = path;; around = around.slice(0, around.lastIndexOf("/"))) {
    const at = known.get(around);
    if (at !== undefined || around === "") return elements[at ?? -1];
  }
}

/** The places of elements in their lists, by path: a document has hundreds of elements, and of findings. */
const PLACES = new WeakMap<readonly DocumentElement[], ReadonlyMap<string, number>>();
