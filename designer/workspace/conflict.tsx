import type { LostValue } from "../session/session_types.ts";
import { useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { YOU } from "./document_session.ts";
import { labelOf } from "./element_form.tsx";

/** Conflicts with the edits of others, with the choices that are left. */
export function Conflicts() {
  const { snapshot: { conflict, lost }, session } = useWorkspace();
  return (
    <>
      {conflict === undefined ? null : <Choice reason={conflict} />}
      {lost.map((value) => {
        const { id, was, now, by, overwrittenBy, rolledBack } = value;
        return (
          <div class="strip" role="alert" key={id}>
            <p class="grow">
              {rolledBack === undefined
                ? (
                  <>
                    <strong>{placeText(value)}</strong> is {valueText(now)}, set by{" "}
                    {overwrittenBy}, who had not seen {valueText(was)}, set by {by}.
                  </>
                )
                : <>An older file took these changes away: {rolledBack.join("; ")}</>}
            </p>
            <button
              type="button"
              class="primary"
              onClick={() => session.putBack(id)}
            >
              {by === YOU || rolledBack
                ? "Put mine back"
                : overwrittenBy === YOU
                ? "Take theirs"
                : "Put it back"}
            </button>
            <button
              type="button"
              onClick={() => session.dismiss(id)}
            >
              {overwrittenBy === YOU ? "Keep mine" : "Leave it"}
            </button>
          </div>
        );
      })}
    </>
  );
}

function Choice({ reason }: { readonly reason: string }) {
  const { row, session } = useWorkspace();
  const [isShown, setShown] = useState(false);
  const difference = isShown ? session.difference() : null;
  const changes = row.content?.changes;
  return (
    <div class="strip choice" role="alert">
      <p class="grow">{reason.replace(/^\S+: (.)/, (_, first: string) => first.toUpperCase())}</p>
      <button type="button" class="primary" onClick={() => session.keepMine()}>Keep mine</button>
      <button type="button" onClick={() => session.takeTheirs()}>Take theirs</button>
      <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        See the difference
      </button>
      {difference === null || changes === undefined
        ? null
        : (
          <ul class="difference" aria-label="What keeping yours would change">
            {difference.ops.map((op, index) => {
              const { sign, text } = changes.line(op);
              return <li key={index} data-sign={sign}>{sign} {text}</li>;
            })}
          </ul>
        )}
    </div>
  );
}

/** The place of a value in words: `Description of Open`. */
function placeText({ path, of }: LostValue): string {
  const field = labelOf(path.slice(path.lastIndexOf("/") + 1));
  return of === undefined ? field || "The document" : `${field} of ${of}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? `“${value}”` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
