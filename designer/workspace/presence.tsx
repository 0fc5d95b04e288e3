import { useWorkspace } from "./context.ts";
import type { Peer } from "./document_session.ts";
import { resolveMemberPath } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";
import { addressOf } from "./document_list.tsx";

/** The most faces that are shown; the others are counted. */
const MOST_FACES = 4;

/** The others in the document. A press goes to what they have in hand. */
export function Presence() {
  const { snapshot: { peers }, select, say } = useWorkspace();
  const people = peers.filter(({ role }) => role !== "runtime");
  if (people.length === 0) return null;
  const follow = ({ name, selection: [first] }: Peer) => {
    if (first === undefined) return say(`${name} has nothing in hand.`);
    select(first);
    say(`${name} has ${first} in hand.`);
  };
  return (
    <ul class="presence" aria-label="Others here">
      {people.slice(0, MOST_FACES).map((peer) => (
        <li key={peer.id}>
          <button
            type="button"
            class={`face${peer.role === "agent" || peer.role === "mcp" ? " agent" : ""}`}
            data-hand={peer.selection[0]}
            style={{ borderColor: peer.color }}
            title={`${peer.name} (${peer.role}): go to what they have in hand`}
            onClick={() => follow(peer)}
          >
            <span aria-hidden="true">{initialsOf(peer.name)}</span>
            <span class="visually-hidden">{peer.name}, {peer.role}</span>
          </button>
        </li>
      ))}
      {people.length > MOST_FACES ? <li class="quiet">+{people.length - MOST_FACES}</li> : null}
    </ul>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/[\s\-_.]+/).filter((word) => word !== "");
  return words.slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join("");
}

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
