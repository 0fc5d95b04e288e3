import type { DocumentElement, Finding } from "@loom/protocol";
import { type ElementKey, keyOf } from "../editor/element_key.ts";

/** The most findings that are listed. */
const MOST = 100;

interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly elements: readonly DocumentElement[];
  readonly onSelect: (key: ElementKey) => void;
}

/** What the validator finds; each finding leads to its element. */
export function FindingList({ findings, elements, onSelect }: FindingListProps) {
  const sorted = findings.toSorted((a, b) => Number(a.severity !== "error") - Number(b.severity !== "error"));
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">{findings.length === 0 ? "No findings" : `Findings (${findings.length})`}</h2>
      <ul class="findings">
        {sorted.slice(0, MOST).map((finding, index) => {
          const element = elementOf(finding, elements);
          const text = (
            <>
              <span class={`severity ${finding.severity}`}>{finding.severity}</span> {finding.ruleId}{" "}
              {finding.message}
            </>
          );
          return (
            <li key={`${finding.ruleId} ${finding.path} ${index}`}>
              {element === undefined
                ? text
                : (
                  <button type="button" class="plain" onClick={() => onSelect(keyOf(element))}>{text}</button>
                )}
            </li>
          );
        })}
      </ul>
      {findings.length > MOST ? <p class="quiet">{findings.length - MOST} more</p> : null}
    </section>
  );
}

/** The innermost element that a finding lies in. */
function elementOf({ path }: Finding, elements: readonly DocumentElement[]): DocumentElement | undefined {
  let found: DocumentElement | undefined;
  for (const element of elements) {
    const holds = path === element.path || path.startsWith(`${element.path}/`);
    if (holds && element.path.length >= (found?.path.length ?? 0)) found = element;
  }
  return found;
}
