import { resolveMemberPath } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import { useWorkspace } from "./context.ts";
import { addressOf } from "./document_list.tsx";

/** The time that a request to look at something is shown, in milliseconds. */
const SHOWN = 9_000;

/** A request of others to look at something, shown for a while. */
export function ViewNote() {
  const { docId, snapshot: { view } } = useWorkspace();
  const [seen, setSeen] = useState<number>();
  useEffect(() => {
    if (view === undefined) return;
    const timer = setTimeout(() => setSeen(view.id), SHOWN);
    return () => clearTimeout(timer);
  }, [view?.id]);
  if (view === undefined || seen === view.id) return <div class="view-note" role="status" />;
  const { by, note, focus, member } = view;
  const who = by === "" ? "Someone" : by;
  return (
    <div class="view-note" role="status">
      <p>{note === "" ? `${who} points at ${focus || member || "this document"}.` : `${who}: ${note}`}</p>
      {member === "" ? null : <a href={addressOf(resolveMemberPath(docId, member), focus)}>Open {member}</a>}
    </div>
  );
}
