import { useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";

/** Conflicts with the edits of others, with the choices that are left. */
export function Conflicts() {
  const { snapshot: { conflict, lost }, session } = useWorkspace();
  return (
    <>
      {conflict === undefined ? null : <Choice reason={conflict} />}
      {lost.map(({ id, path, was, now, overwrittenBy, rolledBack }) => (
        <div class="strip" role="alert" key={id}>
          <p class="grow">
            {rolledBack === undefined
              ? (
                <>
                  <strong>{placeText(path)}</strong> was {valueText(was)} and is now {valueText(now)}
                  {overwrittenBy === "" ? "" : `, changed by ${overwrittenBy}`}.
                </>
              )
              : <>An older file took these changes away: {rolledBack.join("; ")}</>}
          </p>
          <button
            type="button"
            class="primary"
            onClick={() =>
              session.putBack(id)}
          >
            Put mine back
          </button>
          <button
            type="button"
            onClick={() =>
              session.dismiss(id)}
          >
            Leave it
          </button>
        </div>
      ))}
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
      <p class="grow">{reason}</p>
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

function placeText(path: string): string {
  return path.split("/").filter((part) => part !== "").slice(-2).join(" ") || "The document";
}

function valueText(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? `“${value}”` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
