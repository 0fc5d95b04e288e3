import type { Finding } from "@loom/protocol";
import { useMemo } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { Icon } from "./icon.tsx";
import { remediesOf } from "./remedies.ts";

interface FindingItemProps {
  readonly finding: Finding;
  /** Takes the element in hand; absent where it is in hand. */
  readonly onSelect?: (() => void) | undefined;
}

/** A finding, with the edits that mend it as buttons. */
export function FindingItem({ finding, onSelect }: FindingItemProps) {
  const { row, def, edit } = useWorkspace();
  const remedies = useMemo(() => remediesOf(row, def, finding), [row, def, finding]);
  const { severity, ruleId, message } = finding;
  const text = (
    <>
      <Icon name={severity === "error" ? "error" : "warning"} />
      <span>
        <span class="visually-hidden">{severity}</span> {message} <span class="rule">{ruleId}</span>
      </span>
    </>
  );
  return (
    <li class={`finding ${severity}`}>
      {onSelect === undefined
        ? <p class="finding-text">{text}</p>
        : <button type="button" class="plain finding-text" onClick={onSelect}>{text}</button>}
      {remedies.length === 0 ? null : (
        <div class="row remedies">
          {remedies.map(({ label, ops, summary }) => (
            <button
              key={label}
              type="button"
              onClick={() => edit(ops, summary)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}
